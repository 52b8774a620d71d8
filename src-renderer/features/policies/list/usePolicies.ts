import { computed, type Ref } from 'vue'
import type { Policy } from '../../../../src-server/contract/policy.ts'
import { policyType, type PolicyType } from '../../../../src-server/contract/policy-types.ts'
import type { PolicyReach } from '../../../../src-server/contract/workspace.ts'
import { api } from '../../../api/client.ts'
import { useResource } from '../../../composables/useResource.ts'
import { policyBody } from '../bodies.ts'
import { evaluationOrder, priorityAt } from '../order/order.ts'
import { useReorder } from '../order/useReorder.ts'

/** A policy as its list shows it. */
export interface PolicyRow {
  policy: Policy
  /** Undefined when the service could not count. */
  reach: PolicyReach | undefined
  /** Place in the order of evaluation, from 1. */
  place: number
}

/** The policies of a type in the order in which they are considered, whom each reaches, and how to move them. */
export function usePolicies(type: Ref<PolicyType>) {
  const list = useResource(
    async (signal) => {
      const query = { type: type.value }
      const [policies, reach] = await Promise.all([
        api.all('listPolicies', { query, signal }),
        api.call('listPolicyReach', { query, signal }),
      ])
      return { type: type.value, policies, reach: new Map(reach.map((one) => [one.policyId, one])) }
    },
    { watch: type, clear: true },
  )
  /** Whether the order decides: not where a policy is found through an application. */
  const ordered = computed(() => policyType(type.value).selection === 'priority' && policyType(type.value).creatable)

  const reorder = useReorder<Policy>({
    items: () => evaluationOrder(list.data.value?.policies ?? []),
    save: async (policy, index) => {
      const priority = priorityAt('v1', list.data.value?.policies ?? [], policy.id, index)
      await api.call('replacePolicy', { params: { policyId: policy.id }, body: policyBody(policy, { priority }) })
      await list.reload()
    },
  })

  const rows = computed<PolicyRow[]>(() =>
    reorder.order.value.map((policy, index) => ({
      policy,
      reach: list.data.value?.reach.get(policy.id),
      place: index + 1,
    })),
  )
  return { list, rows, ordered, reorder }
}
