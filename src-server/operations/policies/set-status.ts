import { invalid } from '#contract/interface/api-error.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { policyTarget, ruleTarget } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import { setStatus } from '../service/checks.ts'
import { requirePolicyRow, requireRule } from '../snapshot/read-policies.ts'

/** @throws ApiError E0000001 for a default policy, which stays active */
export async function setPolicyStatus(tx: Tx, policyId: string, status: ActiveStatus): Promise<void> {
  const policy = await requirePolicyRow(tx, policyId)
  await setStatus(tx, policies, policy, status, {
    events: { activate: 'policy.lifecycle.activate', deactivate: 'policy.lifecycle.deactivate' },
    targets: (details) => [policyTarget(policy, details)],
    check: ({ system }) => {
      if (system) throw invalid('status', 'a default policy stays active')
    },
  })
}

/** @throws ApiError E0000001 for a default rule, which stays active */
export async function setRuleStatus(tx: Tx, policyId: string, ruleId: string, status: ActiveStatus): Promise<void> {
  const { policy } = await requireRule(tx, policyId, ruleId)
  const rule = await policyRules.require(tx, ruleId)
  await setStatus(tx, policyRules, rule, status, {
    events: { activate: 'policy.rule.activate', deactivate: 'policy.rule.deactivate' },
    targets: (details) => [policyTarget(policy), ruleTarget(rule, policyId, details)],
    check: ({ system }) => {
      if (system) throw invalid('status', 'a default rule stays active')
    },
  })
}
