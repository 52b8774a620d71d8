import { expect } from 'vitest'
import type { Job } from '#contract/gatehouse/job.ts'
import type { ApplyRequest, PlanRequest, PlanStepView, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { ended, type Side } from './connections.ts'

/** The end of planning, and the plan. */
export async function planned(here: Side, connectionId: string, body: PlanRequest = {}): Promise<SyncPlanView> {
  const job = (await here.client.call('planConnection', { params: { connectionId }, body })).body
  expect(await ended(here, job.id)).toMatchObject({ type: 'syncPlan', state: 'COMPLETED', problem: null })
  const [plan] = (await here.client.call('listSyncPlans', { query: { connectionId } })).body
  return plan ?? expect.unreachable('there is no plan')
}

/** The steps of a plan. */
export async function stepsOf({ client }: Side, { id }: Pick<SyncPlanView, 'id'>): Promise<PlanStepView[]> {
  return (await client.call('listPlanSteps', { params: { syncPlanId: id }, query: { limit: 200 } })).body
}

/** What the steps of a plan do, a line each. */
export const stepLines = (steps: readonly PlanStepView[]): string[] =>
  steps.map(({ act, kind, name }) => `${act} ${kind} ${name}`)

/** The end of an application, without what is refused, and the plan after it. */
export async function applied(
  here: Side,
  { id }: Pick<SyncPlanView, 'id'>,
  body: ApplyRequest = {},
): Promise<{ job: Job; plan: SyncPlanView }> {
  const params = { syncPlanId: id }
  const asked = (await here.client.call('applySyncPlan', { params, body: { partial: true, ...body } })).body
  const job = await ended(here, asked.id)
  return { job, plan: (await here.client.call('getSyncPlan', { params })).body }
}

/** The end of planning what takes back a plan, and the plan that does. */
export async function takenBack(here: Side, { id, connectionId }: SyncPlanView): Promise<SyncPlanView> {
  const job = (await here.client.call('takeBackSyncPlan', { params: { syncPlanId: id } })).body
  expect(await ended(here, job.id)).toMatchObject({ type: 'syncPlan', state: 'COMPLETED', problem: null })
  const [plan] = (await here.client.call('listSyncPlans', { query: { connectionId } })).body
  return plan ?? expect.unreachable('there is no plan')
}
