import type { KindName } from '#contract/kinds.ts'
import type { VersionKind } from '#contract/gatehouse/version.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { inTurn } from '#ui/lib/in-turn.ts'
import { api } from './client.ts'

/** The newest changes of one object; null where nothing is known of before them. */
async function newestChanges(id: string, count: number) {
  const versions = await api.call('listVersions', { query: { id, limit: count } })
  const [newest, first] = [versions[0], versions[count - 1]]
  return newest && first && first.action !== 'baseline' ? { versionId: newest.id, count } : null
}

/**
 * How the newest changes of objects with versions are taken back, in the reverse of their order, all or none; null where one of them
 * has none, or where there are too many. To be asked for right after the changes: from then on those of others are noticed.
 * @param ids an id for each change; one that is there twice was changed twice
 * @throws ApiError
 */
export async function undoOfNewest(ids: readonly string[]): Promise<(() => Promise<void>) | null> {
  const objects = [...Map.groupBy(ids, (id) => id)]
  if (objects.length === 0 || objects.length > LIMITS.undoneObjects) return null
  const changes = await inTurn(objects, ([id, { length }]) => newestChanges(id, length))
  const known = changes.filter((change) => change !== null)
  if (known.length < changes.length) return null
  return () => api.call('undoVersions', { body: { changes: known } })
}

/** The kinds of which any change can be taken back, a deletion too. WHY not all: with a person or a group there goes more than its state. */
const UNDOABLE: readonly VersionKind[] = ['policy', 'rule', 'zone', 'mapping']

/** Whether changes of objects of a kind can be taken back, whatever they are. */
export const hasUndo = (kind: KindName): boolean => UNDOABLE.some((one) => one === kind)
