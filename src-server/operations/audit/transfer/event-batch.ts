import type { WriteTransaction } from '#db/transaction.ts'
import { insertRows, type EventRow } from '#audit-log/append-events.ts'
import { uuidsInLog } from './transfer.sql.ts'

/** Events of one transaction, and characters in them: every change waits for as long as one takes. */
const BATCH = { events: 200, characters: 1_048_576 }

/** Events from elsewhere that are put into the log in one transaction. */
export class EventBatch {
  readonly rows: EventRow[] = []
  #characters = 0

  add(row: EventRow): void {
    this.rows.push(row)
    this.#characters += row[4].length
  }

  get isFull(): boolean {
    return this.rows.length >= BATCH.events || this.#characters >= BATCH.characters
  }
}

/** Events in the batches in which they are put into the log; one without events where there are none. */
export function batchesOf(rows: readonly EventRow[]): EventBatch[] {
  let last = new EventBatch()
  const batches = [last]
  for (const row of rows) {
    if (last.isFull) batches.push((last = new EventBatch()))
    last.add(row)
  }
  return batches
}

/** Puts a batch into the log. What is there already, by its uuid, stays as it is. @returns how many were added */
export async function insertUnknown(tx: WriteTransaction, { rows }: EventBatch, importId: string): Promise<number> {
  const known = await uuidsInLog(
    tx,
    rows.map(([uuid]) => uuid),
  )
  const fresh = rows.filter(([uuid]) => !known.has(uuid) && known.add(uuid))
  await insertRows(tx, fresh, importId)
  return fresh.length
}
