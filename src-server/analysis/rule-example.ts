import { LIMITS } from '#contract/interface/limits.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import {
  and,
  compile,
  decide,
  factsIn,
  not,
  type EvaluationContext,
  type Person,
  type PolicyRecord,
  type PolicySet,
} from '#policy/index.ts'
import { confirmed } from './confirmed.ts'
import { constraintsOn } from './constraints.ts'
import { ruleListsOf } from './rule-lists.ts'
import { solverFor } from './satisfiable.ts'
import type { TimeLimit } from './time-limit.ts'
import { witnessOf, type Witness } from './witness.ts'

/**
 * A sign-in that a rule decides, confirmed by the core: of a person of today, or of somebody in some groups where none of these would do. Null where
 * there is none that the core confirms, or the list has more than {@link LIMITS.comparedRules}.
 * @param people who are tried
 * @throws TimeUpError
 */
export function exampleOf(
  set: PolicySet,
  ruleId: string,
  { people, limit }: { people: Iterable<Person>; limit: TimeLimit },
): Witness | null {
  const type = set.policies.find(({ rules }) => rules.some(({ id }) => id === ruleId))?.type
  const rules = type
    ? ruleListsOf(set, [type]).find((list) => list.rules.some(({ rule }) => rule.id === ruleId))?.rules
    : undefined
  const at = rules?.findIndex(({ rule }) => rule.id === ruleId) ?? -1
  const own = rules?.[at]
  if (!type || !rules || !own || rules.length > LIMITS.comparedRules) return null
  const formula = and(own.matches, ...rules.slice(0, at).map(({ matches }) => not(matches)))
  const isTrue = solverFor(constraintsOn(factsIn([formula]), set), limit)(formula)
  if (!isTrue) return null
  const { context, needs } = witnessOf(formula, isTrue, set)
  const somewhere = { ...context, ...placeOf(own.policy, context, set) }
  const compiled = compile(set)
  for (const each of whoOf(somewhere, people, set)) {
    limit.check()
    if (each.person && decide(compiled, type, each)?.ruleId !== ruleId) continue
    const shown = confirmed({ context: each, needs }, compiled, { type, ruleId })
    if (shown) return shown
  }
  return null
}

/** What leads to a policy that is not found by priority: one of its applications, or its server. */
function placeOf(
  { id, type, system, authorizationServerId }: PolicyRecord,
  { app }: EvaluationContext,
  { applications }: PolicySet,
): Partial<EvaluationContext> {
  const { selection, appField } = policyType(type)
  if (selection === 'server') return authorizationServerId ? { authorizationServerId } : {}
  if (selection !== 'app' || app || !appField) return {}
  const found = applications.find((each) => each[appField] === id || (system && each[appField] === null))
  return found ? { app: { id: found.id, name: found.name } } : {}
}

/** The sign-in with each of some people, and at last with somebody of whom only groups are known. */
function* whoOf(
  { person, ...rest }: EvaluationContext,
  people: Iterable<Person>,
  { everyoneGroupId }: PolicySet,
): Generator<EvaluationContext> {
  if (!person) return yield rest
  for (const each of people) yield { ...rest, person: each }
  yield { ...rest, groupIds: person.groupIds.length ? person.groupIds : [everyoneGroupId] }
}
