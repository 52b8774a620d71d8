import { api } from './client.ts'

/**
 * How the newest changes of objects with versions are taken back, in the reverse of their order; null where one of them has none.
 * To be asked for right after the changes: from then on those of others are noticed.
 * @throws ApiError
 */
export async function undoOfNewest(ids: readonly string[]): Promise<(() => Promise<void>) | null> {
  const pages = await Promise.all(ids.map((id) => api.call('listVersions', { query: { id, limit: 1 } })))
  const newest = pages.flat().filter(({ action }) => action !== 'baseline')
  if (newest.length < ids.length) return null
  return async () => {
    for (const { id: versionId } of newest.toReversed()) await api.call('undoVersion', { params: { versionId } })
  }
}
