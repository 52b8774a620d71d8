import type { PolicyType } from '#contract/policy/policy-types.ts'

/** The policies that an application is mapped to; null where it has none of the type. */
export interface MappedPolicies {
  accessPolicyId: string | null
  profileEnrollmentId: string | null
}

const mapped = (type: PolicyType) =>
  `(SELECT policy_id FROM policy_mappings WHERE app_id = a.id AND policy_type = '${type}')`

/** The columns of {@link MappedPolicies} in a SELECT from `apps a`. */
export const MAPPED_POLICIES = `${mapped('ACCESS_POLICY')} AS accessPolicyId,
  ${mapped('PROFILE_ENROLLMENT')} AS profileEnrollmentId`
