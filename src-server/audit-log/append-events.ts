import type { LogEvent } from '#contract/log/log-event.ts'
import { assertArrived, insertMany } from '#db/bulk.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { chainHead, nextLink } from './chain.ts'
import { EVENT_COLUMNS, insertEventRow, LOG_TABLE } from './log-events.sql.ts'

/** The row of an event before it is chained: the columns for queries, and the event as text. */
export type EventRow = readonly [uuid: string, published: string, eventType: string, actorId: string, payload: string]

export function toRow(event: LogEvent): EventRow {
  return [event.uuid, event.published, event.eventType, event.actor.id.toWellFormed(), toPayload(event)]
}

/** WHY no lone surrogates: the file cannot store them as text, so a query would not find what it shows. */
function toPayload(event: LogEvent): string {
  const text = JSON.stringify(event)
  if (!text.includes('\\ud')) return text
  return JSON.stringify(event, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))
}

/**
 * Writes finished events in order, each chained to the one before; triggers add them to the indexes for `filter` and `q`. A uuid that
 * is already in the log is an error.
 * @param importId the import that they belong to
 */
export function insertEvents(
  tx: WriteTransaction,
  events: Iterable<LogEvent>,
  { importId = null }: { importId?: string | null } = {},
): Promise<void> {
  return insertRows(tx, Array.isArray(events) ? events.map(toRow) : rowsOf(events), importId)
}

function* rowsOf(events: Iterable<LogEvent>): Generator<EventRow> {
  for (const event of events) yield toRow(event)
}

/** As {@link insertEvents}, for events that are rows already. */
export async function insertRows(
  tx: WriteTransaction,
  rows: Iterable<EventRow>,
  importId: string | null,
): Promise<void> {
  if (Array.isArray(rows) && rows.length === 0) return
  const head = await chainHead(tx)
  if (!Array.isArray(rows) || rows.length > 1) {
    const linked = chained(rows, head, importId, (link) => link.toString('hex'))
    return void (await insertMany(tx, LOG_TABLE, EVENT_COLUMNS, linked, ['chain']))
  }
  // WHY apart: most changes write one event, and reading it out of JSON would cost them a third more.
  for (const row of chained(rows, head, importId, (link) => link))
    assertArrived(LOG_TABLE, await insertEventRow(tx, row), 1)
}

/** @param asValue converts a link for its row */
function* chained<T>(
  rows: Iterable<EventRow>,
  head: Uint8Array,
  importId: string | null,
  asValue: (link: Buffer) => T,
) {
  let before = head
  for (const row of rows) {
    const link = nextLink(before, row[4], importId)
    before = link
    yield [...row, asValue(link), importId]
  }
}
