import { invalid } from '#contract/interface/api-error.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { connections } from '#db/tables/connections.ts'
import type { JobRecord } from '#db/tables/jobs.ts'
import { syncPlanLosses, syncPlans, type SyncPlanLossRecord, type SyncPlanRecord } from '#db/tables/sync-plans.ts'
import { ROWID } from '#db/tables/table.ts'
import { activeJob, queueJob } from '../jobs/queue-job.ts'

/**
 * Whether what a plan has done may be taken back now.
 * @throws ApiError E0000001 where it has done nothing, works still, takes back another one, or was taken back
 */
export function assertTakenBack({ state, takesBack, takenBackBy }: SyncPlanRecord): void {
  const refused = (why: string) => invalid('syncPlanId', why, 'path')
  if (takesBack !== null)
    throw refused('takes back another plan itself: plan again to bring that to the remote once more')
  if (takenBackBy !== null)
    throw refused('was taken back already, to its end or in part: go on with the plan that does so, or plan again')
  if (state === 'APPLYING') throw refused('is being applied: cancel its job first')
  if (state !== 'APPLIED' && state !== 'STOPPED')
    throw refused('was not applied, so that there is nothing to take back')
}

/**
 * Asks for a plan that takes back what another one has done; a job that makes it already is the one that is answered.
 * @throws ApiError E0000007, E0000047; as {@link assertTakenBack}
 */
export async function queueTakeBack(tx: Tx, planId: string): Promise<JobRecord> {
  const plan = await syncPlans.require(tx, planId)
  const { connectionId } = plan
  const connection = await connections.require(tx, connectionId)
  const targets = [targetOf('connection', connection)]
  tx.authorize('gatehouse.connection.plan', targets)
  assertTakenBack(plan)
  const active = await activeJob(tx, 'syncPlan', connectionId)
  if (active && !active.cancelRequested) {
    if ((active.input as { takesBack?: string } | null)?.takesBack === planId) return active
    throw invalid('syncPlanId', 'cannot be taken back while another plan of the connection is made', 'path')
  }
  tx.record({ type: 'gatehouse.connection.plan', targets, debugData: { asked: true, takesBack: planId } })
  return queueJob(tx, {
    type: 'syncPlan',
    input: { takesBack: planId },
    name: connection.name,
    subjectId: connectionId,
  })
}

/** What went along with what some steps of a plan have removed, what others belong to before it, and what was changed along. @param steps their numbers */
export async function lossesOfPlan(
  reader: Reader,
  planId: string,
  steps: readonly number[],
): Promise<SyncPlanLossRecord[]> {
  const losses = await syncPlanLosses.findAll(reader, { where: { planId }, order: [['position', 'ASC']] })
  const isMeant = new Set(steps)
  return losses.filter(({ step }) => isMeant.has(step))
}

/** The newest plan of a connection that has changed its remote, or was to, and takes back no other; undefined where none has. */
export const beganLast = (reader: Reader, connectionId: string): Promise<SyncPlanRecord | undefined> =>
  syncPlans.findOne(reader, {
    where: { connectionId, takesBack: null, state: ['APPLIED', 'STOPPED', 'APPLYING'] },
    order: [[ROWID, 'DESC']],
  })

/** A plan of a connection by its id; undefined where there is none. */
export const findPlan = (reader: Reader, connectionId: string, id: string): Promise<SyncPlanRecord | undefined> =>
  syncPlans.findOne(reader, { where: { connectionId, id } })
