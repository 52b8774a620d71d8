import { rm } from 'node:fs/promises'
import { ApiError } from '#contract/interface/api-error.ts'
import type { LogImport } from '#contract/log/log-transfer.ts'
import { newId } from '#db/ids.ts'
import type { Service } from '../../service.ts'
import { keepColumns } from '../count/pack-columns.ts'
import { jobContext, type RequestContext } from '#audit-log/request-context.ts'
import { failed } from '#contract/log/targets.ts'
import { checkImport, type ImportProblem } from './check-import.ts'
import { importsOf, targetOf, type ImportJob } from './import-jobs.ts'
import { writeTempFile } from './write-temp-file.ts'
import { takeEvents } from './take-events.ts'
import { clearTransferFolder, isNoRoom, transferFile } from './transfer-folder.ts'

/**
 * Takes in a file and begins to import it.
 * @throws ApiError E0000020 (413) for one that is too large, E0000003 for an empty or cut one, E0000010 without room
 */
export async function startImport(
  service: Service,
  context: RequestContext,
  name: string,
  upload: AsyncIterable<Uint8Array>,
): Promise<LogImport> {
  const id = newId('logImport')
  const file = await transferFile(service.store, `${id}.upload`)
  try {
    await writeTempFile(upload, file)
    return (await beginImport(service, context, { id, name, file, isOurs: true })).view
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
  context: RequestContext,
  { name, file }: Pick<Source, 'name' | 'file'>,
  report: (view: LogImport) => void,
): Promise<LogImport> {
  const job = await beginImport(service, context, { id: newId('logImport'), name, file, isOurs: false })
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

async function beginImport(
  service: Service,
  context: RequestContext,
  { id, name, file, isOurs }: Source,
): Promise<ImportJob> {
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
  const job: ImportJob = {
    view,
    file,
    isOurs,
    context: jobContext(context.principal, context.transaction.id),
    abort: new AbortController(),
  }
  // Before the row is there: one that nobody works at counts as cut short.
  imports.jobs.set(id, job)
  const work = service.write(context, async (tx) => {
    const sql = 'INSERT INTO log_imports (id, name, state, created) VALUES (?, ?, ?, ?)'
    await tx.run(sql, [id, view.name, view.state, view.created])
    tx.record({ type: 'system.import.start', targets: [targetOf(view)] })
  })
  await work.catch((error: unknown) => {
    imports.jobs.delete(id)
    throw error
  })
  // An upload may end when the service does.
  if (imports.stopping.signal.aborted) job.abort.abort()
  imports.tail = imports.tail.then(() => run(service, job))
  return job
}

async function run(service: Service, job: ImportJob): Promise<void> {
  const { signal } = job.abort
  const report = (progress: Partial<LogImport>) => (job.view = { ...job.view, ...progress })
  let rows: string | null = null
  try {
    if (signal.aborted) return
    rows = await transferFile(service.store, `${job.view.id}.rows`)
    const problems = await checkImport(job.file, rows, (checked) => report({ checked }), signal)
    if (job.isOurs) await rm(job.file, { force: true })
    if (problems.length > 0) return await end(service, job, problems)
    await takeEvents(service, job.view.id, rows, report, signal)
    if (signal.aborted) return
    await end(service, job, [])
    // Who browses them first should not wait for what can be made now.
    await keepColumns(service)
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
  const work = service.write(job.context, async (tx) => {
    const sql = 'UPDATE log_imports SET state = ?, checked = ?, problems = ? WHERE id = ?'
    await tx.run(sql, [state, checked, JSON.stringify(problems), id])
    tx.record({ type: 'system.import.complete', targets: [targetOf(view)], ...(outcome ? { outcome } : {}) })
  })
  const isWritten = await work.then(
    () => true,
    () => false,
  )
  job.view = view
  if (isWritten) importsOf(service).jobs.delete(id)
}
