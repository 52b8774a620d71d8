import { setImmediate as nextTurn } from 'node:timers/promises'
import type { DirectoryImport } from '#contract/directory/directory-import.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { directoryImportRows, directoryImports, type DirectoryImportRecord } from '#db/tables/directory-imports.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { ExceptionRoom } from '../group-rules/exception-room.ts'
import { IMPORTS } from './import-kinds.ts'
import { invalidRow, type MappedRow, type PlanContext, type PlannedRow } from './import-kind.ts'
import { assertFile, clearRows, importFile } from './imports.ts'
import { readRecords, textOf, type ImportRecord } from './records.ts'

/** Rows that are compared and noted together: some milliseconds of the event loop and of the writer. */
const BATCH = 200

/** Characters of a row that cannot be taken which are shown. */
const MAX_TEXT = 2_000

/** Compares every row of a file with the directory, and notes what it would do. */
export async function runDirectoryCheck(work: JobWork<'directoryCheck'>): Promise<JobOutcome<'directoryCheck'>> {
  const { service, subjectId, context, signal, report } = work
  const row = await directoryImports.require(service.reader, subjectId)
  await clearRows(service, context, subjectId)
  const file = await importFile(service, subjectId)
  await assertFile(file)
  const counts = { rows: 0, create: 0, update: 0, unchanged: 0, invalid: 0 }
  const { reader } = service
  const plan: PlanContext = { reader, options: row.options, seen: new Map(), room: new ExceptionRoom(reader) }
  let batch: ImportRecord[] = []
  const flush = async () => {
    const planned = await planBatch(row, batch, plan)
    batch = []
    await service.write(context, async (tx) => {
      await directoryImportRows.insertMany(
        tx,
        planned.map((one) => ({ ...one, importId: subjectId, applied: false })),
      )
    })
    count(counts, planned)
    report({ done: counts.rows, facts: { ...counts } })
    await nextTurn()
  }
  for await (const record of readRecords(file, row.format, row.kind)) {
    if (signal.aborted) return {}
    if (counts.rows + batch.length >= LIMITS.directoryImportRows)
      return { problem: `the file has more than ${LIMITS.directoryImportRows.toLocaleString('en')} rows` }
    batch.push(record)
    if (batch.length === BATCH) await flush()
  }
  if (batch.length > 0) await flush()
  report({ done: counts.rows, total: counts.rows })
  return {
    async write(tx) {
      const now = await directoryImports.require(tx, subjectId)
      if (now.state === 'CHECKING') await directoryImports.update(tx, now, { state: 'CHECKED', counts })
    },
  }
}

function count(counts: DirectoryImport['counts'], planned: readonly PlannedRow[]): void {
  for (const { action } of planned) {
    counts.rows += 1
    counts[action.toLowerCase() as 'create'] += 1
  }
}

async function planBatch(
  { kind, columns, format }: DirectoryImportRecord,
  batch: readonly ImportRecord[],
  plan: PlanContext,
): Promise<(PlannedRow & { text: string | null })[]> {
  const mapped: MappedRow[] = []
  const records = new Map(batch.map((record) => [record.line, record]))
  const planned: PlannedRow[] = []
  for (const { line, values, problem } of batch) {
    if (problem !== null) planned.push(invalidRow(line, '', problem))
    else mapped.push({ line, values: valuesOf(values, columns) })
  }
  planned.push(...(await IMPORTS[kind].plan(mapped, plan)))
  return planned.map((row) => {
    const record = row.action === 'INVALID' ? records.get(row.line) : undefined
    return { ...row, text: record ? textOf(record, format).slice(0, MAX_TEXT) : null }
  })
}

function valuesOf(values: Readonly<Record<string, string>>, columns: DirectoryImportRecord['columns']) {
  const cells: Record<string, string> = {}
  for (const { name, target } of columns) if (target !== null) cells[target] = (values[name] ?? '').trim()
  return cells
}
