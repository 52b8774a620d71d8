import { setImmediate as breathe } from 'node:timers/promises'
import { directoryImportTarget, failed } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import {
  directoryImportRows,
  directoryImports,
  type DirectoryImportRecord,
  type DirectoryImportRowRecord,
} from '#db/tables/directory-imports.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { IMPORTS } from './import-kinds.ts'
import { RowProblem } from './import-kind.ts'
import { beginRevert } from './imports.ts'

/** What one transaction is to take, so that other writes pass between two; milliseconds. */
const SLICE_MS = 150
/** Rows of one transaction: so many in the first, then as many as it can take in its time. */
const SLICE_ROWS = { first: 100, least: 10, most: 1_000 }
/** How much more than the last one a slice may hold. */
const GROWTH = 2

const CUT_SHORT = 'The service ended before the import was done.'

/** Applies what was checked, a slice in each transaction; where a row fails, all is taken back. */
export async function runDirectoryImport(work: JobWork<'directoryImport'>): Promise<JobOutcome<'directoryImport'>> {
  const { service, subjectId, context, signal, report } = work
  const isFresh = await service.write(context, (tx) => begin(tx, subjectId))
  if (!isFresh) return { problem: CUT_SHORT, write: async () => {} }
  const { counts, options, kind } = await directoryImports.require(service.reader, subjectId)
  report({ total: counts.create + counts.update })
  let [done, size, last] = [0, SLICE_ROWS.first, 0]
  try {
    while (!signal.aborted) {
      const rows = await directoryImportRows.all(service.reader, PENDING, [subjectId, last, size])
      if (rows.length === 0) return { write: (tx) => end(tx, subjectId) }
      let began = 0
      done += await service.write(context, (tx) => {
        began = performance.now()
        return applySlice(tx, { id: subjectId, kind, options }, rows)
      })
      size = nextSize(size, performance.now() - began)
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

/** WHY the plus signs: in the order of lines from where the last slice ended, whatever the other indexes promise. */
const PENDING = `WHERE import_id = ? AND line > ? AND +action IN ('CREATE', 'UPDATE') AND +applied = 0 ORDER BY line LIMIT ?`

/** @returns false where an earlier run began it: then only the way back is left */
async function begin(tx: Tx, id: string): Promise<boolean> {
  const row = await directoryImports.require(tx, id)
  if (row.state === 'CHECKED') {
    await directoryImports.update(tx, row, { state: 'APPLYING' })
    return true
  }
  if (row.state === 'APPLYING') {
    tx.authorize('system.import.session.cancelled', [directoryImportTarget(row)], 'never')
    await beginRevert(tx, row, CUT_SHORT)
  }
  return false
}

/** @param ms what the last slice took */
function nextSize(size: number, ms: number): number {
  const fitting = Math.floor(size * Math.min(GROWTH, SLICE_MS / ms))
  return Math.min(SLICE_ROWS.most, Math.max(SLICE_ROWS.least, fitting))
}

/** @returns how many rows were applied */
async function applySlice(
  tx: Tx,
  { id, kind, options }: Pick<DirectoryImportRecord, 'id' | 'kind' | 'options'>,
  rows: readonly DirectoryImportRowRecord[],
): Promise<number> {
  // INVARIANT: asked where rows are written, so that nothing is applied behind the way back.
  if ((await directoryImports.require(tx, id)).state !== 'APPLYING') return 0
  const ids = await IMPORTS[kind].apply(tx, rows, options)
  const applied = rows.map((row, at) => ({ ...row, applied: true, targetId: ids[at] ?? null }))
  return directoryImportRows.updateMany(tx, applied, ['applied', 'targetId'])
}

async function end(tx: Tx, id: string): Promise<void> {
  const row = await directoryImports.require(tx, id)
  if (row.state !== 'APPLYING') return
  await directoryImports.update(tx, row, { state: 'APPLIED' })
  tx.authorize('system.import.complete', [directoryImportTarget(row)], 'never')
  tx.record({ type: 'system.import.complete', targets: [directoryImportTarget(row)] })
}

function failedImport(problem: string, id: string): JobOutcome<'directoryImport'> {
  return { problem, write: (tx) => goBack(tx, id, problem) }
}

async function goBack(tx: Tx, id: string, problem: string): Promise<void> {
  const row = await directoryImports.require(tx, id)
  if (row.state !== 'APPLYING') return
  tx.authorize('system.import.complete', [directoryImportTarget(row)], 'never')
  tx.record({ type: 'system.import.complete', targets: [directoryImportTarget(row)], outcome: failed(problem) })
  await beginRevert(tx, row, problem)
}
