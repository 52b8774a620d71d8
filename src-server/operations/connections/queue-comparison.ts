import { targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { connections } from '#db/tables/connections.ts'
import type { JobRecord } from '#db/tables/jobs.ts'
import { activeJob, queueJob } from '../jobs/queue-job.ts'

/**
 * Asks for a comparison of the workspace with a remote; one that waits or runs already is the one that is answered.
 * @throws ApiError E0000007, E0000047
 */
export async function queueComparison(tx: Tx, connectionId: string): Promise<JobRecord> {
  const connection = await connections.require(tx, connectionId)
  const targets = [targetOf('connection', connection)]
  tx.authorize('gatehouse.connection.compare', targets)
  const active = await activeJob(tx, 'comparison', connectionId)
  if (active && !active.cancelRequested) return active
  tx.record({ type: 'gatehouse.connection.compare', targets })
  return queueJob(tx, { type: 'comparison', input: null, name: connection.name, subjectId: connectionId })
}
