import type { Engine } from '#contract/gatehouse/workspace.ts'
import { api } from '#ui/api/client.ts'

/** Types of policies that are found through an application. */
export type AppPolicyType = 'ACCESS_POLICY' | 'PROFILE_ENROLLMENT'

export interface NamedPolicy {
  id: string
  name: string
}

/**
 * The policy of a type that decides for each application, by the application's id; those that are mapped to none have
 * the default. Empty on the classic engine, which has no such policies. @throws ApiError
 */
export async function findAppPolicies(
  type: AppPolicyType,
  engine: Engine,
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, NamedPolicy>> {
  if (engine !== 'identity') return new Map()
  const [policies, reach] = await Promise.all([
    api.all('listPolicies', { query: { type }, signal }),
    api.call('listPolicyAudiences', { query: { type }, signal }),
  ])
  const names = new Map(policies.map((policy) => [policy.id, policy.name]))
  return new Map(
    reach.flatMap(({ policyId, apps }) =>
      apps.map((app) => [app.id, { id: policyId, name: names.get(policyId) ?? policyId }] as const),
    ),
  )
}
