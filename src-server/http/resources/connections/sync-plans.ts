import type { syncPlanRoutes } from '#contract/routes/sync-plans.ts'
import type { SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { queueApplication, secretsTooLate } from '#operations/connections/applications.ts'
import {
  deletePlan,
  listPlans,
  listSteps,
  presentEffect,
  requirePlan,
  type KnownPlan,
} from '#operations/connections/plans.ts'
import { queueTakeBack } from '#operations/connections/take-backs.ts'
import { presentJob, requireJob } from '#operations/jobs/list-jobs.ts'
import { remoteOf } from '#sync/remote/remotes.ts'
import { planStepView } from '#sync/plan/plan-step-view.ts'
import type { HandlerTable } from '../../handler-table.ts'

function presentPlan(known: KnownPlan): SyncPlanView {
  const { terms: _, organizationId: __, summary, effect, takesBack: syncPlanId, takesBackOf: created, ...plan } = known
  const takesBack = syncPlanId === null ? null : { syncPlanId, created }
  const { conflicting = [], trial = null, pairs: ___, ...told } = summary
  return { ...plan, ...told, conflicting, trial, ...presentEffect(effect), takesBack }
}

export const syncPlanHandlers: HandlerTable<typeof syncPlanRoutes> = {
  listSyncPlans: async ({ reader, query }) => {
    const { items, next } = await listPlans(reader, query)
    return { body: items.map(presentPlan), next }
  },
  getSyncPlan: async ({ reader, params: { syncPlanId } }) => ({
    body: presentPlan(await requirePlan(reader, syncPlanId)),
  }),
  deleteSyncPlan: async ({ write, params: { syncPlanId } }) => {
    await write((tx) => deletePlan(tx, syncPlanId))
    return { status: 204, body: undefined }
  },
  listPlanSteps: async ({ reader, params: { syncPlanId }, query }) => {
    const { terms } = await requirePlan(reader, syncPlanId)
    const { items, next } = await listSteps(reader, syncPlanId, query)
    const body = items.map(({ number, state, step, effect, journal }) => ({
      ...{ number, state, ...planStepView(step, terms, journal?.secrets), ...presentEffect(effect) },
    }))
    return { body, next }
  },
  applySyncPlan: async ({ service, reader, write, params: { syncPlanId }, body }) => {
    const { connectionId } = await requirePlan(reader, syncPlanId)
    // Before a job is queued: without its secret it would only fail.
    await remoteOf(service, reader, connectionId)
    const { secrets = [] } = body ?? {}
    let jobId = ''
    try {
      await write(async (tx) => {
        const { id } = await queueApplication(tx, syncPlanId, body ?? {})
        // It is asked for again: steps that are done would have been given others.
        if (service.givenSecrets.hasOther(id, secrets)) throw secretsTooLate()
        jobId = id
        // Before the commit, after which the job may begin.
        service.givenSecrets.keep(jobId, secrets)
      })
    } catch (error) {
      service.givenSecrets.forget(jobId)
      throw error
    }
    return { body: presentJob(await requireJob(service, reader, jobId)) }
  },
  takeBackSyncPlan: async ({ service, reader, write, params: { syncPlanId } }) => {
    const { connectionId } = await requirePlan(reader, syncPlanId)
    await remoteOf(service, reader, connectionId)
    const { id } = await write((tx) => queueTakeBack(tx, syncPlanId))
    return { body: presentJob(await requireJob(service, reader, id)) }
  },
}
