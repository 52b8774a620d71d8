import { isActive, JOB_TYPES, type Job, type JobState, type JobType } from '#contract/gatehouse/job.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { jobs, type JobRecord } from '#db/tables/jobs.ts'
import { ROWID } from '#db/tables/table.ts'
import type { Service } from '../service/service.ts'

/** A job with what is known of it beside the file. */
export interface KnownJob extends JobRecord {
  /** Of one under way: that of this moment. */
  facts: Readonly<Record<string, number>>
}

/** Adds to a stored job how far it is, and how it ended where that is not in the file. */
export function withProgress({ jobs: running }: Pick<Service, 'jobs'>, job: JobRecord): KnownJob {
  if (!isActive(job.state)) return job
  const live = running.get(job.id)
  if (live) return { ...job, ...live.progress, ...live.end }
  // WHY also here: at the start the disk may be full, so that what another run left could not be written down.
  return job.state === 'RUNNING' && job.run !== running.run ? { ...job, state: 'INTERRUPTED' } : job
}

interface JobQuery {
  type?: JobType | undefined
  state?: JobState | undefined
}

/** Those of {@link findJobs} that the caller may see. */
export async function listJobs(service: Pick<Service, 'jobs' | 'reader'>, query: JobQuery = {}): Promise<KnownJob[]> {
  return service.reader.visible('read', 'job').of(await findJobs(service, query))
}

/** Jobs of a type or in a state, the newest first: all that wait or run, and the latest that ended. */
export async function findJobs(
  service: Pick<Service, 'jobs' | 'reader'>,
  { type, state }: JobQuery,
): Promise<KnownJob[]> {
  const stored = await jobs.findAll(service.reader, {
    where: type === undefined ? {} : { type },
    order: [
      ['created', 'DESC'],
      [ROWID, 'DESC'],
    ],
  })
  // What no type of ours is, somebody else put into the file.
  const known = stored.filter((job) => job.type in JOB_TYPES).map((job) => withProgress(service, job))
  return state === undefined ? known : known.filter((job) => job.state === state)
}

/** @throws ApiError E0000007 */
export async function requireJob(service: Pick<Service, 'jobs'>, reader: Reader, id: string): Promise<KnownJob> {
  return withProgress(service, await jobs.require(reader, id))
}

/** A job as the interface shows it. */
export function presentJob(job: KnownJob): Job {
  const { id, type, state, name, subjectId, done, total, facts, problem, principal } = job
  const { cancelRequested, created, started, finished } = job
  return {
    ...{ id, type, state, name, subjectId, done, total, facts, problem },
    startedBy: { id: principal.id, displayName: principal.kind === 'system' ? null : principal.displayName },
    cancellable: isActive(state) && JOB_TYPES[type].isCancellable && !cancelRequested,
    ...{ cancelRequested, created, started, finished },
  }
}
