import { createHash, timingSafeEqual } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { ApiError, invalid, notFound } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { ExportFormat, LogExport } from '#contract/log/log-transfer.ts'
import { newId, randomText } from '#db/ids.ts'
import { SearchTimeout } from '#db/searches.ts'
import { perService } from '../../per-service.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Service } from '../../service.ts'
import { readSetting } from '../../settings.ts'
import { searchOf } from '../search/search-log.ts'
import { logSigner } from '../proof/signing-key.ts'
import { policyResourceTarget } from '#contract/log/targets.ts'
import { FORMATS, writerOf } from './export-formats.ts'
import { isNoRoom, transferFile } from './transfer-folder.ts'
import { newestSequence, type ExportQuery, type Search } from './walk-log.ts'
import { writeExport } from './write-export.ts'

/** Where finished exports are fetched. */
const EXPORT_PATH = '/gatehouse/v1/logs/exports'

interface ExportRequest extends ExportQuery {
  format: ExportFormat
}

interface ExportJob {
  view: LogExport
  readonly request: ExportRequest
  /** Number of the newest event when it was asked for. */
  readonly newest: number
  readonly file: string
  readonly downloadToken: string
  readonly abort: AbortController
  /** Milliseconds since the epoch; null while it runs. */
  finished: number | null
}

/** The exports of one run of a service, the newest first; one is written at a time. */
interface Exports {
  jobs: ExportJob[]
  tail: Promise<void>
}

const DOWNLOAD_TOKEN_LENGTH = 43
/** One page of an export, or its count: a filter that no index answers reads the whole log for it. */
const READING_MS = 600_000

const exportsOf = perService((): Exports => ({ jobs: [], tail: Promise.resolve() }))

/**
 * Begins an export of what the log holds now.
 * @throws ApiError E0000001, E0000053 or E0000031 for the query; E0000047 while too many wait
 */
export async function startExport(
  service: Service,
  context: RequestContext,
  request: ExportRequest,
): Promise<LogExport> {
  const { since, until, format } = request
  if (since !== undefined && until !== undefined && since >= until) throw invalid('since', 'must be before until')
  searchOf(request)
  const exports = exportsOf(service)
  prune(service)
  if (exports.jobs.filter(({ finished }) => finished === null).length >= LIMITS.logExportsKept)
    throw new ApiError('E0000047')
  const id = newId('logExport')
  const created = service.now()
  const { extension } = FORMATS[format]
  const job: ExportJob = {
    view: {
      id,
      format,
      state: 'RUNNING',
      written: 0,
      total: 0,
      bytes: 0,
      fileName: `audit-log-${created.slice(0, 19).replaceAll(/[-:]/g, '')}.${extension}`,
      download: null,
      created,
      problem: null,
    },
    request,
    newest: await newestSequence(service.reader),
    file: await transferFile(service.store, `${id}.export`),
    downloadToken: randomText(DOWNLOAD_TOKEN_LENGTH),
    abort: new AbortController(),
    finished: null,
  }
  const targets = [policyResourceTarget('LogExport', { id, name: job.view.fileName })]
  const debugData = { ...request, q: request.q?.join(' ') }
  await service.write(context, async (tx) =>
    tx.record({ type: 'analytics.reports.export.request', targets, debugData }),
  )
  exports.jobs.unshift(job)
  exports.tail = exports.tail.then(() => run(service, job))
  return job.view
}

async function run(service: Service, job: ExportJob): Promise<void> {
  const { signal } = job.abort
  try {
    if (signal.aborted) return
    await write(service, job)
    const { id } = job.view
    if (!signal.aborted)
      job.view = {
        ...job.view,
        state: 'READY',
        download: `${EXPORT_PATH}/${id}/file?downloadToken=${job.downloadToken}`,
      }
  } catch (error) {
    if (!signal.aborted) job.view = { ...job.view, state: 'FAILED', problem: problemOf(error) }
  } finally {
    job.finished = service.clock()
    // Nobody may ask again; what has had its time goes all the same.
    setTimeout(() => prune(service), LIMITS.logExportKeptMs).unref()
    if (signal.aborted || job.view.state === 'FAILED') await rm(job.file, { force: true }).catch(() => {})
    prune(service)
  }
}

async function write(service: Service, { view, request, newest, file, abort: { signal } }: ExportJob): Promise<void> {
  const { format, ...query } = request
  const search: Search = (work) => service.store.searches.run(work, READING_MS, signal)
  const writer = await writerOf(format, async () => ({
    workspace: (await readSetting(service.reader, 'organization')) ?? { id: '', name: '' },
    query,
    exported: view.created,
    signer: await logSigner(service),
  }))
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeExport({
      search,
      query,
      newest,
      writer,
      // WHY not the handle's own `write`: it may take less than it was given.
      write: (bytes) => handle.appendFile(bytes),
      report: (progress) => Object.assign(view, progress),
    })
  } finally {
    await handle.close()
  }
}

function problemOf(error: unknown): string {
  if (isNoRoom(error)) return 'There is no room left on the disk.'
  if (error instanceof SearchTimeout) return 'A page of it took too long; bound it by since and until.'
  if (error instanceof ApiError) return error.causes[0]?.errorSummary ?? error.message
  return 'The file could not be written.'
}

/** Removes what nobody fetched in time, and what is more than is kept. */
function prune(service: Service): void {
  const exports = exportsOf(service)
  const oldest = service.clock() - LIMITS.logExportKeptMs
  let kept = 0
  for (const job of [...exports.jobs]) {
    if (job.finished === null) continue
    kept += 1
    if (kept > LIMITS.logExportsKept || job.finished <= oldest) void drop(exports, job)
  }
}

async function drop(exports: Exports, job: ExportJob): Promise<void> {
  exports.jobs = exports.jobs.filter((other) => other !== job)
  job.abort.abort()
  if (job.finished === null) job.view = { ...job.view, state: 'CANCELLED' }
  await rm(job.file, { force: true }).catch(() => {})
}

export function listExports(service: Service): LogExport[] {
  prune(service)
  return exportsOf(service).jobs.map(({ view }) => view)
}

function requireJob(service: Service, id: string): ExportJob {
  prune(service)
  const job = exportsOf(service).jobs.find(({ view }) => view.id === id)
  if (!job) throw notFound(id, 'LogExport')
  return job
}

/** @throws E0000007 */
export function requireExport(service: Service, id: string): LogExport {
  return requireJob(service, id).view
}

/** Gives up an export or removes its file. @throws E0000007 */
export async function removeExport(service: Service, id: string): Promise<void> {
  await drop(exportsOf(service), requireJob(service, id))
}

/** A finished export for who has its downloadToken. @throws E0000007 for any other, so that ids cannot be told from guesses */
export function exportFor(service: Service, id: string, downloadToken: string): { view: LogExport; file: string } {
  const job = requireJob(service, id)
  if (job.view.state !== 'READY' || !isSame(downloadToken, job.downloadToken)) throw notFound(id, 'LogExport')
  return job
}

/** Takes as long for any guess. */
function isSame(guess: string, secret: string): boolean {
  const [one, other] = [guess, secret].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}

/** Gives up what runs, and forgets all. */
export async function stopExports(service: Service): Promise<void> {
  const exports = exportsOf(service)
  await Promise.all([...exports.jobs].map((job) => drop(exports, job)))
  await exports.tail
}
