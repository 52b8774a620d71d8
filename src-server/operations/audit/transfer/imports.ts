import { rm } from 'node:fs/promises'
import { ApiError, notFound } from '../../../contract/api-error.ts'
import type { LogImport, LogImportDetail } from '../../../contract/log-transfer.ts'
import { newId } from '../../../db/ids.ts'
import type { Act, Service } from '../../service.ts'
import { removeAll } from '../proof/retention.ts'
import { searchLog } from '../search/search-log.ts'
import { failed, supportingTarget } from '../targets.ts'
import { checkImport, type ImportProblem } from './check-import.ts'
import { spoolUpload } from './spool-upload.ts'
import { takeEvents } from './take-events.ts'
import { clearTransferFolder, isNoRoom, transferFile } from './transfer-folder.ts'

interface ImportJob {
  view: LogImport
  readonly file: string
  readonly isOurs: boolean
  readonly act: Act
  readonly giveUp: AbortController
}

/**
 * The imports under way, and those whose end could not be written down; what is being taken out again; and the line that both
 * stand in, one after the other.
 */
interface Imports {
  jobs: Map<string, ImportJob>
  removing: Map<string, LogImport>
  tail: Promise<void>
  stopping: AbortController
}

type Row = Omit<LogImport, 'problems'> & { problems: string }

const all = new WeakMap<Service, Imports>()

function importsOf(service: Service): Imports {
  const known = all.get(service)
  if (known) return known
  const made: Imports = {
    jobs: new Map(),
    removing: new Map(),
    tail: Promise.resolve(),
    stopping: new AbortController(),
  }
  all.set(service, made)
  return made
}

const NO_POLICIES = { changes: [] }
const targetOf = ({ id, name }: LogImport) => supportingTarget('LogImport', { id, name })

/**
 * Takes in a file and begins to import it.
 * @throws ApiError E0000020 (413) for one that is too large, E0000003 for an empty or cut one, E0000010 without room
 */
export async function startImport(
  service: Service,
  act: Act,
  name: string,
  upload: AsyncIterable<Uint8Array>,
): Promise<LogImport> {
  const id = newId('logImport')
  const file = await transferFile(service.store, `${id}.upload`)
  try {
    await spoolUpload(upload, file)
    return (await beginImport(service, act, { id, name, file, isOurs: true })).view
  } catch (error) {
    await rm(file, { force: true }).catch(() => {})
    throw error
  }
}

/**
 * Imports a file where it stands, and waits for the end.
 * @param report told now and then how far it is
 */
export async function importFile(
  service: Service,
  act: Act,
  { name, file }: Pick<Source, 'name' | 'file'>,
  report: (view: LogImport) => void,
): Promise<LogImport> {
  const job = await beginImport(service, act, { id: newId('logImport'), name, file, isOurs: false })
  const timer = setInterval(() => report(job.view), PROGRESS_MS)
  await importsOf(service).tail
  clearInterval(timer)
  await clearTransferFolder(service.store)
  return job.view
}

const PROGRESS_MS = 200

interface Source {
  id: string
  name: string
  file: string
  /** It is a copy that we made, and goes at the end. */
  isOurs: boolean
}

async function beginImport(service: Service, act: Act, { id, name, file, isOurs }: Source): Promise<ImportJob> {
  const view: LogImport = {
    id,
    name: name.toWellFormed(),
    state: 'RUNNING',
    checked: 0,
    added: 0,
    known: 0,
    created: service.now(),
    problems: [],
  }
  const imports = importsOf(service)
  const job: ImportJob = { view, file, isOurs, act: jobAct(act), giveUp: new AbortController() }
  // Before the row is there: one that nobody works at counts as cut short.
  imports.jobs.set(id, job)
  const work = service.write(
    act,
    async ({ statements, record }) => {
      const sql = 'INSERT INTO log_imports (id, name, state, created) VALUES (?, ?, ?, ?)'
      await statements.run(sql, [id, view.name, view.state, view.created])
      record({ type: 'system.import.start', targets: [targetOf(view)] })
    },
    NO_POLICIES,
  )
  await work.catch((error: unknown) => {
    imports.jobs.delete(id)
    throw error
  })
  // An upload may end when the service does.
  if (imports.stopping.signal.aborted) job.giveUp.abort()
  imports.tail = imports.tail.then(() => run(service, job))
  return job
}

/** A copy, for the request is over when the job writes its event. */
function jobAct({ actor, tokenId, transactionId }: Act): Act {
  return { actor, tokenId, transactionId, transactionType: 'JOB', ip: null, userAgent: null, requestUri: null }
}

async function run(service: Service, job: ImportJob): Promise<void> {
  const { signal } = job.giveUp
  const report = (progress: Partial<LogImport>) => (job.view = { ...job.view, ...progress })
  let rows: string | null = null
  try {
    if (signal.aborted) return
    rows = await transferFile(service.store, `${job.view.id}.rows`)
    const problems = await checkImport(job.file, rows, (checked) => report({ checked }), signal)
    if (job.isOurs) await rm(job.file, { force: true })
    if (problems.length > 0) return await end(service, job, problems)
    await takeEvents(service.store, job.view.id, rows, report, signal)
    if (!signal.aborted) await end(service, job, [])
  } catch (error) {
    if (!signal.aborted) await end(service, job, [{ line: 0, message: reasonOf(error) }])
  } finally {
    for (const file of [rows, job.isOurs ? job.file : null]) if (file) await rm(file, { force: true }).catch(() => {})
  }
}

function reasonOf(error: unknown): string {
  const known = isNoRoom(error) ? 'there is no room left on the disk' : undefined
  const why = error instanceof ApiError ? error.causes[0]?.errorSummary : known
  return `${why ?? 'the file could not be read to its end'}; what was added before is here`
}

/** Writes down how an import ended; where that fails too, as on a full disk, it is known until the service ends. */
async function end(service: Service, job: ImportJob, problems: ImportProblem[]): Promise<void> {
  const view: LogImport = { ...job.view, state: problems.length > 0 ? 'FAILED' : 'READY', problems }
  const { id, state, checked } = view
  const first = problems[0]
  const outcome = first ? failed(`${first.line > 0 ? `line ${first.line}: ` : ''}${first.message}`) : undefined
  const work = service.write(
    job.act,
    async ({ statements, record }) => {
      const sql = 'UPDATE log_imports SET state = ?, checked = ?, problems = ? WHERE id = ?'
      await statements.run(sql, [state, checked, JSON.stringify(problems), id])
      record({ type: 'system.import.complete', targets: [targetOf(view)], ...(outcome ? { outcome } : {}) })
    },
    NO_POLICIES,
  )
  const isWritten = await work.then(
    () => true,
    () => false,
  )
  job.view = view
  if (isWritten) importsOf(service).jobs.delete(id)
}

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
  return (await service.store.read.all<Row>(sql)).map((row) => toView(service, row))
}

/** @throws E0000007 */
export async function requireImport(service: Service, id: string): Promise<LogImport> {
  const row = await service.store.read.first<Row>(`SELECT ${COLUMNS} FROM log_imports WHERE id = ?`, [id])
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

/**
 * Gives up an import, or begins to take out what came with it, which may last; it is gone when that is done.
 * @throws E0000007
 */
export async function removeImport(service: Service, act: Act, id: string): Promise<void> {
  const view = await requireImport(service, id)
  const { jobs, removing } = importsOf(service)
  if (removing.has(id)) return
  removing.set(id, { ...view, state: 'CANCELLED' })
  jobs.get(id)?.giveUp.abort()
  const work = service.write(
    act,
    async ({ statements, record }) => {
      await statements.run("UPDATE log_imports SET state = 'CANCELLED' WHERE id = ?", [id])
      // INVARIANT: the newest event of a log is never removed; from here on that is this one, not one of the import's.
      record({ type: 'system.import.session.cancelled', targets: [targetOf(view)] })
    },
    NO_POLICIES,
  )
  await work.catch((error: unknown) => {
    removing.delete(id)
    throw error
  })
  beginRemoval(service, id)
}

function beginRemoval(service: Service, id: string): void {
  const imports = importsOf(service)
  imports.tail = imports.tail.then(() => takeOut(service, id)).catch(() => void imports.removing.delete(id))
}

/** Takes out the events of an import, then the import; where it cannot, the import stays to be removed again. */
async function takeOut(service: Service, id: string): Promise<void> {
  const { stopping, removing, jobs } = importsOf(service)
  const { signal } = stopping
  const view = { ...(await requireImport(service, id)) }
  const sql = 'SELECT count(*) AS count FROM log_events WHERE import_id = ?'
  const before = (await service.store.read.first<{ count: number }>(sql, [id]))?.count ?? 0
  const report = (removed: number) => removing.set(id, { ...view, state: 'CANCELLED', added: before - removed })
  report(0)
  await removeAll(service, { text: 'import_id = ?', params: [id] }, 'sequence', { signal, onProgress: report })
  if (signal.aborted) return
  await service.store.write(({ statements }) => statements.run('DELETE FROM log_imports WHERE id = ?', [id]))
  jobs.delete(id)
  removing.delete(id)
}

/** Goes on with removals that the last run left unfinished. */
export async function resumeImports(service: Service): Promise<void> {
  const { store } = service
  const sql = "SELECT id FROM log_imports WHERE state = 'CANCELLED' ORDER BY created"
  for (const { id } of await store.read.all<Pick<Row, 'id'>>(sql)) beginRemoval(service, id)
}

/** Ends what runs; the next start goes on, or says so. */
export async function stopImports(service: Service): Promise<void> {
  const { jobs, stopping, tail } = importsOf(service)
  stopping.abort()
  for (const { giveUp } of jobs.values()) giveUp.abort()
  await tail
}
