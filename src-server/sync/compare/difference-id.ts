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

/**
 * What the difference is called of what an object belongs to that is on one side only, if that is on this side only as well; null: there can be
 * none.
 */
export function parentDifferenceId({ id, kind, ours, theirs }: OneSided): string | null {
  const above = SYNCED_KINDS[kind].source.within?.kind
  const parent = (ours ?? theirs)?.parent
  if (!above || !parent || (ours && theirs)) return null
  return idOf(above, parent, id.startsWith(idOf(kind, '', true)))
}
