import { LIMITS } from '#contract/interface/limits.ts'
import { type LocatedPolicy, policyApi, policyStep } from '#ui/api/policy-api.ts'
import type { ReviewStep } from '#ui/api/review-steps.ts'

/** Something done to several policies: one step of the review each, then one request each. */
export interface PolicyAct {
  label: string
  /** After "3 policies": what was done. */
  done: string
  danger?: boolean
  operation: 'activatePolicy' | 'deactivatePolicy' | 'deletePolicy'
  /** Which of the chosen ones it is for. */
  applies: (policy: LocatedPolicy) => boolean
}

const isActive = ({ status }: LocatedPolicy) => status === 'ACTIVE'

/** What can be done to the chosen policies; those that come with the organization are never among them. */
export const POLICY_ACTS: readonly PolicyAct[] = [
  { label: 'Activate', done: 'activated', operation: 'activatePolicy', applies: (policy) => !isActive(policy) },
  { label: 'Deactivate', done: 'deactivated', operation: 'deactivatePolicy', applies: isActive },
  { label: 'Delete', done: 'deleted', danger: true, operation: 'deletePolicy', applies: () => true },
]

/** One review tells of so many steps at most. */
export const MOST_AT_ONCE = LIMITS.reviewSteps

const inputOf = ({ id }: LocatedPolicy) => ({ params: { policyId: id } })

/** The steps of an act, for its review. */
export const stepsOf = ({ operation }: PolicyAct, policies: readonly LocatedPolicy[]): ReviewStep[] =>
  policies.map((policy) => policyStep(policy.serverId, operation, inputOf(policy)))

/** Does it to one. @throws ApiError */
export const perform = ({ operation }: PolicyAct, policy: LocatedPolicy, reason: string): Promise<unknown> =>
  policyApi(policy.serverId)(operation, { ...inputOf(policy), reason })
