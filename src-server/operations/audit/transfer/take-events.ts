import { createReadStream } from 'node:fs'
import { setImmediate as breathe } from 'node:timers/promises'
import { LIMITS } from '#contract/interface/limits.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { logImports } from '#db/tables/log-imports.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import type { Service } from '../../service/service.ts'
import { readLines } from '#verifier/read-lines.ts'
import type { EventRow } from '#audit-log/append-events.ts'
import { EventBatch, insertUnknown } from './event-batch.ts'

/** Of a line of ours: an event, escaped once more. */
const LINE_BYTES = 3 * LIMITS.logImportLineBytes

interface Taken {
  added: number
  known: number
}

/**
 * Puts checked events into the log, a batch in each transaction, with its count beside it. What the log holds already, by its
 * uuid, is passed over. It ends where the import is given up meanwhile.
 * @param rows the file that checking wrote
 * @param report told after each batch
 */
export async function takeEvents(
  service: Pick<Service, 'write'>,
  importId: string,
  rows: string,
  report: (taken: Taken) => void,
  signal: AbortSignal,
): Promise<void> {
  let taken: Taken = { added: 0, known: 0 }
  let batch = new EventBatch()
  const flush = async () => {
    if (batch.rows.length === 0) return true
    const added = await service.write(systemContext(), (tx) => takeBatch(tx, importId, batch, taken))
    if (added === null) return false
    taken = added
    report(taken)
    batch = new EventBatch()
    await breathe()
    return true
  }
  for await (const { text } of readLines(createReadStream(rows), LINE_BYTES)) {
    if (signal.aborted) return
    if (text === null) throw new Error('the checked events cannot be read')
    batch.add(JSON.parse(text) as EventRow)
    if (batch.isFull && !(await flush())) return
  }
  await flush()
}

async function takeBatch(
  tx: WriteTransaction,
  importId: string,
  batch: EventBatch,
  before: Taken,
): Promise<Taken | null> {
  // INVARIANT: once an import is given up, none of its events comes in: the newest event of a log is never removed.
  const row = await logImports.findOne(tx, { where: { id: importId, state: 'RUNNING' } })
  if (!row) return null
  const added = await insertUnknown(tx, batch, importId)
  const taken = { added: before.added + added, known: before.known + batch.rows.length - added }
  await logImports.update(tx, row, taken)
  return taken
}
