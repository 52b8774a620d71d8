import type { WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import {
  conditionPhrases,
  describeConditions,
  formatList,
  workspaceFinding,
  type NameOf,
  type PolicySet,
} from '#policy/index.ts'
import type { ProofSearch } from './remembered-proofs.ts'
import { ruleListsOf, type RuleInPlace, type RuleList } from './rule-lists.ts'
import { isFound, isOpen, type FoundProof, type RuleProof } from './rule-proofs.ts'

/**
 * What is proved of rules over all sign-ins, each with the proof as a sentence: those that can decide nothing, those that could be removed and
 * conditions that could be left out. Lists of rules are looked at until {@link LIMITS.provenRules} are reached; what is longer is left out, and
 * nothing is said of it. What took too long is one finding of each policy.
 */
export function proofFindings(set: PolicySet, nameOf: NameOf, search: ProofSearch): WorkspaceFinding[] {
  const proofs = search(withinLimit(ruleListsOf(set, POLICY_TYPE_NAMES)), set)
  const found = proofs.filter(isFound).map((proof) => {
    const { policy, rule } = proof.at
    return workspaceFinding(FINDINGS[proof.kind].kind, policy, rule, proofSentence(proof, nameOf))
  })
  const open = Map.groupBy(proofs.filter(isOpen), ({ at }) => at.policy)
  return [
    ...found,
    ...[...open].map(([policy, some]) => workspaceFinding('not-decided', policy, null, openSentence(some))),
  ]
}

/** What is not known of rules because the time was over. */
export function openSentence(open: readonly Pick<RuleProof, 'at' | 'kind'>[]): string {
  const rulesOf = (kind: RuleProof['kind']) => countedRules(open.filter((one) => one.kind === kind))
  const [undecided, unasked] = [rulesOf('undecided'), rulesOf('unasked')]
  const parts = [
    ...(undecided ? [`whether ${undecided} can apply`] : []),
    ...(unasked ? [`what could be left out of ${unasked}`] : []),
  ]
  return `Not decided within ${LIMITS.questionMs / 1_000} seconds: ${parts.join(', and ')}.`
}

/** "rule “A”", "rule “A” and 2 more"; null for none. */
function countedRules(all: readonly Pick<RuleProof, 'at'>[]): string | null {
  const [first] = all
  if (!first) return null
  const others = all.length - 1
  return `rule “${first.at.rule.name}”${others === 0 ? '' : ` and ${others.toLocaleString('en')} more`}`
}

/** A proof as a sentence. */
export const proofSentence = (proof: FoundProof, nameOf: NameOf): string => FINDINGS[proof.kind].says(proof, nameOf)

/** Short lists first: they are most of all, and each costs as much as its length. */
function withinLimit(lists: readonly RuleList[]): RuleList[] {
  let left = LIMITS.provenRules
  return lists.toSorted((a, b) => a.rules.length - b.rules.length).filter(({ rules }) => (left -= rules.length) >= 0)
}

/** Each kind of proof as a finding, and its sentence. */
const FINDINGS: Readonly<
  Record<FoundProof['kind'], { kind: WorkspaceFinding['kind']; says: (proof: RuleProof, nameOf: NameOf) => string }>
> = {
  contradictory: { kind: 'contradictory-rule', says: contradiction },
  shadowed: { kind: 'shadowed-rule', says: shadow },
  equal: {
    kind: 'equal-rule',
    says: ({ at, before }) =>
      `Never applies, because ${rulesText(at, before)} comes first, matches the same sign-ins and does the same.`,
  },
  redundant: {
    kind: 'redundant-rule',
    says: ({ at, after }) =>
      `Changes nothing: without it, what it decides would be decided by ${someText(at, after)}, with the same result.`,
  },
  condition: { kind: 'needless-condition', says: needless },
}

function shadow({ at, before }: RuleProof): string {
  return before.length === 1
    ? `Never applies, because ${rulesText(at, before)} comes first and matches whatever this one matches.`
    : `Never applies, because every sign-in that it matches is taken by one of ${rulesText(at, before)}, which come first.`
}

function contradiction({ at, parts }: RuleProof, nameOf: NameOf): string {
  return parts.length === 1
    ? `Never applies, because no sign-in meets its condition ${partsText(at, parts, nameOf)}.`
    : `Never applies, because no sign-in meets its conditions ${partsText(at, parts, nameOf)} together.`
}

function needless({ at, parts, before, after }: RuleProof, nameOf: NameOf): string {
  const which = partsText(at, parts, nameOf)
  const never = parts.length === 1 ? `Its condition ${which} never matters` : `Its conditions ${which} never matter`
  const reasons = [
    ...(before.length ? [`is taken by ${rulesText(at, before)} before it`] : []),
    ...(after.length ? [`comes to the same by ${someText(at, after)} after it`] : []),
  ]
  const dropped = new Set(parts.map(({ key }) => key))
  const others = Object.entries(at.rule.conditions ?? {}).filter(([key]) => !dropped.has(key))
  const rest = conditionPhrases(Object.fromEntries(others)).length ? 'what meets the others alone' : 'any other sign-in'
  return reasons.length
    ? `${never}: ${rest} ${reasons.join(', or ')}.`
    : `${never}: what meets the others meets ${parts.length === 1 ? 'it' : 'them'} too.`
}

/** So many rules are named at most. */
const NAMED = 5

function rulesText({ policy: own }: RuleInPlace, rules: readonly RuleInPlace[]): string {
  const names = rules.map(({ policy, rule }) =>
    policy === own ? `“${rule.name}”` : `“${rule.name}” of policy “${policy.name}”`,
  )
  if (names.length === 1) return `rule ${names[0]}`
  const named = names.length > NAMED ? [...names.slice(0, NAMED - 1), `${names.length - NAMED + 1} more`] : names
  return `the rules ${formatList(named)}`
}

/** The same for rules of which not all are looked for. */
const someText = (at: RuleInPlace, rules: readonly RuleInPlace[]) =>
  rules.length > NAMED ? `${rulesText(at, rules.slice(0, NAMED))} and others` : rulesText(at, rules)

function partsText(at: RuleInPlace, parts: RuleProof['parts'], nameOf: NameOf): string {
  const texts = parts.map(({ of, key }) => {
    const conditions = (of === 'rule' ? at.rule : at.policy).conditions as Readonly<Record<string, unknown>> | null
    const text = describeConditions({ [key]: conditions?.[key] }, nameOf)
    return of === 'rule' ? `“${text}”` : `“${text}” of its policy`
  })
  return formatList(texts)
}
