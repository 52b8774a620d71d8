import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { isActive, type JobState } from '#contract/gatehouse/job.ts'
import { ApiError, invalid, notFound } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { LogExport } from '#contract/log/log-transfer.ts'
import { policyResourceTarget } from '#contract/log/targets.ts'
import { systemContext, type RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { jobs } from '#db/tables/jobs.ts'
import type { ExportRequest, JobInputs, JobResults } from '../../jobs/job-inputs.ts'
import { findJobs, type KnownJob } from '../../jobs/list-jobs.ts'
import { queueJob, requestCancel } from '../../jobs/queue-job.ts'
import type { Service } from '../../service/service.ts'
import { searchOf } from '../search/search-log.ts'
import { FORMATS } from './export-formats.ts'
import { exportFile, exportsInFolder } from '../../files/transfer-folder.ts'
import { newestNumber } from '../search/log-events.sql.ts'

/** Where finished exports are fetched. */
const EXPORT_PATH = '/gatehouse/v1/logs/exports'

/**
 * Begins an export of what the log holds now.
 * @returns its id
 * @throws ApiError E0000001, E0000053 or E0000031 for the query; E0000047 while too many wait
 */
export async function startExport(tx: Tx, request: ExportRequest): Promise<string> {
  tx.authorize('analytics.reports.export.request', [], 'never')
  const { since, until, format } = request
  if (since !== undefined && until !== undefined && since >= until) throw invalid('since', 'must be before until')
  searchOf(request)
  const waiting = await jobs.count(tx, { type: 'logExport', state: ['QUEUED', 'RUNNING'] })
  if (waiting >= LIMITS.logExportsKept) throw new ApiError('E0000047')
  const id = tx.newId('logExport')
  const name = `audit-log-${tx.now.slice(0, 19).replaceAll(/[-:]/g, '')}.${FORMATS[format].extension}`
  const debugData = { ...request, q: request.q?.join(' ') }
  const input = { request, newest: await newestNumber(tx), asked: tx.now }
  await queueJob(tx, { type: 'logExport', input, name, subjectId: id })
  tx.record({
    type: 'analytics.reports.export.request',
    targets: [policyResourceTarget('LogExport', { id, name })],
    debugData,
  })
  return id
}

const STATES: Readonly<Record<JobState, LogExport['state']>> = {
  QUEUED: 'RUNNING',
  RUNNING: 'RUNNING',
  COMPLETED: 'READY',
  FAILED: 'FAILED',
  CANCELLED: 'CANCELLED',
  INTERRUPTED: 'CANCELLED',
}

function toView(service: Service, job: KnownJob): LogExport {
  const { subjectId, name, done, total, facts, created, problem } = job
  const { format } = (job.input as JobInputs['logExport']).request
  const id = subjectId as string
  const state = STATES[job.state]
  const download = state === 'READY' ? `${EXPORT_PATH}/${id}/file?downloadToken=${downloadToken(service, id)}` : null
  const { bytes = 0 } = facts
  return {
    id,
    format,
    state,
    written: done,
    total: total ?? 0,
    bytes,
    fileName: name ?? '',
    download,
    created,
    problem,
  }
}

/** Whether an export is still told of: one that was given up, removed, or had its time is not. */
function isTold(service: Service, { state, cancelRequested, result, finished }: KnownJob): boolean {
  if (isActive(state)) return !cancelRequested
  if (state === 'CANCELLED' || state === 'INTERRUPTED' || !finished) return false
  if (state === 'COMPLETED' && (result as JobResults['logExport']).isRemoved) return false
  return Date.parse(finished) > service.clock() - LIMITS.logExportKeptMs
}

/** The newest first; of those that have ended, as many as are kept. */
async function keptJobs(service: Service): Promise<KnownJob[]> {
  let room: number = LIMITS.logExportsKept
  const told = (await findJobs(service, { type: 'logExport' })).filter((job) => isTold(service, job))
  return told.filter(({ state }) => isActive(state) || room-- > 0)
}

/** The exports that run or can be fetched, and those that failed lately; the newest first. */
export async function listExports(service: Service): Promise<LogExport[]> {
  const shown = service.reader.visible('read', 'logExport').of(await keptJobs(service))
  return shown.map((job) => toView(service, job))
}

async function requireKept(service: Service, id: string): Promise<KnownJob> {
  const job = (await keptJobs(service)).find(({ subjectId }) => subjectId === id)
  if (!job) throw notFound(id, 'LogExport')
  return job
}

/** @throws ApiError E0000007 */
export async function requireExport(service: Service, id: string): Promise<LogExport> {
  return toView(service, await requireKept(service, id))
}

const CANCEL = 'gatehouse.log.export.cancel'

/** Gives up an export, or removes its file. @throws ApiError E0000007 */
export async function removeExport(service: Service, context: RequestContext, id: string): Promise<void> {
  const { id: jobId } = await requireKept(service, id)
  await service.write(context, async (tx) => {
    const job = await jobs.require(tx, jobId)
    if (!isActive(job.state)) return void (await jobs.update(tx, job, { result: { isRemoved: true } }))
    const target = policyResourceTarget('LogExport', { id, name: job.name ?? id })
    tx.authorize(CANCEL, [target], 'never')
    await requestCancel(tx, job)
    tx.record({ type: CANCEL, targets: [target] })
  })
  await removeFile(service, id)
}

/** Removes the files of exports that no one fetched in time, of those that are more than are kept, and what no one owns. */
export async function pruneExports(service: Service): Promise<void> {
  const found = await exportsInFolder(service.store)
  const kept = new Set((await keptJobs(service)).map(({ subjectId }) => subjectId))
  for (const id of found) if (!kept.has(id)) await removeFile(service, id)
  for (const job of await findJobs(service, { type: 'logExport', state: 'COMPLETED' })) {
    if (kept.has(job.subjectId) || (job.result as JobResults['logExport']).isRemoved) continue
    await service.write(systemContext(), async (tx) => {
      await jobs.update(tx, await jobs.require(tx, job.id), { result: { isRemoved: true } })
    })
  }
}

/** Notes that the files of the last run are gone. */
export async function forgetExports(tx: Tx): Promise<void> {
  for (const job of await jobs.findAll(tx, { where: { type: 'logExport', state: 'COMPLETED' } }))
    await jobs.update(tx, job, { result: { isRemoved: true } })
}

const removeFile = async ({ store }: Service, id: string) =>
  rm(await exportFile(store, id), { force: true }).catch(() => {})

/** A finished export for who has its downloadToken. @throws ApiError E0000007 for any other, so that ids cannot be told from guesses */
export async function exportFor(
  service: Service,
  id: string,
  guess: string,
): Promise<{ view: LogExport; file: string }> {
  const view = await requireExport(service, id)
  if (view.state !== 'READY' || !isSame(guess, downloadToken(service, id))) throw notFound(id, 'LogExport')
  return { view, file: await exportFile(service.store, id) }
}

const DOWNLOAD_TOKEN_LENGTH = 43

/** What opens one export's file without an API token; another in each run of the service, and stored nowhere. */
function downloadToken({ runKey }: Service, id: string): string {
  const digest = createHmac('sha512', runKey).update(`log export ${id}`).digest('base64url')
  return digest.replaceAll(/[^A-Za-z0-9]/g, '').slice(0, DOWNLOAD_TOKEN_LENGTH)
}

/** Takes as long for any guess. */
function isSame(guess: string, secret: string): boolean {
  const [one, other] = [guess, secret].map((text) => createHash('sha256').update(text).digest())
  return timingSafeEqual(one as Buffer, other as Buffer)
}
