import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { SyncObject } from '../snapshot.ts'
import { referencesOf } from './references.ts'

/** What names a step removes, or what goes along with it: the step by kind and id. */
type GoingIds = ReadonlyMap<string, number>

/** An object that stays and names something that a step removes. */
interface Naming {
  readonly step: number
  readonly object: SyncObject
}

/**
 * WHY not these: a type that people are of cannot be removed, and which application a group is of no interface changes.
 */
const LEFT: ReadonlySet<SyncKind> = new Set(['user', 'group'])

/** The kinds that objects of a kind name in their fields. */
const NAMED = new Map(
  SYNC_KINDS.filter((kind) => !LEFT.has(kind)).map((kind) => {
    const rules = Object.values(SYNCED_KINDS[kind].fields)
    const kinds = rules.flatMap(({ refersTo = [], expression }): readonly SyncKind[] =>
      expression ? ['group'] : refersTo,
    )
    return [kind, new Set<string>(kinds)] as const
  }),
)

/**
 * The objects that stay and name in their fields what goes: the target may change them along with it, as it gives applications another policy, and what
 * is made again has another id. One for each step by which it is concerned.
 * @param isGoing whether an object goes as well
 */
export function namingIn(
  ids: GoingIds,
  objects: ReadonlyMap<SyncKind, ReadonlyMap<string, SyncObject>>,
  isGoing: (object: SyncObject) => boolean,
): Naming[] {
  const kinds = new Set([...ids.keys()].map((id) => id.split(' ')[0] ?? ''))
  return SYNC_KINDS.filter((kind) => [...(NAMED.get(kind) ?? [])].some((one) => kinds.has(one))).flatMap((kind) =>
    [...(objects.get(kind)?.values() ?? [])]
      .filter((object) => !isGoing(object))
      .flatMap((object) => {
        const named = referencesOf(kind, object.body).flatMap(({ id, kinds }) =>
          kinds.flatMap((one) => ids.get(`${one} ${id}`) ?? []),
        )
        return [...new Set(named)].map((step) => ({ step, object }))
      }),
  )
}
