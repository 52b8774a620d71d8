import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { activeJob, queueJob } from '../../jobs/queue-job.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Service } from '../../service/service.ts'
import { readClock } from './clock.ts'
import { listConcerns } from './concerns.ts'
import { isAnyDue } from './removals.sql.ts'
import { applyRetention, cutOff } from './retention.ts'
import { retentionDays } from './retention-setting.ts'

/** Asks for a run of retention where events are due, unless one waits or runs, or a person has to look at the log first. */
export async function requestRetention(service: Service): Promise<void> {
  if (await waitsForPerson(service)) return
  if (await isDue(service.reader, service.clock())) await service.write(systemContext(), queueRetention)
}

/** What was removed is gone, so that neither a changed log nor a clock that leapt may decide it. */
async function waitsForPerson(service: Service): Promise<boolean> {
  await readClock(service)
  return (await listConcerns(service)).length > 0
}

async function queueRetention(tx: Tx): Promise<void> {
  if (!(await activeJob(tx, 'logRetention'))) await queueJob(tx, { type: 'logRetention', input: null })
}

/** Whether anything is old enough to go, and may. */
async function isDue(reader: Reader, now: number): Promise<boolean> {
  const until = cutOff(now, await retentionDays(reader))
  return until !== null && isAnyDue(reader, until)
}

/** Removes what is older than the workspace keeps. */
export async function runRetention({
  service,
  signal,
  report,
}: JobWork<'logRetention'>): Promise<JobOutcome<'logRetention'>> {
  if (await waitsForPerson(service)) return {}
  const removed = await applyRetention(service, { signal, onProgress: (done) => report({ done }) })
  report({ done: removed, total: removed })
  return {}
}
