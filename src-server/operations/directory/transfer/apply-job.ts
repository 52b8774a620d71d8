import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#contract/interface/api-error.ts'
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
import { beginRevert } from './imports.ts'

/** What one transaction may take, so that other writes pass between two; milliseconds. */
const SLICE_MS = 100
/** Rows that are read for one transaction. */
const SLICE_ROWS = 500
const PAUSE_MS = 5

const CUT_SHORT = 'The service ended before the import was done.'

/** A row that could not be applied, with where it is in the file. */
class RowProblem extends Error {
  constructor(line: number, error: ApiError) {
    super(`Line ${line}: ${error.causes[0]?.errorSummary ?? error.message}`)
    this.name = 'RowProblem'
  }
}

/** Applies what was checked, a slice in each transaction; where a row fails, all is taken back. */
export async function runDirectoryImport(work: JobWork<'directoryImport'>): Promise<JobOutcome<'directoryImport'>> {
  const { service, subjectId, context, signal, report } = work
  const isFresh = await service.write(context, (tx) => begin(tx, subjectId))
  if (!isFresh) return { problem: CUT_SHORT, write: async () => {} }
  const { counts, options, kind } = await directoryImports.require(service.reader, subjectId)
  report({ total: counts.create + counts.update })
  let done = 0
  try {
    while (!signal.aborted) {
      const rows = await directoryImportRows.all(service.reader, PENDING, [subjectId, SLICE_ROWS])
      if (rows.length === 0) return { write: (tx) => end(tx, subjectId) }
      const began = performance.now()
      done += await service.write(context, (tx) => applySlice(tx, { id: subjectId, kind, options }, rows))
      report({ done })
      await sleep(Math.max(PAUSE_MS, (performance.now() - began) / 10))
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

const PENDING = `WHERE import_id = ? AND action IN ('CREATE', 'UPDATE') AND applied = 0 ORDER BY line LIMIT ?`

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

/** @returns how many rows were applied; the transaction ends when its time is over */
async function applySlice(
  tx: Tx,
  { id, kind, options }: Pick<DirectoryImportRecord, 'id' | 'kind' | 'options'>,
  rows: readonly DirectoryImportRowRecord[],
): Promise<number> {
  // INVARIANT: asked where rows are written, so that nothing is applied behind the way back.
  if ((await directoryImports.require(tx, id)).state !== 'APPLYING') return 0
  const until = performance.now() + SLICE_MS
  let applied = 0
  for (const row of rows) {
    const targetId = await IMPORTS[kind].apply(tx, row, options).catch((error: unknown) => {
      throw error instanceof ApiError ? new RowProblem(row.line, error) : error
    })
    await directoryImportRows.update(tx, row, { applied: true, targetId })
    applied += 1
    if (performance.now() > until) break
  }
  return applied
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
