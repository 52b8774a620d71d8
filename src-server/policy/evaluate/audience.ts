import type { RuleConditions } from '#contract/policy/conditions.ts'
import { compileConditions } from '../conditions/index.ts'
import { factsOf } from '../facts.ts'
import type { Person } from '../types.ts'
import { YES } from '../verdict.ts'

/** The conditions that are about the person alone, as a policy, a rule or a draft holds them. */
export interface AudienceConditions {
  people?: RuleConditions['people'] | null
  userType?: RuleConditions['userType'] | null
}

/** Compiles a test of one person after another; absent conditions admit everyone. */
export function compileAudience(conditions: AudienceConditions, everyoneGroupId: string): (person: Person) => boolean {
  const { people, userType } = conditions
  const compiled = compileConditions(
    { people: people ?? undefined, userType: userType ?? undefined },
    { everyoneGroupId, zones: new Map() },
  )
  return (person) => {
    const facts = factsOf({ now: 0, person })
    return compiled.every((condition) => condition.test(facts) === YES)
  }
}
