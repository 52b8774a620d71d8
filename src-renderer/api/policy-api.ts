import type { Policy } from '#contract/policy/policy.ts'
import { asApiError } from './api-error.ts'
import { api, type CallInput, type Reply } from './client.ts'

/** What is done with policies and their rules, and the same where they belong to an authorization server. */
const AT_SERVER = {
  createPolicy: 'createServerPolicy',
  getPolicy: 'getServerPolicy',
  replacePolicy: 'replaceServerPolicy',
  deletePolicy: 'deleteServerPolicy',
  activatePolicy: 'activateServerPolicy',
  deactivatePolicy: 'deactivateServerPolicy',
  listRules: 'listServerRules',
  createRule: 'createServerRule',
  getRule: 'getServerRule',
  replaceRule: 'replaceServerRule',
  deleteRule: 'deleteServerRule',
  activateRule: 'activateServerRule',
  deactivateRule: 'deactivateServerRule',
} as const

type PolicyOperation = keyof typeof AT_SERVER

/**
 * The operation and input as they are for a policy of a server; as given where there is no server. Both kinds take and
 * give the same, but for one more parameter of the path.
 */
export function policyOperation<Id extends PolicyOperation>(serverId: string | null, id: Id, input: CallInput<Id>) {
  if (!serverId) return { operation: id, input }
  const params = { authServerId: serverId, ...(input as { params?: object }).params }
  // WHY the casts: TypeScript cannot see that the two tables of routes differ by a parameter only.
  return {
    operation: AT_SERVER[id] as unknown as Id,
    input: { ...(input as object), params } as unknown as CallInput<Id>,
  }
}

/** The authorization server that a policy belongs to, out of its own link; null for all others. */
export function serverOf(policy: Pick<Policy, '_links'>): string | null {
  const [self] = [policy._links['self'] ?? []].flat()
  return /\/authorizationServers\/([^/]+)\//.exec(self?.href ?? '')?.[1] ?? null
}

/** Calls for the policies of one place: `policyApi(serverOf(policy))('replaceRule', …)`. @throws ApiError */
export function policyApi(serverId: string | null) {
  return <Id extends PolicyOperation>(id: Id, input: CallInput<Id>): Promise<Reply<Id>> => {
    const there = policyOperation(serverId, id, input)
    return api.call(there.operation, there.input)
  }
}

/**
 * A policy by its id, at the server where it is known to be. WHY the second look without one: policies of authorization
 * servers are not found where the others are (spec/4 §1.2), and who has only an id does not know which it is.
 * @throws ApiError
 */
export async function findPolicy(policyId: string, signal?: AbortSignal, serverId?: string | null): Promise<Policy> {
  try {
    return await policyApi(serverId ?? null)('getPolicy', { params: { policyId }, signal })
  } catch (thrown) {
    if (serverId || asApiError(thrown).status !== 404) throw thrown
    const all = await api.all('listPolicies', { query: { type: 'OAUTH_AUTHORIZATION_POLICY' }, signal })
    const found = all.find((policy) => policy.id === policyId)
    if (!found) throw thrown
    return found
  }
}
