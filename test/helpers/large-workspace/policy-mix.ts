import { policyType, type PolicyType } from '#contract/policy/policy-types.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'

/** Which policies there are, as shares of all; what is left, and what a type has no room for, is of the first type. */
const SHARES: Readonly<Record<Engine, readonly (readonly [PolicyType, number])[]>> = {
  identity: [
    ['SVC_SIGN_ON', 0],
    ['ACCESS_POLICY', 0.4],
    ['MFA_ENROLL', 0.15],
    ['PASSWORD', 0.1],
    ['PROFILE_ENROLLMENT', 0.05],
  ],
  classic: [
    ['SVC_SIGN_ON', 0],
    ['MFA_ENROLL', 0.3],
    ['PASSWORD', 0.3],
  ],
}

/** Policies of a type that a new organization has already; no more of any type that has a limit. */
const DEFAULTS = 4

/** Rules that one policy can have beside its catch-all: v2 types number them from 0 to 98. */
export const MOST_RULES = 99

export type PolicyCounts = readonly (readonly [type: PolicyType, count: number])[]

/** How many policies of each type; they add up to the total. */
export function countsByType(total: number, engine: Engine): PolicyCounts {
  const counts = SHARES[engine].map(([type, share]): [PolicyType, number] => {
    const room = (policyType(type).maxPolicies ?? Infinity) - DEFAULTS
    return [type, Math.min(Math.floor(total * share), room)]
  })
  const given = counts.reduce((sum, [, count]) => sum + count, 0)
  return counts.map(([type, count], index) => [type, index === 0 ? count + total - given : count])
}

/** Whether policies of the type have rules beside the catch-all. */
export const takesRules = (type: PolicyType) => policyType(type).maxRules !== 1

/** How many rules the policies can have. */
export function ruleCapacity(counts: PolicyCounts): number {
  return counts.reduce((sum, [type, count]) => sum + (takesRules(type) ? count * MOST_RULES : 0), 0)
}
