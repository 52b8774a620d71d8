import { ApiError } from '#contract/interface/api-error.ts'
import { changeDetails, policyTarget } from '#contract/log/targets.ts'
import { policyType } from '#contract/policy/policy-types.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { policies } from '#db/tables/policies.ts'
import { prioritiesWithout } from '#policy/index.ts'
import { deletedRuleTargets } from './delete-rule.ts'
import { mapToDefaults } from '../apps/default-mappings.ts'
import { rankedPolicies, storePolicyPriorities } from './ranking.ts'
import { requirePolicy, type PolicyView } from '../snapshot/read-policies.ts'

/** Rules whose deletion is recorded one by one when their policies go; a thousand would keep all other changes waiting. */
const MAX_RECORDED_RULES = 200

/** Deletes a policy with its rules; applications that were mapped to it fall back to the default policy. */
export async function deletePolicy(tx: Tx, policyId: string): Promise<void> {
  const policy = await requirePolicy(tx, policyId)
  tx.authorize('policy.lifecycle.delete', [policyTarget(policy)])
  if (policy.system) throw new ApiError('E0000006')
  const { priorityScheme } = policyType(policy.type)
  const placement =
    priorityScheme === 'v1'
      ? prioritiesWithout('v1', await rankedPolicies(tx, policy), policyId)
      : new Map<string, number>()
  await policies.remove(tx, { id: policyId })
  await storePolicyPriorities(tx, placement)
  const applications = await mapToDefaults(tx)
  recordDeletion(tx, [policy], { applications })
}

/** Records deleted policies, each with its content, then their rules, so that each can be found by its id. */
export function recordDeletion(tx: Tx, deleted: readonly PolicyView[], debugData: Record<string, unknown> = {}): void {
  for (const policy of deleted) {
    const { name, status, description, priority, conditions, settings, rules } = policy
    const details = changeDetails({ name, status, description, priority, conditions, settings }, {})
    const data = { rules: rules.length, ...debugData }
    tx.record({ type: 'policy.lifecycle.delete', targets: [policyTarget(policy, details)], debugData: data })
  }
  const rules = deleted.flatMap((policy) => policy.rules.map((rule) => ({ policy, rule })))
  for (const { policy, rule } of rules.slice(0, MAX_RECORDED_RULES))
    tx.record({ type: 'policy.rule.delete', targets: deletedRuleTargets(policy, rule) })
}
