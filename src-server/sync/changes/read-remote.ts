import { LIMITS } from '#contract/interface/limits.ts'
import type { ReadingReason } from '#contract/gatehouse/pull.ts'
import type { Caller } from '#operations/service/caller.ts'
import { unreadable } from '../sides/refusals.ts'
import { readSide } from '../sides/read-side.ts'
import type { Snapshot } from '../snapshot.ts'
import { noteEffect } from './event-effects.ts'
import { readChanged } from './read-changed.ts'
import { endOfLog, eventsSince, type LogPosition } from './read-log.ts'
import { Stale } from './stale.ts'

/** The latest reading of a remote, as it is stored. */
export interface EarlierReading {
  readonly snapshot: Snapshot
  readonly position: LogPosition
  /** When everything was read for the last time, in milliseconds since the epoch by our clock. */
  readonly wholeAt: number
}

/** A reading of a remote. */
export interface RemoteReading {
  readonly snapshot: Snapshot
  /** How far its log was read before its objects were; null where it cannot be read, so that the next reading is whole again. */
  readonly position: LogPosition | null
  readonly wholeAt: number
  /** Why everything was read; null where only what the log names was. */
  readonly reason: ReadingReason | null
}

interface Options {
  /** Null where it is not known. */
  earlier: EarlierReading | null
  /** Whether nothing was pulled yet. */
  isFirst: boolean
  /** Whether everything is to be read, whatever the log says. */
  isWhole?: boolean | undefined
  /** Whether not all people count as they are: who does, and what stays of them, may change without an event of theirs. */
  isPartial?: boolean | undefined
  /** Milliseconds since the epoch. */
  now: number
  /** The same by the clock of the remote, once it has answered; null where it is not known. */
  remoteNow?: (() => number | null) | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((read: { objects: number }) => void) | undefined
}

const DAY_MS = 86_400_000

/**
 * Reads a remote: what its log names since the earlier reading, or everything where that is not known.
 * @throws RemoteError where it cannot be read; SyncError for a list that does not end or stay
 */
export async function readRemote(caller: Caller, options: Options): Promise<RemoteReading> {
  const changed = await readByLog(caller, options)
  if (typeof changed !== 'string') return changed
  const { signal, onProgress, now } = options
  // INVARIANT: the position is taken before the objects are read: what changes meanwhile is read again next time.
  const position = await ifPermitted(() => endOfLog({ caller, signal }))
  const snapshot = await readSide(caller, { side: 'the remote', signal, onProgress })
  return { snapshot, position, wholeAt: now, reason: position ? changed : 'NO_LOG' }
}

/** @returns a reason where everything has to be read */
async function readByLog(caller: Caller, options: Options): Promise<RemoteReading | ReadingReason> {
  const { earlier, isFirst, isWhole, isPartial, now, signal, onProgress } = options
  if (isFirst) return 'FIRST'
  if (isPartial) return 'PEOPLE'
  if (isWhole) return 'ASKED'
  if (!earlier) return 'NO_POSITION'
  // A clock that was set back tells nothing of the time that has passed.
  if (Math.abs(now - earlier.wholeAt) > LIMITS.syncWholeAfterDays * DAY_MS) return 'LONG_AGO'
  const found = await ifPermitted(() => eventsSince(earlier.position, { caller, signal }))
  if (found === null) return 'NO_LOG'
  if (found === 'GONE') return 'LOG_GONE'
  if (found === 'TOO_MANY') return 'MANY_EVENTS'
  if (found === 'UNNAMED') return found
  if (isAhead(earlier.position, options)) return 'CLOCK'
  const stale = new Stale(earlier.snapshot)
  for (const event of found.events) noteEffect(stale, event)
  if (stale.isEverything) return 'UNNAMED'
  // It tells which organization answers.
  stale.whole('organization')
  for (const { kind, call } of earlier.snapshot.unread) {
    if (call) stale.ofCall(kind, call)
    else stale.whole(kind)
  }
  const snapshot = await ifPermitted(() => readChanged(caller, stale, { signal, onProgress }))
  // INVARIANT: what cannot be read any more is not taken for gone, nor what belongs to it.
  if (snapshot === null || isLessReadable(snapshot, earlier.snapshot)) return 'RIGHTS'
  return { snapshot, position: found.position, wholeAt: earlier.wholeAt, reason: null }
}

/** Whether a position is later than it is at the remote, whose clock was ahead: what happens until then would be before it. */
function isAhead({ published }: LogPosition, { remoteNow }: Options): boolean {
  const now = remoteNow?.() ?? null
  return now !== null && Date.parse(published) > now + LIMITS.syncEventsLateMs
}

const isLessReadable = (now: Snapshot, before: Snapshot): boolean =>
  now.unread.some((one) => !before.unread.some(({ kind, call }) => kind === one.kind && call === one.call))

/** Null where something may not be read. */
async function ifPermitted<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    if (unreadable(error, 'the remote') !== null) return null
    throw error
  }
}
