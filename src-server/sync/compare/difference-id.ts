import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { SyncObject } from '../snapshot.ts'

const idOf = (kind: SyncKind, key: string, isOnlyOurs: boolean) => `${kind}:${isOnlyOurs ? 'ours:' : ''}${key}`

/** What a difference is called, in each comparison alike. */
export const differenceId = (kind: SyncKind, ours: SyncObject | null, theirs: SyncObject | null): string =>
  idOf(kind, (theirs ?? ours)?.key ?? '', theirs === null)

/** What the order of a list is called, in each comparison alike: by what it belongs to here, or which of the organization it is. */
export const orderId = (kind: SyncKind, parent: string | null, list: string): string =>
  `${kind}:order:${parent ?? list}`

interface OneSided {
  id: string
  kind: SyncKind
  ours: SyncObject | null
  theirs: SyncObject | null
}

/** Something that an object belongs or relates to. */
interface Above {
  readonly kind: SyncKind
  /** What its difference is called, if it is on the same side only. */
  readonly id: string
  /** Whether the object belongs to it. */
  readonly isParent: boolean
}

/** What an object that is on one side only belongs to, and what it relates to, as their differences are called; of any other object none. */
export function differencesAbove({ id, kind, ours, theirs }: OneSided): Above[] {
  const { source, id: where } = SYNCED_KINDS[kind]
  const object = ours ?? theirs
  if (!object || (ours && theirs)) return []
  const isOnlyOurs = id.startsWith(idOf(kind, '', true))
  const called = (of: SyncKind, key: string, isParent: boolean) => ({
    ...{ kind: of, id: idOf(of, key, isOnlyOurs), isParent },
  })
  const parent = source.within && object.parent ? [called(source.within.kind, object.parent, true)] : []
  // What objects relate to has its id as its key.
  const related = where !== null && typeof where === 'object' && object.id ? where.relatesTo : []
  return [...parent, ...related.map((one) => called(one, object.id, false))]
}
