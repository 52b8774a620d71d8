import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { isRelation, SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Caller } from '#operations/service/caller.ts'
import { readSide } from '../sides/read-side.ts'
import type { Snapshot, SyncObject } from '../snapshot.ts'
import { knownOf } from './known-of.ts'
import { Stale } from './stale.ts'

interface Options {
  signal?: AbortSignal | undefined
  onProgress?: ((read: { objects: number }) => void) | undefined
}

/** What is gone may be named by what is gone because of it, and so on; no chain is longer. */
const MOST_PASSES = 5

/**
 * An earlier reading of a remote with what is to be read again. What names an object that turns out to be gone is read again as well: the remote may
 * have changed it without an event.
 * @throws as {@link readSide}
 */
export async function readChanged(caller: Caller, stale: Stale, { signal, onProgress }: Options): Promise<Snapshot> {
  let [left, read] = [stale, stale.former]
  for (let pass = 1; pass === 1 || (!left.isEmpty && pass <= MOST_PASSES); pass += 1) {
    left.settle()
    const before = left
    const known = (snapshot: Snapshot) => knownOf(before, snapshot)
    // Told once: later passes read little.
    const options = { side: 'the remote', signal, known, ...(pass === 1 ? { onProgress } : {}) } as const
    const now = withUnread(await readSide(caller, options), before)
    left = namingWhatIsGone(before.former, now)
    read = now
  }
  return read
}

/** With what could not be read before, and was not asked for again. */
function withUnread(now: Snapshot, stale: Stale): Snapshot {
  const isAskedAgain = ({ kind, call }: Snapshot['unread'][number]) => stale.hasList(kind, call ?? '', null)
  const isTold = (one: Snapshot['unread'][number]) =>
    now.unread.some(({ kind, call }) => kind === one.kind && call === one.call)
  const kept = stale.former.unread.filter((one) => !isAskedAgain(one) && !isTold(one))
  return { objects: now.objects, unread: [...now.unread, ...kept] }
}

/** The objects of a reading that name what is gone since an earlier one. */
function namingWhatIsGone(former: Snapshot, now: Snapshot): Stale {
  const stale = new Stale(now)
  const gone = new Set<string>()
  const kinds = new Set<SyncKind>()
  for (const kind of SYNC_KINDS)
    for (const { key, id } of former.objects.get(kind)?.values() ?? []) {
      if (id === '' || now.objects.get(kind)?.has(key) || isRelation(kind)) continue
      gone.add(id)
      kinds.add(kind)
    }
  if (gone.size === 0) return stale
  for (const kind of SYNC_KINDS.filter((one) => mayName(one, kinds)))
    for (const object of now.objects.get(kind)?.values() ?? []) if (names(object, gone)) stale.object(object)
  return stale
}

/** Whether a field of a kind holds ids of one of some kinds, or a text in which any may be. */
function mayName(kind: SyncKind, kinds: ReadonlySet<SyncKind>): boolean {
  return Object.values(SYNCED_KINDS[kind].fields).some(
    ({ expression, refersTo }) => expression !== undefined || refersTo?.some((one) => kinds.has(one)),
  )
}

const WORD = /[\w-]+/g

const names = ({ body }: SyncObject, ids: ReadonlySet<string>) =>
  JSON.stringify(body)
    .match(WORD)
    ?.some((word) => ids.has(word)) === true
