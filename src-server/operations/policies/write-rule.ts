import { ApiError, invalid } from '../../contract/api-error.ts'
import type { RuleWrite } from '../../contract/policy.ts'
import { policyType } from '../../contract/policy-types.ts'
import { newId } from '../../db/ids.ts'
import { changeDetails, policyTarget, ruleTarget } from '../audit/targets.ts'
import type { Act, Service } from '../service.ts'
import type { PolicyView, RuleView } from '../snapshot.ts'
import { placeOrRefuse, requireEngineActions, requirePolicy, requireRule, requireUnchanged } from './check.ts'
import { requireActionReferences, requireReferences } from './check-references.ts'
import { requireReadable } from './check-expressions.ts'
import { completeActions, withAddedConditions } from './defaults.ts'
import { requireKeptActions } from './kept-actions.ts'
import { rankedRules, storePriorities } from './ranking.ts'

/** Adds a rule to a policy, above its default rule. @returns the rule's id */
export function createRule(
  service: Service,
  act: Act,
  policyId: string,
  body: RuleWrite,
  activate: boolean,
): Promise<string> {
  return service.write(
    act,
    async (unit) => {
      const policy = requirePolicy(await service.snapshot(), policyId)
      unit.attempt({ type: 'policy.rule.add', targets: [policyTarget(policy)], refusals: 'forbidden' })
      requireRuleType(policy, body)
      requireRoom(policy)
      requireReadable(body)
      const actions = completeActions(policy.type, body.actions, service.engine())
      requireEngineActions(policy.type, actions, service.engine())
      await requireReferences(unit, body.conditions)
      await requireActionReferences(unit, policy.type, actions)

      const id = newId(policyType(policy.type).ruleIdKind)
      const placement = placeOrRefuse(policy.type, await rankedRules(unit, policyId), id, body.priority ?? null)
      await storePriorities(unit, 'policy_rules', placement)
      await service.store.models.PolicyRule.create(
        {
          id,
          policyId,
          name: body.name,
          status: activate ? (body.status ?? 'ACTIVE') : 'INACTIVE',
          priority: placement.get(id) as number,
          system: false,
          conditions: withAddedConditions(policy.type, body.conditions),
          actions,
          created: unit.now,
          lastUpdated: unit.now,
        },
        { transaction: unit.transaction },
      )
      const targets = [policyTarget(policy), ruleTarget({ id, name: body.name }, policyId)]
      unit.record({ type: 'policy.rule.add', targets })
      return id
    },
    { changes: [policyId] },
  )
}

/** Replaces a rule. Without a `priority` it keeps its place. */
export function replaceRule(
  service: Service,
  act: Act,
  policyId: string,
  ruleId: string,
  body: RuleWrite,
): Promise<void> {
  return service.write(
    act,
    async (unit) => {
      const { policy, rule } = requireRule(await service.snapshot(), policyId, ruleId)
      const attempted = [policyTarget(policy), ruleTarget(rule, policyId)]
      unit.attempt({ type: 'policy.rule.update', targets: attempted, refusals: 'forbidden' })
      requireRuleType(policy, body)
      const actions = completeActions(policy.type, body.actions, service.engine())
      if (rule.system) requireDefaultRuleKept(rule, body)
      requireEngineActions(policy.type, actions, service.engine())
      requireKeptActions(policy, rule, actions)
      requireReadable(body, rule)
      await requireReferences(unit, body.conditions, rule.conditions)
      await requireActionReferences(unit, policy.type, actions, rule.actions)

      const moves = !rule.system && body.priority !== null && body.priority !== undefined
      const placement = moves
        ? placeOrRefuse(policy.type, await rankedRules(unit, policyId), ruleId, body.priority as number)
        : new Map<string, number>()
      await storePriorities(unit, 'policy_rules', placement)
      const after = {
        name: body.name,
        status: body.status ?? rule.status,
        priority: placement.get(ruleId) ?? rule.priority,
        conditions: rule.system ? (rule.conditions ?? null) : withAddedConditions(policy.type, body.conditions),
        actions,
      }
      await service.store.models.PolicyRule.update(
        { ...after, lastUpdated: unit.now },
        { where: { id: ruleId }, transaction: unit.transaction },
      )
      const { name, status, priority, conditions } = rule
      const details = changeDetails({ name, status, priority, conditions, actions: rule.actions }, after)
      const targets = [policyTarget(policy), ruleTarget({ id: ruleId, name: body.name }, policyId, details)]
      unit.record({ type: 'policy.rule.update', targets })
    },
    { changes: [policyId] },
  )
}

function requireRuleType(policy: PolicyView, body: RuleWrite): void {
  const { ruleType } = policyType(policy.type)
  if (body.type !== ruleType) throw invalid('type', `must be ${ruleType} in a policy of type ${policy.type}`)
}

function requireRoom(policy: PolicyView): void {
  const { maxRules } = policyType(policy.type)
  if (maxRules !== null && policy.rules.length >= maxRules)
    throw invalid(
      'policyId',
      `a policy of type ${policy.type} has at most ${maxRules} rule${maxRules === 1 ? '' : 's'}`,
      'path',
    )
}

/** What of a default rule may change depends on engine and type (spec/1 "Defaults" 3–4). */
function requireDefaultRuleKept(rule: RuleView, body: RuleWrite): void {
  if (rule.readOnly) throw new ApiError('E0000111', { values: { name: rule.name } })
  requireUnchanged('priority', body.priority, rule.priority)
  requireUnchanged('conditions', body.conditions, rule.conditions)
  if (body.status === 'INACTIVE') throw invalid('status', 'a default rule stays active')
}
