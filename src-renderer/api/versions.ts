import type { KindName } from '#contract/kinds.ts'
import { VERSION_KINDS } from '#contract/gatehouse/version.ts'
import { api } from './client.ts'

/** The newest change of one object, or its newest few as one. */
async function undoOfOne(id: string, steps: number): Promise<(() => Promise<unknown>) | null> {
  const versions = await api.call('listVersions', { query: { id, limit: steps + 1 } })
  const [newest, before] = [versions[0], versions[steps]]
  if (!newest || newest.action === 'baseline') return null
  if (steps === 1) return () => api.call('undoVersion', { params: { versionId: newest.id } })
  if (!before) return null
  const body = { expectedVersion: newest.version }
  return () => api.call('restoreVersion', { params: { versionId: before.id }, body })
}

/**
 * How the newest changes of objects with versions are taken back, in the reverse of their order; null where one of them has none.
 * To be asked for right after the changes: from then on those of others are noticed.
 * @param ids an id for each change; one that is there twice was changed twice
 * @throws ApiError
 */
export async function undoOfNewest(ids: readonly string[]): Promise<(() => Promise<void>) | null> {
  const changes = [...Map.groupBy(ids, (id) => id)]
  const undos = await Promise.all(changes.map(([id, { length }]) => undoOfOne(id, length)))
  const known = undos.filter((undo) => undo !== null)
  if (known.length < changes.length) return null
  return async () => {
    for (const undo of known.toReversed()) await undo()
  }
}

/** Whether the states of objects of a kind are stored. */
export const hasVersions = (kind: KindName): boolean => VERSION_KINDS.some((one) => one === kind)
