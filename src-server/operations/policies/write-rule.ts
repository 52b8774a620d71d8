import { ApiError, invalid } from '#contract/interface/api-error.ts'
import { changeDetails, policyTarget, ruleTarget } from '#contract/log/targets.ts'
import type { RuleWrite } from '#contract/policy/policy.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { policyRules } from '#db/tables/policies.ts'
import { completeActions, withAddedConditions, type Placement } from '#policy/index.ts'
import { assertUnchanged } from '../service/checks.ts'
import { assertPlaceKept } from './former-places.ts'
import { requireEngineActions } from './check.ts'
import { assertReadable } from './check-expressions.ts'
import { assertActionReferences, assertReferences } from './check-references.ts'
import { assertImmutableActions } from './immutable-actions.ts'
import { placeOrReject, rankedRules, storeRulePriorities } from './ranking.ts'
import { requirePolicy, requireRule, type PolicyView, type RuleView } from '../snapshot/read-policies.ts'

/**
 * Adds a rule to a policy, above its default rule.
 * @param given id of a rule that comes back: its own again
 * @returns the rule's id
 */
export async function createRule(
  tx: Tx,
  policyId: string,
  body: RuleWrite,
  activate: boolean,
  given?: string,
): Promise<string> {
  const policy = await requirePolicy(tx, policyId)
  tx.authorize('policy.rule.add', [policyTarget(policy)], 'well-formed')
  assertRuleType(policy, body)
  assertRuleQuota(policy)
  assertReadable(body)
  const actions = completeActions(policy.type, body.actions, tx.engine)
  requireEngineActions(policy.type, actions, tx.engine)
  await assertReferences(tx, body.conditions)
  await assertActionReferences(tx, policy.type, actions)

  const id = given ?? tx.newId(policyType(policy.type).ruleIdKind)
  const placement = placeOrReject(policy.type, rankedRules(policy.rules), id, body.priority ?? null)
  await storeRulePriorities(tx, placement)
  await policyRules.insert(tx, {
    id,
    policyId,
    name: body.name,
    status: activate ? (body.status ?? 'ACTIVE') : 'INACTIVE',
    priority: placement.get(id) as number,
    system: false,
    conditions: withAddedConditions(policy.type, body.conditions),
    actions,
    created: tx.now,
    lastUpdated: tx.now,
  })
  tx.record({ type: 'policy.rule.add', targets: [policyTarget(policy), ruleTarget({ id, name: body.name }, policyId)] })
  return id
}

/** Replaces a rule. Without a `priority` it keeps its place; its status stays, whatever the body says (spec/5 §13). */
export async function replaceRule(tx: Tx, policyId: string, ruleId: string, body: RuleWrite): Promise<void> {
  const { policy, rule } = await requireRule(tx, policyId, ruleId)
  tx.authorize('policy.rule.update', [policyTarget(policy), ruleTarget(rule, policyId)], 'well-formed')
  assertRuleType(policy, body)
  const actions = completeActions(policy.type, body.actions, tx.engine)
  if (rule.system) await assertDefaultRuleUnchanged(tx, rule, body)
  requireEngineActions(policy.type, actions, tx.engine)
  assertImmutableActions(policy, rule, actions)
  assertReadable(body, rule)
  await assertReferences(tx, body.conditions, rule.conditions)
  await assertActionReferences(tx, policy.type, actions, rule.actions)

  const placement = placementOf(policy, rule, body.priority ?? null)
  await storeRulePriorities(tx, placement)
  const after = {
    name: body.name,
    priority: placement.get(ruleId) ?? rule.priority,
    conditions: rule.system ? (rule.conditions ?? null) : withAddedConditions(policy.type, body.conditions),
    actions,
  }
  await policyRules.update(tx, await policyRules.require(tx, ruleId), { ...after, lastUpdated: tx.now })
  const { name, priority, conditions } = rule
  const details = changeDetails({ name, priority, conditions, actions: rule.actions }, after)
  const targets = [policyTarget(policy), ruleTarget({ id: ruleId, name: body.name }, policyId, details)]
  tx.record({ type: 'policy.rule.update', targets })
}

function placementOf(policy: PolicyView, rule: RuleView, expected: number | null): Placement {
  if (rule.system || expected === null) return new Map()
  return placeOrReject(policy.type, rankedRules(policy.rules), rule.id, expected)
}

function assertRuleType(policy: PolicyView, body: RuleWrite): void {
  const { ruleType } = policyType(policy.type)
  if (body.type !== ruleType) throw invalid('type', `must be ${ruleType} in a policy of type ${policy.type}`)
}

function assertRuleQuota({ type, rules }: PolicyView): void {
  const { maxRules } = policyType(type)
  if (maxRules === null || rules.length < maxRules) return
  throw invalid('policyId', `a policy of type ${type} has at most ${maxRules} rule${maxRules === 1 ? '' : 's'}`, 'path')
}

/** Which parts of a default rule may change depends on engine and type (spec/1 "Defaults" 3–4). */
async function assertDefaultRuleUnchanged(tx: Tx, rule: RuleView, body: RuleWrite): Promise<void> {
  if (rule.readOnly) throw new ApiError('E0000111', { values: { name: rule.name } })
  await assertPlaceKept(tx, tx.now, body.priority, rule)
  assertUnchanged('conditions', body.conditions, rule.conditions)
}
