import { notFound } from '#contract/interface/api-error.ts'
import type { LogImport, LogImportDetail } from '#contract/log/log-transfer.ts'
import type { Service } from '../../service.ts'
import { searchLog } from '../search/search-log.ts'
import type { ImportProblem } from './check-import.ts'
import { importsOf } from './import-jobs.ts'

type Row = Omit<LogImport, 'problems'> & { problems: string }

const COLUMNS = 'id, name, state, checked, added, known, problems, created'

const CUT_SHORT = 'the service ended before the import was done; what was added before is here'

function toView(service: Service, row: Row): LogImport {
  const { jobs, removing } = importsOf(service)
  const known = removing.get(row.id) ?? jobs.get(row.id)?.view
  if (known) return known
  // What nobody works at was cut short by the end of another run. WHY not written down: at the start the disk may be full.
  if (row.state === 'RUNNING') return { ...row, state: 'FAILED', problems: [{ line: 0, message: CUT_SHORT }] }
  return { ...row, problems: JSON.parse(row.problems) as ImportProblem[] }
}

/** The newest first. */
export async function listImports(service: Service): Promise<LogImport[]> {
  const sql = `SELECT ${COLUMNS} FROM log_imports ORDER BY created DESC, rowid DESC`
  return (await service.reader.all<Row>(sql)).map((row) => toView(service, row))
}

/** @throws E0000007 */
export async function requireImport(service: Service, id: string): Promise<LogImport> {
  const row = await service.reader.first<Row>(`SELECT ${COLUMNS} FROM log_imports WHERE id = ?`, [id])
  if (!row) throw notFound(id, 'LogImport')
  return toView(service, row)
}

/**
 * An import with the first and the last moment of its events.
 * @throws E0000007
 */
export async function importDetail(service: Service, id: string): Promise<LogImportDetail> {
  const view = await requireImport(service, id)
  const sql = 'SELECT min(published) AS oldest, max(published) AS newest FROM log_events WHERE import_id = ?'
  const [bounds] = await searchLog(service, (searcher) =>
    searcher.all<Pick<LogImportDetail, 'oldest' | 'newest'>>(sql, [id]),
  )
  return { ...view, oldest: bounds?.oldest ?? null, newest: bounds?.newest ?? null }
}
