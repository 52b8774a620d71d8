import type { ApplyRequest } from '#contract/gatehouse/sync-plan.ts'
import { invalid, type ApiError } from '#contract/interface/api-error.ts'
import { canonical } from '#contract/interface/canonical.ts'
import { failed, targetOf } from '#contract/log/targets.ts'
import { dangerText } from '#contract/sync/plan-dangers.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { connections, type ConnectionRecord } from '#db/tables/connections.ts'
import { jobs, type JobRecord } from '#db/tables/jobs.ts'
import { syncPlans, syncPlanSteps, type SyncPlanRecord, type SyncPlanStepRecord } from '#db/tables/sync-plans.ts'
import type { JobInputs } from '../jobs/job-inputs.ts'
import { activeJobs, queueJob, requestCancel } from '../jobs/queue-job.ts'
import { pairsDigest } from './pairs.ts'
import { assertNeeded } from './plan-secrets.ts'

/** Why a plan has STOPPED whose job was cancelled. */
export const CANCELLED = 'It was cancelled.'

/**
 * Whether a plan may be carried out now.
 * @throws ApiError E0000001 where its connection may only read, or it is done
 */
export function assertApplicable(plan: SyncPlanRecord, connection: ConnectionRecord): void {
  if (!connection.mayWrite)
    throw invalid('syncPlanId', `cannot be applied: the connection ${connection.name} may only read`, 'path')
  if (plan.takenBackBy !== null)
    throw invalid('syncPlanId', 'was taken back by another plan, to its end or in part: plan again', 'path')
  if (plan.state === 'APPLIED') throw invalid('syncPlanId', 'is applied already: plan again', 'path')
  if (plan.state === 'PLANNING') throw invalid('syncPlanId', 'was not planned to its end: plan again', 'path')
}

/**
 * Whether the objects that a plan takes for the same are still those. WHY: what it writes, both sides agree on, and with that on a pair that a person
 * has taken back.
 * @throws ApiError E0000001
 */
export async function assertPairedAsPlanned(reader: Reader, { connectionId, summary }: SyncPlanRecord): Promise<void> {
  if (summary.pairs === undefined || summary.pairs === (await pairsDigest(reader, connectionId))) return
  throw invalid('syncPlanId', 'was made before objects were paired or unpaired by hand: plan again', 'path')
}

/** @throws ApiError E0000001 where a plan is dangerous (`planDangers`) and that is not confirmed, or leaves something out */
function assertConfirmed(
  { summary, effect }: SyncPlanRecord,
  { name }: ConnectionRecord,
  { confirmation, partial }: ApplyRequest,
): void {
  if (summary.refused.length > 0 && !partial)
    throw invalid('partial', 'has to be true: parts of the plan are refused, and would be left out')
  if (!summary.needsConfirmation || confirmation === name) return
  const why = dangerText({ counts: summary.counts, effect: effect?.effect ?? null })
  throw invalid('confirmation', `has to be the name of the connection, ${name}: the plan ${why}`)
}

/**
 * Asks for a plan to be carried out, or to be gone on with; a job that does it already is the one that is answered. Once the plan has stopped, that is
 * another one.
 * @throws ApiError E0000007, E0000047; as {@link assertApplicable}, {@link assertPairedAsPlanned} and {@link assertNeeded}
 */
export async function queueApplication(tx: Tx, planId: string, request: ApplyRequest): Promise<JobRecord> {
  const plan = await syncPlans.require(tx, planId)
  const { connectionId } = plan
  const connection = await connections.require(tx, connectionId)
  const targets = [targetOf('connection', connection)]
  tx.authorize('gatehouse.connection.apply', targets)
  const active = (await activeJobs(tx)).find((job) => isWorkingOn(job, connectionId))
  const input = inputOf(planId, request)
  if (active) {
    if (canonical(active.input) === canonical(input) || isOf(active, planId, request)) return active
    throw invalid('syncPlanId', 'cannot be applied while another plan of the connection is', 'path')
  }
  assertApplicable(plan, connection)
  await assertPairedAsPlanned(tx, plan)
  assertConfirmed(plan, connection, request)
  await assertNeeded(tx, planId, request.secrets ?? [])
  const { digest, steps, done } = plan
  tx.record({ type: 'gatehouse.connection.apply', targets, debugData: { asked: true, planId, digest, steps, done } })
  return queueJob(tx, { type: 'syncApply', input, name: connection.name, subjectId: connectionId })
}

/** Whether a job applies a plan of a connection, now or soon. One that is about to end does not: another one begins once it has. */
const isWorkingOn = ({ type, subjectId, cancelRequested, input }: JobRecord, connectionId: string): boolean =>
  type === 'syncApply' && subjectId === connectionId && !cancelRequested && !(input as JobInputs['syncApply']).isOver

/** The input of a job, which is kept in the file: nothing that is secret. */
function inputOf(planId: string, { secrets = [] }: ApplyRequest): JobInputs['syncApply'] {
  return secrets.length === 0 ? { planId } : { planId, secrets: secrets.map(({ step, path }) => ({ step, path })) }
}

/**
 * Whether a job carries out a plan already, and nothing is asked for beyond that.
 * @throws ApiError E0000001 for secrets of which the job does not know
 */
function isOf({ input }: JobRecord, planId: string, { secrets = [] }: ApplyRequest): boolean {
  if ((input as { planId?: string } | null)?.planId !== planId) return false
  if (secrets.length > 0) throw secretsTooLate()
  return true
}

/** Of secrets for a plan that is being applied without them, or with others. */
export const secretsTooLate = (): ApiError =>
  invalid('secrets', 'cannot be given while the plan is being applied: wait for its end, or cancel its job')

/** Asks the job of an application to end. A plan that waits to be gone on with after a restart has stopped then: no run will say so. */
export async function cancelApplication(tx: Tx, job: JobRecord): Promise<void> {
  const { planId } = job.input as JobInputs['syncApply']
  const plan = job.state === 'QUEUED' ? await syncPlans.get(tx, planId) : undefined
  if (plan?.state === 'APPLYING') await syncPlans.update(tx, plan, { state: 'STOPPED', problem: CANCELLED })
  await requestCancel(tx, job)
}

/** The steps of a plan that were begun, in their order. */
export const begunSteps = (reader: Reader, planId: string): Promise<SyncPlanStepRecord[]> =>
  syncPlanSteps.findAll(reader, { where: { planId, state: ['STARTED', 'DONE'] }, order: [['number', 'ASC']] })

/** A plan is worked on from now on. */
export async function beginApplication(tx: Tx, planId: string): Promise<SyncPlanRecord> {
  const plan = await syncPlans.require(tx, planId)
  await removeOtherInverses(tx, plan)
  const taken = plan.takesBack === null ? undefined : await syncPlans.get(tx, plan.takesBack)
  if (taken) await syncPlans.update(tx, taken, { takenBackBy: planId })
  return syncPlans.update(tx, plan, { state: 'APPLYING', problem: null, applied: tx.now })
}

/** What takes back the same plan or this one does not know what is done from now on: it is made again where it is wanted. */
async function removeOtherInverses(tx: Tx, { id, connectionId, takesBack }: SyncPlanRecord): Promise<void> {
  const where = { connectionId, takesBack: takesBack ?? id }
  for (const inverse of await syncPlans.findAll(tx, { where }))
    if (inverse.id !== id) await syncPlans.remove(tx, inverse)
}

/** INVARIANT: noted before the first request that changes something, so that a step that was cut short is known. */
export const noteStarted = (tx: Tx, step: SyncPlanStepRecord): Promise<SyncPlanStepRecord> =>
  syncPlanSteps.update(tx, step, { state: 'STARTED' })

/** A step is carried out. @returns the plan, of which one more is done */
export async function noteDone(
  tx: Tx,
  plan: SyncPlanRecord,
  step: SyncPlanStepRecord,
  done: Pick<SyncPlanStepRecord, 'made' | 'journal'>,
): Promise<SyncPlanRecord> {
  await syncPlanSteps.update(tx, step, { state: 'DONE', ...done })
  return syncPlans.update(tx, plan, { done: plan.done + 1 })
}

interface Ending {
  /** Why it is not at its end, in a sentence; null: it is. */
  problem: string | null
  /** The job that works on it; absent: none does. */
  jobId?: string | undefined
}

/** A plan is worked on no longer, and its job is about to end. */
export async function endApplication(tx: Tx, planId: string, { problem, jobId }: Ending): Promise<void> {
  const job = jobId === undefined ? undefined : await jobs.get(tx, jobId)
  if (job) await jobs.update(tx, job, { input: { ...(job.input as JobInputs['syncApply']), isOver: true } })
  const plan = await syncPlans.get(tx, planId)
  if (!plan) return
  const connection = await connections.require(tx, plan.connectionId)
  const targets = [targetOf('connection', connection)]
  tx.authorize('gatehouse.connection.apply', targets)
  await syncPlans.update(tx, plan, { state: problem === null ? 'APPLIED' : 'STOPPED', problem, applied: tx.now })
  const { digest, steps, done } = plan
  const outcome = problem === null ? undefined : failed(problem)
  tx.record({ type: 'gatehouse.connection.apply', targets, debugData: { planId, digest, steps, done }, outcome })
}
