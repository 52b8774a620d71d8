import { computed, type Ref } from 'vue'
import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { PolicyAudience } from '#contract/gatehouse/workspace.ts'
import { api } from '#ui/api/client.ts'
import { listPoliciesOf, type LocatedPolicy, policyApi, policyStep } from '#ui/api/policy-api.ts'
import { useResource } from '#ui/composables/useResource.ts'
import { policyBody } from '../write-bodies.ts'
import { evaluationOrder, priorityAt } from '#contract/policy/list-order.ts'
import { moveQuestion, useReviewStore } from '#ui/stores/review.ts'
import { useReorder } from '../order/useReorder.ts'

/** A policy as its list shows it. */
export interface PolicyRow {
  policy: LocatedPolicy
  /** Undefined while it is counted, and when the service could not. */
  audience: PolicyAudience | undefined
  /** Place in the order of evaluation, from 1. */
  place: number
}

/** Whether the order of a type's policies decides: not where one is found through an application, or is the only one. */
export function isOrdered(type: PolicyType): boolean {
  const { selection, creatable } = policyType(type)
  return creatable && (selection === 'priority' || selection === 'server')
}

/**
 * The policies of a type in evaluation order, and how to reorder them; with the audience of each, which in a large organization
 * takes much longer to count than the policies to read.
 * @param server the authorization server's id or alias, for the type that has one
 */
export function usePolicies(type: Ref<PolicyType>, server: Ref<string>) {
  const review = useReviewStore()
  const policies = useResource((signal) => listPoliciesOf(type.value, server.value, signal), {
    watch: [type, server],
    clear: true,
  })
  const audiences = useResource(
    async (signal) => {
      const all = await api.call('listPolicyAudiences', { query: { type: type.value }, signal })
      return new Map(all.map((one) => [one.policyId, one]))
    },
    { watch: [type, server], clear: true },
  )
  const list = {
    ...policies,
    reload: () => {
      void audiences.reload()
      return policies.reload()
    },
  }

  const moveOf = (policy: LocatedPolicy, index: number) => {
    const priority = priorityAt('v1', list.data.value ?? [], policy.id, index)
    return { params: { policyId: policy.id }, body: policyBody(policy, { priority }) }
  }
  const reorder = useReorder<LocatedPolicy>({
    items: () => evaluationOrder(list.data.value ?? []),
    mayMove: (policy, index) =>
      review.ask(
        moveQuestion(policy.name, index, [policyStep(policy.serverId, 'replacePolicy', moveOf(policy, index))]),
      ),
    save: async (policy, index, reason) => {
      await policyApi(policy.serverId)('replacePolicy', { ...moveOf(policy, index), reason })
      await list.reload()
    },
  })

  const rows = computed<PolicyRow[]>(() =>
    reorder.order.value.map((policy, index) => ({
      policy,
      audience: audiences.data.value?.get(policy.id),
      place: index + 1,
    })),
  )
  return { list, rows, counting: audiences.loading, ordered: computed(() => isOrdered(type.value)), reorder }
}
