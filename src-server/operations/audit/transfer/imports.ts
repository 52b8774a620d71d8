import { ROWID, sqlCondition } from '#db/tables/table.ts'
import { rm } from 'node:fs/promises'
import { isActive } from '#contract/gatehouse/job.ts'
import type { LogImport, LogImportDetail } from '#contract/log/log-transfer.ts'
import { policyResourceTarget } from '#contract/log/targets.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { newId } from '#db/ids.ts'
import { jobs } from '#db/tables/jobs.ts'
import { logImports, type LogImportRecord } from '#db/tables/log-imports.ts'
import { followedImports } from '../../connections/follow.ts'
import type { JobResults } from '../../jobs/job-inputs.ts'
import { withProgress, type KnownJob } from '../../jobs/list-jobs.ts'
import { queueJob } from '../../jobs/queue-job.ts'
import type { Service } from '../../service/service.ts'
import { searchLog } from '../search/search-log.ts'
import { boundsOfImport } from './transfer.sql.ts'
import { transferFile } from '../../files/transfer-folder.ts'
import { writeTempFile } from '../../files/write-temp-file.ts'

/**
 * Takes in a file and begins to import it.
 * @throws ApiError E0000020 (413) for one that is too large, E0000003 for an empty or cut one, E0000010 without room
 */
export async function uploadImport(
  service: Service,
  context: RequestContext,
  { name, key }: { name: string; key?: string | undefined },
  upload: AsyncIterable<Uint8Array>,
): Promise<LogImport> {
  const id = newId('logImport')
  const file = await transferFile(service.store, `${id}.upload`)
  try {
    await writeTempFile(upload, file)
    await service.write(context, (tx) => startImport(tx, { id, name, file, isOurs: true, expectedKey: key }))
    return await requireImport(service, id)
  } catch (error) {
    await rm(file, { force: true }).catch(() => {})
    throw error
  }
}

interface ImportSource {
  id: string
  name: string
  file: string
  /** It is a copy that we made, and goes at the end. */
  isOurs: boolean
  /** Fingerprint of the key that must have signed it. */
  expectedKey?: string | undefined
}

/** Begins to import a file where it stands. */
export async function startImport(tx: Tx, { id, name, file, isOurs, expectedKey }: ImportSource): Promise<void> {
  tx.authorize('system.import.start', [], 'never')
  const shown = name.toWellFormed()
  await logImports.insert(tx, { id, name: shown, state: 'RUNNING', created: tx.now })
  await queueJob(tx, {
    type: 'logImport',
    input: { file, isOurs, ...(expectedKey && { expectedKey }) },
    name: shown,
    subjectId: id,
  })
  tx.record({ type: 'system.import.start', targets: [targetOf({ id, name: shown })] })
}

export const targetOf = ({ id, name }: Pick<LogImport, 'id' | 'name'>) =>
  policyResourceTarget('LogImport', { id, name })

const STAYS = 'its removal was cut short'

const CUT_SHORT = 'the service ended before the import was done; what was added before is here'

/** An import as its row and the jobs that work at it tell. */
function toView(
  record: LogImportRecord,
  jobs: readonly KnownJob[] | undefined,
  followed: ReadonlySet<string>,
): LogImport {
  const [job] = jobs ?? []
  const row = { ...record, isFollowed: followed.has(record.id) }
  if (row.state === 'CANCELLED') return beingRemoved(row, job?.type === 'logImportRemoval' ? job : undefined)
  if (row.state !== 'RUNNING') return row
  if (!job || !isActive(job.state)) {
    // How it ended could not be written beside the events, or another run ended before it did.
    const { problems = [{ line: 0, message: CUT_SHORT }] } = (job?.result ?? {}) as Partial<JobResults['logImport']>
    return { ...row, ...job?.facts, state: 'FAILED', problems }
  }
  return { ...row, ...job.facts }
}

/** An import that goes: how much of it is left, and why it goes no further. @param job the latest that removes it */
function beingRemoved(row: LogImport, job: KnownJob | undefined): LogImport {
  const added = job && job.total !== null ? job.total - job.done : row.added
  const isUnderWay = job !== undefined && isActive(job.state)
  return { ...row, added, problems: isUnderWay ? [] : [{ line: 0, message: job?.problem ?? STAYS }] }
}

/** The newest first. INVARIANT: read before the imports, so that one whose job has ended is seen as its end left it. */
async function jobsBySubject(service: Service): Promise<Map<string, KnownJob[]>> {
  const found = new Map<string, KnownJob[]>()
  const stored = await jobs.findAll(service.reader, {
    where: { type: ['logImport', 'logImportRemoval'] },
    order: [[ROWID, 'DESC']],
  })
  for (const job of stored)
    found.set(job.subjectId ?? '', [...(found.get(job.subjectId ?? '') ?? []), withProgress(service, job)])
  return found
}

/** The newest first. */
export async function listImports(service: Service): Promise<LogImport[]> {
  const known = await jobsBySubject(service)
  const { condition } = service.reader.visible('read', 'logImport')
  const rows = await logImports.findAll(service.reader, {
    where: sqlCondition(condition),
    order: [
      ['created', 'DESC'],
      [ROWID, 'DESC'],
    ],
  })
  const followed = await followedImports(service.reader)
  return rows.map((row) => toView(row, known.get(row.id), followed))
}

/** @throws ApiError E0000007 */
export async function requireImport(service: Service, id: string): Promise<LogImport> {
  const known = await jobsBySubject(service)
  const row = await logImports.require(service.reader, id)
  return toView(row, known.get(id), await followedImports(service.reader))
}

/**
 * An import with the first and the last moment of its events.
 * @throws ApiError E0000007
 */
export async function importDetail(service: Service, id: string): Promise<LogImportDetail> {
  const view = await requireImport(service, id)
  const bounds = await searchLog(service, (searcher) => boundsOfImport(searcher, id))
  return { ...view, ...bounds }
}
