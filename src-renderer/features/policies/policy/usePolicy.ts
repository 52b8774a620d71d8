import type { Policy, Rule } from '../../../../src-server/contract/policy.ts'
import type { PolicyReach } from '../../../../src-server/contract/workspace.ts'
import { api } from '../../../api/client.ts'
import { useResource } from '../../../composables/useResource.ts'
import { useNamesStore } from '../../../stores/names.ts'
import { evaluationOrder } from '../order/order.ts'

/** A policy with what its page shows of it. */
export interface PolicyFile {
  policy: Policy
  /** In evaluation order. */
  rules: Rule[]
  reach: PolicyReach | undefined
  /** Policies of the type, to tell the place among them. */
  siblings: Policy[]
}

/** Reads a policy, its rules, whom it reaches and its place among its siblings. */
export function usePolicy(policyId: string) {
  const names = useNamesStore()
  return useResource<PolicyFile>(async (signal) => {
    const params = { policyId }
    const [policy, rules] = await Promise.all([
      api.call('getPolicy', { params, signal }),
      api.call('listRules', { params, signal }),
    ])
    const query = { type: policy.type }
    const [reach, siblings] = await Promise.all([
      api.call('listPolicyReach', { query, signal }),
      api.all('listPolicies', { query, signal }),
    ])
    names.learn({ id: policy.id, name: policy.name })
    return {
      policy,
      rules: evaluationOrder(rules),
      reach: reach.find((one) => one.policyId === policyId),
      siblings: evaluationOrder(siblings),
    }
  })
}
