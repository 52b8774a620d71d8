import { failed } from '#contract/log/targets.ts'
import type { LogVerification } from '#contract/log/log-proof.ts'
import type { JobState } from '#contract/gatehouse/job.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { activeJobs, queueJob, requestCancel } from '../../jobs/queue-job.ts'
import type { JobResults } from '../../jobs/job-inputs.ts'
import type { JobOutcome, JobWork } from '../../jobs/job-work.ts'
import { findJobs, type KnownJob } from '../../jobs/list-jobs.ts'
import type { Service } from '../../service/service.ts'
import { rebuildWords } from '../search/words-job.ts'
import { sealLog } from './seal-log.ts'

const NONE: LogVerification = {
  state: 'NONE',
  started: null,
  finished: null,
  checked: 0,
  total: 0,
  removed: 0,
  sealed: null,
  imported: 0,
  isRecorded: false,
  keys: [],
  clockJumps: [],
  violation: null,
  problem: null,
}

const STATES: Readonly<Record<JobState, (report: Report | null) => LogVerification['state']>> = {
  QUEUED: () => 'RUNNING',
  RUNNING: () => 'RUNNING',
  COMPLETED: (report) => (report?.violation ? 'BROKEN' : 'SOUND'),
  FAILED: () => 'FAILED',
  CANCELLED: () => 'CANCELLED',
  INTERRUPTED: () => 'CANCELLED',
}

type Report = JobResults['logVerification']

/**
 * How far the verification is, or what the last one of this run of the service found. WHY not of an earlier run: who rewrites the
 * log can rewrite what stands beside it in the file.
 */
export async function readVerification(service: Service): Promise<LogVerification> {
  const [latest] = await findJobs(service, { type: 'logVerification' })
  return latest && isOfThisRun(service, latest) ? toView(latest) : NONE
}

const isOfThisRun = ({ jobs }: Service, { state, run }: KnownJob) => state === 'QUEUED' || run === jobs.run

function toView(job: KnownJob): LogVerification {
  const report = job.result as Report | null
  const { done: checked, total, created, finished, problem } = job
  return {
    ...NONE,
    ...report,
    state: job.cancelRequested ? 'CANCELLED' : STATES[job.state](report),
    started: job.started ?? created,
    finished,
    checked: report?.checked ?? checked,
    total: report?.total ?? total ?? 0,
    problem,
  }
}

/** Begins to verify the log; one that waits or runs already goes on, unless it was given up. */
export async function startVerification(tx: Tx): Promise<void> {
  const isUnderWay = (await activeVerifications(tx)).some(({ cancelRequested }) => !cancelRequested)
  if (!isUnderWay) await queueJob(tx, { type: 'logVerification', input: null })
}

/** Gives up the verification that runs, if one does. */
export async function cancelVerification(tx: Tx): Promise<void> {
  for (const job of await activeVerifications(tx)) await requestCancel(tx, job)
}

/** One that was given up may still run beside the next one that waits. */
const activeVerifications = async (tx: Tx) => (await activeJobs(tx)).filter(({ type }) => type === 'logVerification')

/** Verifies the whole log in a worker thread. */
export async function runVerification({
  service,
  signal,
  report,
}: JobWork<'logVerification'>): Promise<JobOutcome<'logVerification'>> {
  const onProgress = ({ checked, total }: Pick<LogVerification, 'checked' | 'total'>) =>
    report({ done: checked, total })
  // What came since the last seal is vouched for as well; why it cannot be sealed, the result says.
  await sealLog(service).catch(() => false)
  const { recordFile: sealRecord } = service.sealing
  const result = await service.workers.run('verifyLog', { sealRecord }, { onProgress, signal })
  report({ done: result.checked, total: result.total, facts: { violations: result.violation ? 1 : 0 } })
  return { result, write: (tx) => recordVerification(tx, result) }
}

async function recordVerification(tx: Tx, { checked, violation }: Report): Promise<void> {
  const type = 'gatehouse.log.verification.complete'
  tx.authorize(type, [], 'never')
  const outcome = violation ? failed(violation.reason) : undefined
  tx.record({ type, targets: [], outcome, debugData: { checked, sequence: violation?.sequence } })
  if (violation?.kind === 'WORDS') await rebuildWords(tx, violation.reason)
}
