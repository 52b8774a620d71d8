import { Op } from 'sequelize'
import type { PlanRequest, PlanSource, StepState } from '#contract/gatehouse/sync-plan.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { canonical } from '#contract/interface/canonical.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { targetOf } from '#contract/log/targets.ts'
import { SYNC_KINDS } from '#contract/sync/kind-names.ts'
import { mayNeedSecrets, neededSecrets } from '#contract/sync/needed-secrets.ts'
import type { PlanStep, PlanTerms } from '#contract/sync/plan-step.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, invalidCursor, pageOf, type Page } from '#db/page.ts'
import { connections, type ConnectionRecord } from '#db/tables/connections.ts'
import type { JobRecord } from '#db/tables/jobs.ts'
import {
  syncPlanLosses,
  syncPlans,
  syncPlanSteps,
  type StoredEffect,
  type SyncPlanLossRecord,
  type SyncPlanRecord,
  type SyncPlanStepRecord,
} from '#db/tables/sync-plans.ts'
import { ROWID, sqlCondition } from '#db/tables/table.ts'
import { activeJob, queueJob } from '../jobs/queue-job.ts'
import { lastPull } from './pulls.ts'

/**
 * Asks for a plan of what makes a remote be as the workspace or another remote; one that waits or runs already is the one that is answered.
 * @throws ApiError E0000007, E0000047; E0000001 where not all people of a remote are known as they are, or another plan is being made
 */
export async function queuePlan(tx: Tx, connectionId: string, request: PlanRequest): Promise<JobRecord> {
  const connection = await connections.require(tx, connectionId)
  const targets = [targetOf('connection', connection)]
  tx.authorize('gatehouse.connection.plan', targets)
  if (connection.people.mode !== 'ALL')
    throw invalid(
      'connectionId',
      'takes not all people of the remote as they are, so that nothing can be changed there',
      'path',
    )
  if (request.from !== undefined) await assertPromotable(tx, connection, request.from)
  const active = await activeJob(tx, 'syncPlan', connectionId)
  if (active && !active.cancelRequested) {
    if (canonical(active.input) === canonical(request)) return active
    throw invalid(
      'connectionId',
      'cannot be planned for while another plan of it is made: wait, or cancel that',
      'path',
    )
  }
  tx.record({ type: 'gatehouse.connection.plan', targets, debugData: { asked: true } })
  return queueJob(tx, { type: 'syncPlan', input: request, name: connection.name, subjectId: connectionId })
}

/** @throws ApiError E0000001 where the remote of a connection cannot say what another one is to be */
async function assertPromotable(tx: Tx, { address }: ConnectionRecord, from: string): Promise<void> {
  const source = await connections.get(tx, from)
  if (!source) throw invalid('from', 'is no connection')
  if (source.address === address) throw invalid('from', 'leads to the same address')
  if (source.people.mode !== 'ALL')
    throw invalid('from', `takes not all people of its remote as they are, so that nothing can be brought from there`)
}

/** What a plan is written down with. */
interface NewPlan {
  readonly connectionId: string
  readonly digest: string
  readonly organizationId: string | null
  readonly terms: PlanTerms
  readonly steps: readonly PlanStep[]
  readonly summary: SyncPlanRecord['summary']
  readonly effect: StoredEffect
  /** What is wanted there; null: what the workspace has. */
  readonly source: PlanSource | null
  /** The plan whose inverse it is; null: it is one of its own. */
  readonly takesBack: Pick<SyncPlanRecord, 'id' | 'state' | 'done'> | null
}

/** Begins to write down a plan, in place of those that are too many. @returns its id */
export async function beginPlan(tx: Tx, { steps, takesBack: taken, ...plan }: NewPlan): Promise<string> {
  const { connectionId } = plan
  await connections.require(tx, connectionId)
  if (taken) await assertAsRead(tx, taken)
  const known = await syncPlans.findAll(tx, { where: { connectionId }, order: NEWEST_FIRST })
  const active = await activeJob(tx, 'syncApply', connectionId)
  const isKept = ({ state }: SyncPlanRecord, at: number) =>
    (state === 'APPLYING' && active !== undefined) || (state !== 'PLANNING' && at < LIMITS.plansKept - 1)
  for (const [at, plan] of known.entries()) if (!isKept(plan, at)) await syncPlans.remove(tx, plan)
  const id = tx.newId('syncPlan')
  const counted = { steps: steps.length, done: 0, problem: null, created: tx.now, applied: null, takenBackBy: null }
  const takesBack = taken?.id ?? null
  await syncPlans.insert(tx, { id, ...plan, takesBack, state: 'PLANNING', ...counted })
  return id
}

/** @throws ApiError E0000001 where a plan that is to be taken back was gone on with since it was read */
async function assertAsRead(tx: Tx, { id, state, done }: NonNullable<NewPlan['takesBack']>): Promise<void> {
  const now = await syncPlans.require(tx, id)
  if (now.state !== state || now.done !== done)
    throw invalid('syncPlanId', 'was gone on with meanwhile: take it back again', 'path')
}

/** Writes down some steps of a plan. @param about.from how many there are before them @param about.effects of all steps of the plan */
export async function writeSteps(
  tx: Tx,
  planId: string,
  steps: readonly PlanStep[],
  { from, effects }: { from: number; effects: readonly (StoredEffect | null)[] },
): Promise<void> {
  const rows = steps.map((step, at) => ({
    ...{ planId, number: from + at + 1, state: 'WAITING' as const, step, made: null, journal: null },
    effect: effects[from + at] ?? null,
  }))
  await syncPlanSteps.insertMany(tx, rows)
}

type NewLoss = Omit<SyncPlanLossRecord, 'planId' | 'position'>

/** Writes down some of what the target loses beside what the steps remove. @param from how many there are before them */
export async function writeLosses(tx: Tx, planId: string, losses: readonly NewLoss[], from: number): Promise<void> {
  const rows = losses.map((loss, at) => ({ planId, position: from + at, ...loss }))
  await syncPlanLosses.insertMany(tx, rows)
}

/** Writes down what the target is about to lose beside what a step is about, behind what was known before. */
export async function noteLosses(tx: Tx, planId: string, losses: readonly NewLoss[]): Promise<void> {
  if (losses.length === 0) return
  const [last] = await syncPlanLosses.findAll(tx, { where: { planId }, order: [['position', 'DESC']], limit: 1 })
  await writeLosses(tx, planId, losses, (last?.position ?? -1) + 1)
}

/** A plan is there as a whole. */
export async function finishPlan(tx: Tx, planId: string): Promise<void> {
  const plan = await syncPlans.require(tx, planId)
  const targets = [targetOf('connection', await connections.require(tx, plan.connectionId))]
  tx.authorize('gatehouse.connection.plan', targets)
  await syncPlans.update(tx, plan, { state: 'READY' })
  const { digest, steps } = plan
  tx.record({ type: 'gatehouse.connection.plan', targets, debugData: { planId, digest, steps } })
}

/**
 * Whether both sides have been brought in step once, by a pull or by a plan that was applied to its end and stays so: until then the first wish decides where nothing
 * says which side has changed.
 */
export async function wereInStep(reader: Reader, connectionId: string): Promise<boolean> {
  const own = { source: null, takesBack: null, takenBackBy: null }
  const isApplied = await syncPlans.exists(reader, { connectionId, state: 'APPLIED', ...own })
  return isApplied || (await lastPull(reader, connectionId)) !== undefined
}

interface PlanQuery {
  connectionId?: string | undefined
  limit: number
  after?: string | undefined
}

const NEWEST_FIRST: [typeof ROWID, 'DESC'][] = [[ROWID, 'DESC']]

/** Plans with the names of their connections, the newest first. @throws ApiError E0000029 */
export async function listPlans(reader: Reader, { connectionId, limit, after }: PlanQuery): Promise<Page<KnownPlan>> {
  if (reader.rights.reach('svc.roles.manage') !== 'all') return { items: [], next: null }
  const where = connectionId === undefined ? {} : { connectionId }
  const { items, next } = pageOf(await syncPlans.findAll(reader, { where, order: NEWEST_FIRST }), limit, after)
  return { items: await Promise.all(items.map((plan) => withName(reader, plan))), next }
}

export interface KnownPlan extends SyncPlanRecord {
  readonly connectionName: string
  /** When the plan was made that it takes back; null: it takes back none, or that is not kept any more. */
  readonly takesBackOf: string | null
}

async function withName(reader: Reader, plan: SyncPlanRecord): Promise<KnownPlan> {
  const { name } = await connections.require(reader, plan.connectionId)
  const taken = plan.takesBack === null ? undefined : await syncPlans.get(reader, plan.takesBack)
  return { ...plan, connectionName: name, takesBackOf: taken?.created ?? null }
}

/** An effect as it is answered; null: nothing decides. */
export const presentEffect = (stored: StoredEffect | null): StoredEffect =>
  stored ?? { effect: null, effectProblem: null }

/** @throws ApiError E0000007 */
export const requirePlan = async (reader: Reader, planId: string): Promise<KnownPlan> =>
  withName(reader, await syncPlans.require(reader, planId))

interface StepQuery {
  limit: number
  /** The number of the last one of the page before. */
  after?: string | undefined
  /** Only those that are not done and need a secret; a page may be shorter then. */
  needsSecret?: boolean
}

/** Steps of a plan in their order. @throws ApiError E0000029 */
export async function listSteps(
  reader: Reader,
  planId: string,
  { limit, after = '0', needsSecret = false }: StepQuery,
): Promise<Page<SyncPlanStepRecord>> {
  if (!/^\d{1,9}$/.test(after)) throw invalidCursor()
  if (reader.rights.reach('svc.roles.manage') !== 'all') return { items: [], next: null }
  const where = { planId, number: { [Op.gt]: Number(after) }, ...(needsSecret && MAY_NEED_SECRET) }
  const rows = await syncPlanSteps.findAll(reader, { where, order: [['number', 'ASC']], limit: limit + 1 })
  const page = cutPage(rows, limit, ({ number }) => String(number))
  return needsSecret ? { ...page, items: page.items.filter(({ step }) => neededSecrets(step).length > 0) } : page
}

const KINDS_WITH_SECRETS = SYNC_KINDS.filter(mayNeedSecrets)
  .map((kind) => `'${kind}'`)
  .join(', ')
const MAY_NEED_SECRET = {
  state: ['WAITING', 'STARTED'] satisfies StepState[],
  ...sqlCondition(`json_extract(step, '$.kind') IN (${KINDS_WITH_SECRETS})`),
}

/** @throws ApiError E0000007; E0000001 while it is being applied */
export async function deletePlan(tx: Tx, planId: string): Promise<void> {
  const plan = await syncPlans.require(tx, planId)
  const connection = await connections.require(tx, plan.connectionId)
  tx.authorize('gatehouse.connection.plan', [targetOf('connection', connection)])
  const active = await activeJob(tx, 'syncApply', plan.connectionId)
  if (plan.state === 'APPLYING' && active) throw invalid('syncPlanId', 'is being applied: cancel its job first', 'path')
  await syncPlans.remove(tx, plan)
}
