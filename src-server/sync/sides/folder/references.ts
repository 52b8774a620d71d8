import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { nameOf, type Snapshot, type SyncObject } from '../../snapshot.ts'

/** Words that stand in the place of an id, such as `ALL_ZONES`: a name of this form gets its id beside it. */
const WORD = /^[A-Z0-9_*]+$/

/** What an object is called in the files of a folder, where no other of its kind has the name. */
export const plainReference = (object: SyncObject): string =>
  SYNCED_KINDS[object.kind].reference?.(object.body) ?? nameOf(object)

/** What each object is called in the files of a folder, by kind and id: its name, with its id where that is not enough. */
export function referencesOf({
  objects,
}: Pick<Snapshot, 'objects'>): ReadonlyMap<SyncKind, ReadonlyMap<string, string>> {
  return new Map(
    SYNC_KINDS.map((kind) => {
      const all = [...(objects.get(kind)?.values() ?? [])]
      const byName = Map.groupBy(all, (object) => plainReference(object))
      const names = [...byName].flatMap(([name, named]) =>
        named.map(({ id }) => [id, isEnough(kind, name, named) ? name : `${name} (${id})`] as const),
      )
      return [kind, new Map(names)]
    }),
  )
}

/** The id in the name of an object of which there are several; null where the name is enough. */
export const idIn = (reference: string): string | null => / \(([0-9A-Za-z]{20})\)$/.exec(reference)?.[1] ?? null

/** Of what nothing refers to, only that it is the only one. */
const isEnough = (kind: SyncKind, name: string, named: readonly SyncObject[]) =>
  named.length === 1 && name !== '' && (!WORD.test(name) || !IS_NAMED.has(kind))

/** Kinds that fields name beside words. */
const IS_NAMED: ReadonlySet<SyncKind> = new Set(
  SYNC_KINDS.flatMap((kind) => Object.values(SYNCED_KINDS[kind].fields).flatMap(({ refersTo }) => refersTo ?? [])),
)
