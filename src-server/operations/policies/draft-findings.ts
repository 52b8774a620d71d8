import { proofFindings, type ProofSearch } from '#analysis/index.ts'
import type { RuleDraft, RuleDraftFindings } from '#contract/gatehouse/rule-draft.ts'
import type { WorkspaceFinding } from '#contract/gatehouse/workspace.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { evaluationOrder } from '#contract/policy/list-order.ts'
import type { PolicyRecord, RuleRecord } from '#policy/index.ts'
import type { Directory } from './audience-data.ts'

/** Stands for the draft's id. */
export const DRAFT = 'draft'

/** The rules of a policy with the draft among the active ones. */
export function withDraft({ rules }: PolicyRecord, { ruleId, name, place, conditions }: RuleDraft): RuleRecord[] {
  const replaced = rules.find(({ id }) => id === ruleId)
  const others = evaluationOrder(rules.filter((rule) => rule !== replaced && rule.status === 'ACTIVE'))
  const draft: RuleRecord = {
    id: DRAFT,
    name: name?.trim() || 'this rule',
    status: 'ACTIVE',
    priority: 0,
    system: replaced?.system ?? false,
    conditions: conditions ?? null,
    actions: {},
  }
  return others.toSpliced(place, 0, draft).map((rule, priority) => ({ ...rule, priority }))
}

/**
 * Whether a draft of a rule can apply among the rules of its policy, and which of them could not any more; what cannot apply without it either is
 * no fault of the draft. Where there was no time for all of them with and without it, it says so, and of others nothing. Null without the policy.
 */
export function findingsOfDraft(
  { set, policies, names }: Directory['snapshot'],
  draft: RuleDraft,
  search: { without: ProofSearch; withDraft: ProofSearch },
): Omit<RuleDraftFindings, 'example'> | null {
  const policy = policies.get(draft.policyId)
  if (!policy) return null
  const deadAmong = (rules: readonly RuleRecord[], by: ProofSearch) =>
    proofFindings({ ...set, policies: [{ ...policy, status: 'ACTIVE', rules }] }, names.get, by)
  if (policy.rules.length >= LIMITS.provenRules) return { draft: null, others: [], notDecided: null }
  const [before, after] = [
    deadAmong(policy.rules, search.without),
    deadAmong(withDraft(policy, draft), search.withDraft),
  ]
  const left = [...after, ...before].find(({ kind }) => kind === 'not-decided')
  const deadBefore = new Set(before.map(({ ruleId }) => ruleId))
  return {
    draft: after.find(({ ruleId }) => ruleId === DRAFT)?.message ?? null,
    others: left ? [] : after.flatMap((finding) => otherThan(deadBefore, finding)),
    notDecided: left?.message ?? null,
  }
}

function otherThan(
  dead: ReadonlySet<string | null>,
  { ruleId, ruleName, message }: WorkspaceFinding,
): RuleDraftFindings['others'] {
  if (ruleId === null || ruleName === null || ruleId === DRAFT || dead.has(ruleId)) return []
  return [{ ruleId, ruleName, message }]
}
