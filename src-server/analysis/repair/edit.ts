import type { RuleConditions } from '#contract/policy/conditions.ts'
import { evaluationOrder, movableCount, priorityAt } from '#contract/policy/list-order.ts'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import { prioritiesWith, PriorityError, type PolicyRecord, type PolicySet, type RuleRecord } from '#policy/index.ts'

/** A rule in its policy. */
export interface RuleAt {
  policy: PolicyRecord
  rule: RuleRecord
}

/** A change of one rule that may make an invariant hold. */
export type Edit = RuleAt & { text: string } & (
    | { kind: 'ACTIONS'; actions: Record<string, unknown> }
    | { kind: 'CONDITIONS'; conditions: RuleConditions }
    /** Moves the rule right before another one of its policy. */
    | { kind: 'MOVE'; before: RuleRecord }
    /** Makes the rule, which is not there yet, right before another one. */
    | { kind: 'CREATE'; before: RuleRecord }
  )

/** Begins the id of a rule that an edit makes. */
const NEW = 'new '

export const newRuleId = (about: string): string => `${NEW}${about}`
export const isNew = ({ id }: RuleRecord): boolean => id.startsWith(NEW)

/** Whether two edits change the same of the same rule. */
export const isSamePlace = (one: Edit, other: Edit): boolean => one.kind === other.kind && one.rule.id === other.rule.id

/**
 * The set after an edit, with the numbers that the service would give; null where a rule cannot be put there, because no number is left. An edit of
 * a rule that is gone changes nothing.
 */
export function withEdit(set: PolicySet, edit: Edit): PolicySet | null {
  const policy = set.policies.find(({ id }) => id === edit.policy.id)
  const rules = policy && rulesWith(policy, edit)
  if (!rules) return policy ? null : set
  return { ...set, policies: set.policies.map((one) => (one === policy ? { ...policy, rules } : one)) }
}

function rulesWith({ type, rules }: PolicyRecord, edit: Edit): RuleRecord[] | null {
  const { rule } = edit
  const changed = (parts: Partial<RuleRecord>) => rules.map((one) => (one.id === rule.id ? { ...one, ...parts } : one))
  switch (edit.kind) {
    case 'ACTIONS':
      return changed({ actions: edit.actions })
    case 'CONDITIONS':
      return changed({ conditions: edit.conditions })
    case 'MOVE':
      return placedBefore(type, rules, rule, edit.before)
    case 'CREATE':
      return placedBefore(type, [...rules, rule], rule, edit.before)
  }
}

function placedBefore(type: PolicyType, rules: readonly RuleRecord[], { id }: RuleRecord, before: RuleRecord) {
  const { priorityScheme } = policyType(type)
  const others = evaluationOrder(rules.filter((one) => one.id !== id))
  const index = others.filter(({ system }) => !system).findIndex((one) => one.id === before.id)
  const last = index < 0 ? movableCount(others) : index
  const ranked = others.map((one) => ({ id: one.id, priority: one.priority, pinned: one.system }))
  try {
    const places = prioritiesWith(priorityScheme, ranked, id, priorityAt(priorityScheme, others, null, last))
    return rules.map((one) => ({ ...one, priority: places.get(one.id) ?? one.priority }))
  } catch (error) {
    if (error instanceof PriorityError) return null
    throw error
  }
}
