import type { Source } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Asked, Known } from '../sides/known.ts'
import type { Snapshot, SyncObject } from '../snapshot.ts'
import type { Stale } from './stale.ts'

const oneKey = ({ id, parent }: Asked) => JSON.stringify([id, parent])
const listKey = (call: string, parent: string | null) => JSON.stringify([call, parent])

/**
 * What of an earlier reading need not be read again. @param now what is read so far: what belonged to an object that is gone, or said of two objects
 * that one has the other, is gone with it
 */
export function knownOf(stale: Stale, now: Snapshot): Known {
  const { former } = stale
  const listsOf = remembered((kind) => byList(former.objects.get(kind)?.values() ?? []))
  const askedOf = remembered((kind) => new Set(stale.ones(kind).map(oneKey)))
  const isGone = (kinds: readonly SyncKind[], id: string) =>
    kinds.some((kind) => former.objects.get(kind)?.has(id) && !now.objects.get(kind)?.has(id))
  return {
    listOf(kind, call, parent) {
      if (stale.hasList(kind, call, parent?.key ?? null) || (parent && !wasParent(former, kind, parent))) return null
      const asked = askedOf(kind)
      const { id: where } = SYNCED_KINDS[kind]
      const related = where !== null && typeof where === 'object' ? where.relatesTo : []
      const found = listsOf(kind).get(listKey(call, parent?.key ?? null)) ?? []
      return found.filter((one) => !asked.has(oneKey(one)) && !isGone(related, one.id))
    },
    holdersOf(kind) {
      if (stale.isWhole(kind)) return null
      const parents = [...(former.objects.get(kind)?.values() ?? [])].map(({ parent }) => parent ?? '')
      return new Set([...parents, ...stale.parentsOf(kind)])
    },
    asked: (kind) => stale.ones(kind),
  }
}

/** A function of a kind, called once for each. */
function remembered<Value>(make: (kind: SyncKind) => Value): (kind: SyncKind) => Value {
  const known = new Map<SyncKind, Value>()
  return (kind) => {
    const value = known.get(kind) ?? make(kind)
    known.set(kind, value)
    return value
  }
}

function byList(objects: Iterable<SyncObject>): Map<string, SyncObject[]> {
  return Map.groupBy(objects, ({ call, parent }) => listKey(call, parent))
}

/** Whether an object had a list of this kind below it. */
function wasParent(former: Snapshot, kind: SyncKind, { kind: parentKind, key }: SyncObject): boolean {
  const { within }: Source = SYNCED_KINDS[kind].source
  const before = former.objects.get(parentKind)?.get(key)
  return before !== undefined && (within?.where?.(before.body) ?? true)
}
