import type { App } from '#contract/apps/app.ts'
import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { Policy } from '#contract/policy/policy.ts'
import { api } from '#ui/api/client.ts'
import { linkedId } from '#ui/api/links.ts'

/** Types of policies that are found through an application, and the link that names the one it is mapped to. */
const LINKS = { ACCESS_POLICY: 'accessPolicy', PROFILE_ENROLLMENT: 'profileEnrollment' } as const
export type AppPolicyType = keyof typeof LINKS
export const APP_POLICY_TYPES = Object.keys(LINKS) as readonly AppPolicyType[]

type Linked = Pick<App, '_links'>
type Listed = Pick<Policy, 'id' | 'name' | 'status' | 'system'>

/** The id of the policy that an application is mapped to, also while that is inactive. */
export const mappedPolicyId = ({ _links }: Linked, type: AppPolicyType): string | undefined =>
  linkedId(_links, LINKS[type])

/** The policy that it changes nothing to give to an application. @param deciding the one that decides for it */
export const heldPolicyId = (app: Linked, type: AppPolicyType, deciding: string | null): string | null =>
  mappedPolicyId(app, type) ?? deciding

/**
 * The policy of a type that decides for an application: the one that it is mapped to while that is active, else the default (spec/1
 * "Defaults"). @param policies all of the type
 */
export function decidingPolicy<One extends Listed>(policies: readonly One[], app: Linked, type: AppPolicyType) {
  const mapped = mappedPolicyId(app, type)
  return (
    policies.find(({ id, status }) => id === mapped && status === 'ACTIVE') ??
    policies.find(({ system }) => system) ??
    null
  )
}

/** The policy of a type that decides for an application, and the one that it is mapped to but that is inactive. @throws ApiError */
export async function readDeciding(type: AppPolicyType, app: Linked, signal?: AbortSignal) {
  const policies = await readAppPolicies(type, 'identity', signal)
  const policy = decidingPolicy(policies, app, type)
  const mapped = mappedPolicyId(app, type)
  return { policy, idle: policies.find(({ id }) => id === mapped && id !== policy?.id) ?? null }
}

/** All policies of a type; none on the classic engine, where no policy is found through an application. @throws ApiError */
export function readAppPolicies(type: AppPolicyType, engine: Engine, signal?: AbortSignal): Promise<Policy[]> {
  return engine === 'identity' ? api.all('listPolicies', { query: { type }, signal }) : Promise.resolve([])
}

/** The policies of a type as a choice, each with what is to be known of it before, and the default one. @throws ApiError */
export async function readPolicyChoices(type: AppPolicyType, signal?: AbortSignal) {
  const found = await readAppPolicies(type, 'identity', signal)
  const choices = found.map(({ id, name, status, system }) => ({
    value: id,
    label: [name, system ? 'default' : '', status === 'ACTIVE' ? '' : 'inactive: the default decides']
      .filter(Boolean)
      .join(' · '),
  }))
  return { choices, standard: found.find(({ system }) => system)?.id ?? null }
}
