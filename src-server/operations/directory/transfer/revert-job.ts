import { setTimeout as sleep } from 'node:timers/promises'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Tx } from '#audit-log/transaction.ts'
import {
  directoryImportRows,
  directoryImports,
  type DirectoryImportRecord,
  type DirectoryImportRowRecord,
} from '#db/tables/directory-imports.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { Exceptions } from '../group-rules/exceptions.ts'
import { IMPORTS } from './import-kinds.ts'

const SLICE_MS = 100
const SLICE_ROWS = 500
const PAUSE_MS = 5

/** Takes back what an import had changed. */
export async function runDirectoryRevert(work: JobWork<'directoryRevert'>): Promise<JobOutcome<'directoryRevert'>> {
  const { service, subjectId, context, signal, report } = work
  const { kind, options } = await directoryImports.require(service.reader, subjectId)
  const where = { importId: subjectId, applied: true }
  report({ total: await directoryImportRows.count(service.reader, where) })
  const facts = { reverted: 0, kept: 0 }
  while (!signal.aborted) {
    // The last row first, so that what a later one made is gone before what it needs.
    const rows = await directoryImportRows.findAll(service.reader, {
      where,
      order: [['line', 'DESC']],
      limit: SLICE_ROWS,
    })
    if (rows.length === 0) break
    const { reverted, kept } = await service.write(context, (tx) => revertSlice(tx, { kind, options }, rows))
    facts.reverted += reverted
    facts.kept += kept
    report({ done: facts.reverted + facts.kept, facts: { ...facts } })
    await sleep(PAUSE_MS)
  }
  return {
    async write(tx) {
      const row = await directoryImports.require(tx, subjectId)
      if (row.state === 'REVERTING') await directoryImports.update(tx, row, { state: 'REVERTED' })
    },
  }
}

async function revertSlice(
  tx: Tx,
  { kind, options }: Pick<DirectoryImportRecord, 'kind' | 'options'>,
  rows: readonly DirectoryImportRowRecord[],
): Promise<{ reverted: number; kept: number }> {
  const until = performance.now() + SLICE_MS
  const facts = { reverted: 0, kept: 0 }
  const exceptions = new Exceptions(tx)
  for (const row of rows) {
    const isBack = await IMPORTS[kind].revert(tx, row, options, exceptions).catch(keptFor)
    facts[isBack ? 'reverted' : 'kept'] += 1
    const problems = isBack
      ? row.problems
      : [{ field: null, message: 'was changed since, or is needed, so it stays as it is' }]
    await directoryImportRows.update(tx, row, { applied: false, problems })
    if (performance.now() > until) break
  }
  await exceptions.write()
  return facts
}

/** What cannot be taken back stays, and does not hold up the rest. */
function keptFor(error: unknown): false {
  if (error instanceof ApiError) return false
  throw error
}
