import { setImmediate as breathe } from 'node:timers/promises'
import type { EventRow } from '#audit-log/append-events.ts'
import { readRow } from '#operations/audit/transfer/import-event.ts'

/** What a page of a remote comes to. */
export interface ReadEvents {
  rows: EventRow[]
  unreadable: number
  unreadableReason: string | null
  /** Of the text of the events. */
  characters: number
  /** The last event that can be read. */
  last: { uuid: string; published: string } | null
}

/** Events that are read before others have their turn. */
const AT_ONCE = 50

/** Reads events as the remote sent them, in our words; what is none is passed over and counted. */
export async function readEvents(items: readonly unknown[], signal: AbortSignal): Promise<ReadEvents> {
  const read: ReadEvents = { rows: [], unreadable: 0, unreadableReason: null, characters: 0, last: null }
  for (const [at, item] of items.entries()) {
    const { row, problem } = readRow(JSON.stringify(item))
    if (row) {
      const [uuid, published, , , payload] = row
      read.rows.push(row)
      read.characters += payload.length
      read.last = { uuid, published }
    } else {
      read.unreadable += 1
      read.unreadableReason = problem
    }
    if (at % AT_ONCE === AT_ONCE - 1) await breathe()
    signal.throwIfAborted()
  }
  return read
}
