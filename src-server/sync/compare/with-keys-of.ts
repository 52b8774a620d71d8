import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Snapshot, SyncObject } from '../snapshot.ts'
import { pairObjects } from './pair-objects.ts'

type Objects = Pick<Snapshot, 'objects'>

/**
 * What a side once was, under the keys that the side has for it now, in steps. WHY keys change: what was deleted and made again has another id, and what
 * comes along with something new, such as the scopes of an authorization server, gets an id of its own wherever that is made. What is gone belongs to
 * what its parent is now.
 */
export function* withKeysOf(now: Objects, base: Objects): Generator<void, Objects> {
  const pairing = yield* pairObjects(now, base)
  const objects = new Map<SyncKind, ReadonlyMap<string, SyncObject>>()
  const moved = new Map<SyncKind, ReadonlyMap<string, string>>()
  for (const kind of SYNC_KINDS) {
    const [pairs, there] = [pairing.ours.get(kind), now.objects.get(kind)]
    const above = moved.get(SYNCED_KINDS[kind].source.within?.kind ?? kind)
    const before = [...(base.objects.get(kind)?.values() ?? [])]
    const all = before.map((one) => {
      const found = there?.get(pairs?.get(one.key) ?? '')
      if (!found) return withParent(one, above)
      const { key, id, parent } = found
      return key === one.key ? one : { ...one, key, id, parent }
    })
    objects.set(kind, new Map(all.map((one) => [one.key, one])))
    moved.set(kind, new Map(before.map((one, at) => [one.key, all[at]?.key ?? one.key])))
  }
  return { objects }
}

/** @param moved keys of what it can belong to, by those of before */
function withParent(object: SyncObject, moved: ReadonlyMap<string, string> | undefined): SyncObject {
  const { parent, key } = object
  const now = parent === null ? undefined : moved?.get(parent)
  if (parent === null || now === undefined || now === parent) return object
  return { ...object, parent: now, key: now + key.slice(parent.length) }
}
