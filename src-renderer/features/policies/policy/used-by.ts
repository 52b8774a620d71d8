import { ALL_CLIENTS } from '#contract/policy/conditions.ts'
import { referencedKind, referencesOfActions, type Reference } from '#policy/index.ts'
import type { EntityKind } from '#ui/domain/kinds.ts'
import { referencesIn } from '#ui/domain/rule-sentence.ts'
import type { PolicyDetails } from './usePolicy.ts'

/** Something that a policy or its rules name. */
interface NamedThing {
  kind: EntityKind
  id: string
  /** Names of the rules that name it, in evaluation order; empty where only the policy does. */
  rules: string[]
}

/** The objects that the rules of a policy name, each once, in evaluation order. */
export function namedByRules({ policy, rules }: Pick<PolicyDetails, 'policy' | 'rules'>): NamedThing[] {
  const things = new Map<string, NamedThing>()
  for (const rule of rules) {
    const references: Reference[] = [
      ...referencesIn(rule.conditions),
      ...referencesOfActions(policy.type, rule.actions ?? {}),
    ]
    for (const { kind, id } of references) {
      const thing = things.get(id) ?? { kind: referencedKind(kind), id, rules: [] }
      if (!thing.rules.includes(rule.name)) thing.rules.push(rule.name)
      things.set(id, thing)
    }
  }
  return [...things.values()]
}

/** The clients that a policy of an authorization server is for; none: all. */
export function clientsOf({ policy }: Pick<PolicyDetails, 'policy'>): string[] {
  return (policy.conditions?.clients?.include ?? []).filter((id) => id !== ALL_CLIENTS)
}
