import { LIMITS } from '#contract/interface/limits.ts'
import { POLICY_TYPE_NAMES, policyType } from '#contract/policy/policy-types.ts'
import { setChange, uncapitalize, type NameOf, type PolicySet } from '#policy/index.ts'
import { openSentence, proofSentence } from './proof-findings.ts'
import { keyOf, type ProofSearch } from './remembered-proofs.ts'
import { ruleListsOf, type RuleInPlace, type RuleList } from './rule-lists.ts'
import { isFound, isOpen, type RuleProof } from './rule-proofs.ts'

/** So many rules are told, of those that never apply and of those that can again. */
const MOST_TOLD = 5

/**
 * Which rules a change makes never apply, and which can apply again, each as a sentence. Lists that it leaves as they are are not looked at, nor those of
 * more than {@link LIMITS.needlessRules} rules, nor any where they have more than {@link LIMITS.provenRules} together. Of a rule for which there was no
 * time, before or after, no more is said than that.
 */
export function deadRuleChanges(before: PolicySet, after: PolicySet, nameOf: NameOf, prove: ProofSearch): string[] {
  const [was, is] = changedLists(before, after)
  const size = [...was, ...is].reduce((sum, { rules }) => sum + rules.length, 0)
  if (size > LIMITS.provenRules) return ['Which rules can never apply is not looked for: too many are concerned.']
  const [earlier, now] = [prove(was, before), prove(is, after)]
  const open = idsOf([...earlier, ...now].filter(isOpen))
  const [dead, deadNow] = [idsOf(earlier.filter(isFound)), idsOf(now.filter(isFound))]
  const isDecided = ({ rule }: RuleInPlace) => !open.has(rule.id)
  const rules = is.flatMap((list) => list.rules)
  const alive = rules.filter((at) => isDecided(at) && dead.has(at.rule.id) && !deadNow.has(at.rule.id))
  const left = rules.filter((at) => !isDecided(at)).map((at) => ({ at, kind: 'undecided' as const }))
  const named = ({ policy, rule }: RuleList['rules'][number]) => `Rule “${rule.name}” of “${policy.name}”`
  return [
    ...told(
      now.filter(isFound).filter(({ at }) => isDecided(at) && !dead.has(at.rule.id)),
      (proof) => `${named(proof.at)} ${uncapitalize(proofSentence(proof, nameOf))}`,
      'never apply.',
    ),
    ...told(alive, (at) => `${named(at)} can apply again.`, 'can apply again.'),
    ...(left.length > 0 ? [openSentence(left)] : []),
  ]
}

const idsOf = (proofs: readonly RuleProof[]): ReadonlySet<string> => new Set(proofs.map(({ at }) => at.rule.id))

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

/** Ids of the policies that a change concerns; null: all, because addresses or names of behaviors changed. */
function concerned(before: PolicySet, after: PolicySet): ReadonlySet<string> | null {
  const { policies, ...others } = setChange(before, after)
  const isElsewhere = [others.zones, others.behaviors].some(({ put, removed }) => put.length + removed.length > 0)
  if (isElsewhere) return null
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
