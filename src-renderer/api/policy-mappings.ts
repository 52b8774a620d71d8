import { api } from './client.ts'

/** Ids of the mappings of a policy, by application; the service names the application in a link. @throws ApiError */
export async function mappingsByApp(policyId: string, signal?: AbortSignal): Promise<ReadonlyMap<string, string>> {
  const list = await api.call('listPolicyMappings', { params: { policyId }, ...(signal ? { signal } : {}) })
  return new Map(
    list.map(({ id, _links }) => {
      const [link] = [_links['application'] ?? []].flat()
      return [link?.href.split('/').at(-1) ?? '', id] as const
    }),
  )
}
