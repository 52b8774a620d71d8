import type { RuleConditions } from '#contract/policy/conditions.ts'
import {
  groupLikeness,
  parse,
  personReads,
  readsPersonAlone,
  type GroupLikeness,
  type PersonReads,
} from '#expression/index.ts'
import { conjunction } from '../conditions/condition.ts'
import { compileConditions, type Conditions } from '../conditions/index.ts'
import { factsOf } from '../prepared-context.ts'
import type { EvaluationContext, Person } from '../types.ts'
import { YES, type Truth } from '../verdict.ts'

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
  if (compiled.length === 0) return () => true
  return (person) => {
    const facts = factsOf({ now: 0, person })
    return compiled.every((condition) => condition.test(facts) === YES)
  }
}

/** The conditions that are answered by what is known of a person beyond groups and type. */
export interface AttributeConditions {
  elCondition?: RuleConditions['elCondition'] | null
  userIdentifier?: RuleConditions['userIdentifier'] | null
}

/**
 * Compiles a test of one person after another by their attributes, with all else of a sign-in unknown; null where nothing is asked.
 * `UNKNOWN` is the answer where it depends on the sign-in, and for an expression that cannot be read.
 */
export function compileAttributes(
  { elCondition, userIdentifier }: AttributeConditions,
  everyoneGroupId: string,
): ((context: EvaluationContext) => Truth) | null {
  const compiled = compileConditions(
    { elCondition: elCondition ?? undefined, userIdentifier: userIdentifier ?? undefined },
    { everyoneGroupId, zones: new Map() },
  )
  const test = conjunction(compiled)
  return compiled.length ? (context) => test(factsOf(context)) : null
}

/** What conditions read of a person, and how groups differ for them; null where each group may. */
export interface ConditionReads extends PersonReads {
  likeness: GroupLikeness | null
}

const NOTHING: ConditionReads = { attributes: [], groups: false, likeness: null }

/** What these conditions read of a person; null where it may be more than attributes and groups. */
export function readsOf({ elCondition, userIdentifier }: AttributeConditions): ConditionReads | null {
  const parsed = elCondition ? parse(elCondition.condition) : null
  const own = parsed?.ok ? personReads(parsed.expression) : NOTHING
  if (!own) return null
  const reads = { ...own, likeness: parsed?.ok ? groupLikeness(parsed.expression) : null }
  if (!userIdentifier) return reads
  const asked = userIdentifier.type === 'IDENTIFIER' ? 'login' : userIdentifier.attribute
  return { ...reads, attributes: [...new Set([...reads.attributes, asked ?? ''])] }
}

const ABOUT_PERSON: ReadonlySet<string> = new Set(['people', 'userType', 'userIdentifier'])

/** Whether a condition, by its key, reads the person and nothing else of a sign-in. */
export function isAboutPersonAlone(key: string, conditions: Conditions | null | undefined): boolean {
  if (key !== 'elCondition') return ABOUT_PERSON.has(key)
  const { elCondition } = { elCondition: null, ...conditions } as Pick<RuleConditions, 'elCondition'>
  const parsed = parse(elCondition?.condition ?? '')
  return parsed.ok && readsPersonAlone(parsed.expression)
}
