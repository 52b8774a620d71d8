import { LIMITS } from '#contract/interface/limits.ts'
import { POLICY_TYPE_NAMES, policyType } from '#contract/policy/policy-types.ts'
import { setChange, uncapitalize, type NameOf, type PolicySet } from '#policy/index.ts'
import { proofSentence } from './proof-findings.ts'
import { keyOf, type ProofSearch } from './remembered-proofs.ts'
import { ruleListsOf, type RuleList } from './rule-lists.ts'

/** So many rules are told, of those that never apply and of those that can again. */
const MOST_TOLD = 5

/**
 * Which rules a change makes never apply, and which can apply again, each as a sentence. Lists that it leaves as they are are not looked at, nor those of
 * more than {@link LIMITS.needlessRules} rules, nor any where they have more than {@link LIMITS.provenRules} together.
 */
export function deadRuleChanges(before: PolicySet, after: PolicySet, nameOf: NameOf, prove: ProofSearch): string[] {
  const [was, is] = changedLists(before, after)
  const size = [...was, ...is].reduce((sum, { rules }) => sum + rules.length, 0)
  if (size > LIMITS.provenRules) return ['Which rules can never apply is not looked for: too many are concerned.']
  const dead = new Map(prove(was, before).map((proof) => [proof.at.rule.id, proof]))
  const now = prove(is, after)
  const deadNow = new Set(now.map(({ at }) => at.rule.id))
  const alive = is.flatMap(({ rules }) => rules.filter(({ rule }) => dead.has(rule.id) && !deadNow.has(rule.id)))
  const named = ({ policy, rule }: RuleList['rules'][number]) => `Rule “${rule.name}” of “${policy.name}”`
  return [
    ...told(
      now.filter(({ at }) => !dead.has(at.rule.id)),
      (proof) => `${named(proof.at)} ${uncapitalize(proofSentence(proof, nameOf))}`,
      'never apply.',
    ),
    ...told(alive, (at) => `${named(at)} can apply again.`, 'can apply again.'),
  ]
}

function told<T>(all: readonly T[], say: (one: T) => string, others: string): string[] {
  const more = all.length - MOST_TOLD
  return [
    ...all.slice(0, MOST_TOLD).map(say),
    ...(more > 0 ? [`${more === 1 ? '1 more rule' : `${more} more rules`} ${others}`] : []),
  ]
}

/** The lists of both sides that are not on the other one as well. */
function changedLists(before: PolicySet, after: PolicySet): [RuleList[], RuleList[]] {
  const ids = concerned(before, after)
  const [was, is] = [keysOf(listsOf(before, ids), before), keysOf(listsOf(after, ids), after)]
  const without = (lists: ReadonlyMap<string, RuleList>, others: ReadonlyMap<string, RuleList>) =>
    [...lists].flatMap(([key, list]) => (others.has(key) ? [] : [list]))
  return [without(was, is), without(is, was)]
}

const keysOf = (lists: readonly RuleList[], set: PolicySet) => new Map(lists.map((list) => [keyOf(list, set), list]))

/** Ids of the policies that a change concerns; null: all, because addresses changed. */
function concerned(before: PolicySet, after: PolicySet): ReadonlySet<string> | null {
  const { policies, zones } = setChange(before, after)
  if (zones.put.length + zones.removed.length > 0) return null
  return new Set([...policies.put.map(({ id }) => id), ...policies.removed])
}

/** WHY all policies of a type that goes by priority: their rules are one list. */
function listsOf(set: PolicySet, ids: ReadonlySet<string> | null): RuleList[] {
  const types = POLICY_TYPE_NAMES.filter(
    (type) => ids === null || set.policies.some((policy) => policy.type === type && ids.has(policy.id)),
  )
  const some = set.policies.filter(
    ({ id, type }) => policyType(type).selection !== 'app' || ids === null || ids.has(id),
  )
  return ruleListsOf({ ...set, policies: some }, types).filter(({ rules }) => rules.length <= LIMITS.needlessRules)
}
