import { setImmediate as breathe } from 'node:timers/promises'
import { failed, targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import {
  directoryImportRows,
  directoryImports,
  type DirectoryImportRecord,
  type DirectoryImportRowRecord,
} from '#db/tables/directory-imports.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { SliceSize } from '../../jobs/slice-size.ts'
import { IMPORTS } from './import-kinds.ts'
import { RowProblem } from './import-kind.ts'
import { pendingRows } from './imports.sql.ts'
import { beginRevert } from './imports.ts'

/** Rows of one transaction. */
const SLICE_ROWS = { first: 100, least: 10, most: 2_000 }

const CUT_SHORT = 'The service ended before the import was done.'

/** Applies what was checked, a slice in each transaction; where a row fails, all is taken back. */
export async function runDirectoryImport(work: JobWork<'directoryImport'>): Promise<JobOutcome<'directoryImport'>> {
  const { service, subjectId, context, signal, report } = work
  const isFresh = await service.write(context, (tx) => begin(tx, subjectId))
  if (!isFresh) return { problem: CUT_SHORT, write: async () => {} }
  const { counts, options, kind } = await directoryImports.require(service.reader, subjectId)
  report({ total: counts.create + counts.update })
  const size = new SliceSize(SLICE_ROWS)
  let [done, last] = [0, 0]
  try {
    while (!signal.aborted) {
      const rows = await pendingRows(service.reader, subjectId, { after: last, limit: size.count })
      if (rows.length === 0) return { write: (tx) => end(tx, subjectId) }
      done += await service.write(context, (tx) => {
        size.begin()
        return applySlice(tx, { id: subjectId, kind, options }, rows)
      })
      size.end(rows.length)
      last = rows.at(-1)?.line ?? last
      report({ done })
      // Writes that came meanwhile are in the queue by then.
      await breathe()
    }
    return {}
  } catch (error) {
    if (error instanceof RowProblem) return failedImport(error.message, subjectId)
    await service.write(context, (tx) =>
      goBack(tx, subjectId, 'Something went wrong inside the service; its log says more.'),
    )
    throw error
  }
}

/** @returns false where an earlier run began it: then only the way back is left */
async function begin(tx: Tx, id: string): Promise<boolean> {
  const row = await directoryImports.require(tx, id)
  if (row.state === 'CHECKED') {
    await directoryImports.update(tx, row, { state: 'APPLYING' })
    return true
  }
  if (row.state === 'APPLYING') {
    tx.authorize('system.import.session.cancelled', [targetOf('directoryImport', row)], 'never')
    await beginRevert(tx, row, CUT_SHORT)
  }
  return false
}

/** @returns how many rows are done */
async function applySlice(
  tx: Tx,
  { id, kind, options }: Pick<DirectoryImportRecord, 'id' | 'kind' | 'options'>,
  rows: readonly DirectoryImportRowRecord[],
): Promise<number> {
  // INVARIANT: asked where rows are written, so that nothing is applied behind the way back.
  if ((await directoryImports.require(tx, id)).state !== 'APPLYING') return 0
  const outcome = await IMPORTS[kind].apply(tx, rows, options)
  const applied = rows.flatMap((row, at) => (outcome[at] ? [{ ...row, ...outcome[at], applied: true }] : []))
  // WHY not always: of most kinds the values as they were are long, and there already.
  const journal = outcome.some((one) => one?.before) ? (['before'] as const) : []
  await directoryImportRows.updateMany(tx, applied, ['applied', 'targetId', ...journal])
  return rows.length
}

async function end(tx: Tx, id: string): Promise<void> {
  const row = await directoryImports.require(tx, id)
  if (row.state !== 'APPLYING') return
  await directoryImports.update(tx, row, { state: 'APPLIED' })
  tx.authorize('system.import.complete', [targetOf('directoryImport', row)], 'never')
  tx.record({ type: 'system.import.complete', targets: [targetOf('directoryImport', row)] })
}

function failedImport(problem: string, id: string): JobOutcome<'directoryImport'> {
  return { problem, write: (tx) => goBack(tx, id, problem) }
}

async function goBack(tx: Tx, id: string, problem: string): Promise<void> {
  const row = await directoryImports.require(tx, id)
  if (row.state !== 'APPLYING') return
  tx.authorize('system.import.complete', [targetOf('directoryImport', row)], 'never')
  tx.record({ type: 'system.import.complete', targets: [targetOf('directoryImport', row)], outcome: failed(problem) })
  await beginRevert(tx, row, problem)
}
