import pMap from 'p-map'
import type { Source } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Caller } from '#operations/service/caller.ts'
import { SnapshotBuilder, toSyncObject, type Snapshot, type SyncObject, type Unread } from '../snapshot.ts'
import type { Known, Reading } from './known.ts'
import { readAnswers, readHolders, type Call } from './read-list.ts'
import { readOnes } from './read-ones.ts'
import { isGone, unreadable, type Side } from './refusals.ts'

/** How far a reading is, after each kind. */
interface ReadProgress {
  kind: SyncKind
  /** How many there are of the kind. */
  objects: number
}

interface ReadOptions {
  /** Absent: this workspace. */
  side?: Side
  signal?: AbortSignal | undefined
  onProgress?: ((progress: ReadProgress) => void) | undefined
  /** By what is read so far. Absent: nothing is known, so that everything is read. */
  known?: ((read: Snapshot) => Known) | undefined
  /** Kinds that are not asked for, so that they are left as they are, with why. */
  without?: Omitted | undefined
}

/** What of a side is not asked for, and why, in a sentence. */
export interface Omitted {
  readonly kinds: ReadonlySet<SyncKind>
  readonly reason: string
}

/**
 * Reads what a side holds, kind by kind, by the operations that its kinds name.
 * @throws ApiError or RemoteError, where a side cannot be read at all; SyncError for a list that does not end or stay
 */
export async function readSide(caller: Caller, options: ReadOptions = {}): Promise<Snapshot> {
  const { onProgress, signal, side, without } = options
  const snapshot = new SnapshotBuilder()
  const known = options.known?.(snapshot)
  for (const kind of SYNC_KINDS) {
    signal?.throwIfAborted()
    if (without?.kinds.has(kind)) {
      noteUnread(snapshot, { kind, call: null, reason: without.reason })
      continue
    }
    await readKind(kind, { caller, snapshot, signal, side, known })
    onProgress?.({ kind, objects: snapshot.of(kind).size })
  }
  return snapshot
}

/** How many lists of one kind are read at a time; a limiter may let fewer through. */
const LISTS_AT_ONCE = 4

/** Reads the objects of a kind, in place of those that were read before; those that they belong to are read already. */
export async function readKind(kind: SyncKind, reading: Reading): Promise<void> {
  const { source } = SYNCED_KINDS[kind]
  reading.snapshot.of(kind).clear()
  const parents = await parentsOf(kind, reading)
  const calls = (source.calls ?? [{}]).flatMap((call) => parents.map((parent) => ({ call, parent })))
  const read = ({ call, parent }: (typeof calls)[number]) => readCall(kind, call, parent, reading)
  const found = await pMap(calls, read, { concurrency: LISTS_AT_ONCE, signal: reading.signal })
  for (const object of found.flat()) reading.snapshot.add(object)
  for (const object of await readOnes(kind, reading)) reading.snapshot.add(object)
}

/** The objects that one call answers; none where it cannot be asked, which is noted. */
async function readCall(
  kind: SyncKind,
  call: Call,
  parent: SyncObject | undefined,
  reading: Reading,
): Promise<readonly SyncObject[]> {
  const { source } = SYNCED_KINDS[kind]
  const label = source.list && parent ? '' : labelOf(call)
  const kept = reading.known?.listOf(kind, label, parent)
  if (kept) return kept
  try {
    const answers = await readAnswers(source, call, parent, reading)
    return answers.map((answer) => toSyncObject(kind, answer, { parent, call: label }))
  } catch (error) {
    // What it was within is gone meanwhile, and so is this.
    if (parent && isGone(error)) return []
    noteRefusal(error, { kind, call: source.calls ? label : null }, reading)
    return []
  }
}

/** What tells the calls of a source apart. */
export const labelOf = ({ params, query }: Call) => Object.values({ ...params, ...query }).join(' ')

/** @throws an error of which it does not follow that the side cannot say something */
function noteRefusal(
  error: unknown,
  what: Omit<Unread, 'reason'>,
  { snapshot, side = 'this workspace' }: Reading,
): void {
  const reason = unreadable(error, side)
  if (!reason) throw error
  noteUnread(snapshot, { ...what, reason })
}

function noteUnread({ unread }: SnapshotBuilder, one: Unread): void {
  if (!unread.some(({ kind, call }) => kind === one.kind && call === one.call)) unread.push(one)
}

/** Within what a kind is read; one without a parent is read once. */
async function parentsOf(kind: SyncKind, reading: Reading): Promise<(SyncObject | undefined)[]> {
  const { within }: Source = SYNCED_KINDS[kind].source
  if (!within) return [undefined]
  const all = [...reading.snapshot.of(within.kind).values()].filter(({ body }) => within.where?.(body) ?? true)
  if (!within.only) return all
  try {
    const holders = reading.known?.holdersOf(kind) ?? (await readHolders(within.only, reading))
    return all.filter(({ id }) => holders.has(id))
  } catch (error) {
    noteRefusal(error, { kind, call: null }, reading)
    return []
  }
}
