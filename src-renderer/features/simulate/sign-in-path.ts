import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { Explanation } from '#contract/policy/simulation.ts'

/** What a sign-in goes through, in order: routing, session, application, factors. */
const ON_THE_WAY: readonly PolicyType[] = ['IDP_DISCOVERY', 'SVC_SIGN_ON', 'ACCESS_POLICY', 'MFA_ENROLL']

/** The answers of a simulation: those of the way in, in its order, and the others, which apply beside it. */
export function alongTheWay(explanations: readonly Explanation[]): { way: Explanation[]; others: Explanation[] } {
  const way = ON_THE_WAY.flatMap((type) => explanations.filter(({ policyType }) => policyType === type))
  return { way, others: explanations.filter((explanation) => !way.includes(explanation)) }
}
