import { KINDS } from '#contract/kinds.ts'
import { type LocatedPolicy, policyApi, policyStep } from '#ui/api/policy-api.ts'
import type { BulkAction, BulkKind } from '#ui/resource/list/bulk.ts'
import { useNamesStore } from '#ui/stores/names.ts'

/** Policies, as acts on many of them name them. */
export const BULK_POLICIES: BulkKind<LocatedPolicy> = {
  kind: 'policy',
  one: KINDS.policy.singular,
  many: KINDS.policy.plural,
  nameOf: ({ name }) => name,
}

type Act = Pick<BulkAction<LocatedPolicy>, 'key' | 'label' | 'done' | 'danger' | 'note' | 'applies'>

/** An act by an operation on each: a step of the review, then a request. WHY not of the kit: where a policy is decides its operation. */
function actBy(
  operation: 'activatePolicy' | 'deactivatePolicy' | 'deletePolicy',
  act: Act,
  after: (id: string) => void = () => undefined,
): BulkAction<LocatedPolicy> {
  const inputOf = ({ id }: LocatedPolicy) => ({ params: { policyId: id } })
  return {
    ...act,
    namable: false,
    steps: (policy) => [policyStep(policy.serverId, operation, inputOf(policy))],
    run: async (policy, _, reason) => {
      await policyApi(policy.serverId)(operation, { ...inputOf(policy), reason })
      after(policy.id)
    },
  }
}

const isActive = ({ status }: LocatedPolicy) => status === 'ACTIVE'

/** What can be done to the chosen policies; those that come with the organization are never among them. */
export const POLICY_ACTIONS: readonly BulkAction<LocatedPolicy>[] = [
  actBy('activatePolicy', {
    key: 'activate',
    label: 'Activate',
    done: 'activated',
    applies: (policy) => !isActive(policy),
  }),
  actBy('deactivatePolicy', { key: 'deactivate', label: 'Deactivate', done: 'deactivated', applies: isActive }),
  actBy(
    'deletePolicy',
    { key: 'delete', label: 'Delete', done: 'deleted', danger: true, note: 'Their rules are deleted too.' },
    (id) => useNamesStore().forget(id),
  ),
]
