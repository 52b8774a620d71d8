import { Op } from 'sequelize'
import { ROWID, sqlCondition } from '#db/tables/table.ts'
import { isActive } from '#contract/gatehouse/job.ts'
import type {
  DirectoryImport,
  DirectoryImportRow,
  ImportKind,
  RowAction,
} from '#contract/directory/directory-import.ts'
import type { ImportReview } from '#contract/gatehouse/change-review.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { cutPage, invalidCursor, type Page } from '#db/page.ts'
import {
  directoryImportRows,
  directoryImports,
  type DirectoryImportRecord,
  type DirectoryImportRowRecord,
} from '#db/tables/directory-imports.ts'
import { jobs, type JobRecord } from '#db/tables/jobs.ts'
import { BYTE_ORDER_MARK, csvRow } from '../../files/csv-cell.ts'
import type { Service } from '../../service/service.ts'
import { IMPORTS } from './import-kinds.ts'

/** @throws ApiError E0000107 for an import that is in another state */
export function assertState({ state }: DirectoryImportRecord, ...states: readonly DirectoryImport['state'][]): void {
  if (states.includes(state)) return
  const errorSummary = `the import is ${state}; this needs one that is ${states.join(' or ')}`
  throw new ApiError('E0000107', { causes: [{ errorSummary }] })
}

/** The newest job of an import. INVARIANT: read before the import, so that one whose job has ended is seen as its end left it. */
function newestJob(reader: Reader, id: string): Promise<JobRecord | undefined> {
  return jobs.findOne(reader, { where: { subjectId: id }, order: [[ROWID, 'DESC']] })
}

async function toView(
  reader: Reader,
  row: DirectoryImportRecord,
  job: JobRecord | undefined,
): Promise<DirectoryImport> {
  // A check that was cut short is to be asked for again.
  const isCut = row.state === 'CHECKING' && !(job && isActive(job.state))
  return {
    ...row,
    state: isCut ? 'UPLOADED' : row.state,
    problem: row.problem ?? (isCut ? (job?.problem ?? null) : null),
    targets: [...(await IMPORTS[row.kind].targets(reader))],
    needs: IMPORTS[row.kind].required.map((names) => [...names]),
    applied: await directoryImportRows.count(reader, { importId: row.id, applied: true }),
    jobId: job?.id ?? null,
  }
}

/** @throws ApiError E0000007 */
export async function requireDirectoryImport(reader: Reader, id: string): Promise<DirectoryImport> {
  const job = await newestJob(reader, id)
  return toView(reader, await directoryImports.require(reader, id), job)
}

/** The newest first. */
export async function listDirectoryImports(reader: Reader): Promise<DirectoryImport[]> {
  const { condition } = reader.visible('read', 'directoryImport')
  const rows = await directoryImports.findAll(reader, {
    where: sqlCondition(condition),
    order: [[ROWID, 'DESC']],
  })
  return Promise.all(rows.map(({ id }) => requireDirectoryImport(reader, id)))
}

/** Rows in the order of the file. @throws ApiError E0000007, E0000029 */
export async function listImportRows(
  reader: Reader,
  id: string,
  { action, limit, after }: { action?: RowAction | undefined; limit: number; after?: string | undefined },
): Promise<Page<DirectoryImportRow>> {
  const { kind } = await directoryImports.require(reader, id)
  if (after !== undefined && !/^\d{1,10}$/.test(after)) throw invalidCursor()
  const { condition } = reader.visible('read', 'directoryImport')
  const place = { importId: id, line: { [Op.gt]: Number(after ?? -1) } }
  const rows = await directoryImportRows.findAll(reader, {
    where: { ...place, ...(action && { action }), ...sqlCondition(condition) },
    order: ['line'],
    limit: limit + 1,
  })
  const page = cutPage(rows, limit, ({ line }) => String(line))
  return { ...page, items: page.items.map((row) => rowView(row, kind)) }
}

function rowView({ importId: _, ...row }: DirectoryImportRowRecord, kind: ImportKind): DirectoryImportRow {
  // Why somebody was in a group is for the way back alone: no value that the row changes.
  const before = kind === 'memberships' ? null : row.before
  return { ...row, before, problems: [...row.problems] }
}

/** Whose policies a checked import would change; computed in a worker. @throws ApiError E0000007; E0000107 in another state */
export async function reviewImport(service: Service, id: string): Promise<ImportReview> {
  const row = await directoryImports.require(service.reader, id)
  assertState(row, 'CHECKED')
  const input = { engine: service.engine(), now: service.clock(), importId: id }
  const { people, ...impact } = await service.workers.run('importImpact', input)
  return { id: service.reviews.add(people), ...impact }
}

/** Rows whose problems are written at once. */
const WRITTEN_AT_ONCE = 500

/** A table of what is wrong with the rows of an import, in the order of the file. @throws ApiError E0000007 */
export async function writeImportProblems(reader: Reader, id: string): Promise<() => AsyncGenerator<Uint8Array>> {
  await directoryImports.require(reader, id)
  const { condition } = reader.visible('read', 'directoryImport')
  return async function* () {
    yield Buffer.from(`${BYTE_ORDER_MARK}${csvRow(['line', 'field', 'problem', 'row'])}`)
    let after = -1
    for (;;) {
      const rows = await directoryImportRows.findAll(reader, {
        where: { importId: id, line: { [Op.gt]: after }, ...sqlCondition(`${condition} AND problems <> '[]'`) },
        order: ['line'],
        limit: WRITTEN_AT_ONCE,
      })
      if (rows.length === 0) return
      after = rows.at(-1)?.line ?? after
      const lines = rows.flatMap(({ line, name, text, problems }) =>
        problems.map(({ field, message }) => csvRow([line, field, message, text ?? name])),
      )
      yield Buffer.from(lines.join(''))
    }
  }
}
