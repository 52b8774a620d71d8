import { api } from './client.ts'
import { linkedId } from './links.ts'

/** Ids of the mappings of a policy, by application; the service names the application in a link. @throws ApiError */
export async function mappingsByApp(policyId: string, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const list = await api.call('listPolicyMappings', { params: { policyId }, ...(signal ? { signal } : {}) })
  return new Map(list.map(({ id, _links }) => [linkedId(_links, 'application') ?? '', id]))
}
