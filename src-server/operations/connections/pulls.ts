import type { PullRequest, PullSummary } from '#contract/gatehouse/pull.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { connections } from '#db/tables/connections.ts'
import type { JobRecord } from '#db/tables/jobs.ts'
import { pulls, syncBases, type SyncBaseRecord } from '#db/tables/pulls.ts'
import { activeJob, queueJob } from '../jobs/queue-job.ts'

/**
 * Asks for a pull from a remote; one that waits or runs already is the one that is answered.
 * @throws ApiError E0000007, E0000047
 */
export async function queuePull(tx: Tx, connectionId: string, request: PullRequest): Promise<JobRecord> {
  const connection = await connections.require(tx, connectionId)
  const targets = [targetOf('connection', connection)]
  tx.authorize('gatehouse.connection.pull', targets)
  const active = await activeJob(tx, 'pull', connectionId)
  if (active && !active.cancelRequested) return active
  tx.record({ type: 'gatehouse.connection.pull', targets, debugData: { asked: true } })
  return queueJob(tx, { type: 'pull', input: request, name: connection.name, subjectId: connectionId })
}

/** What the latest pull has done; undefined where nothing was pulled yet. */
export async function lastPull(reader: Reader, connectionId: string) {
  const found = await pulls.get(reader, connectionId)
  return found && { pulledAt: found.pulledAt, ...found.summary }
}

/** Notes what a pull has done. */
export async function notePull(tx: Tx, connectionId: string, summary: PullSummary): Promise<void> {
  await pulls.remove(tx, { connectionId })
  await pulls.insert(tx, { connectionId, pulledAt: tx.now, summary })
}

/** What a remote held when the workspace was last in step with it, by kind in no order. */
export function readBase(reader: Reader, connectionId: string): Promise<SyncBaseRecord[]> {
  return syncBases.findAll(reader, { where: { connectionId } })
}

type BaseRow = Omit<SyncBaseRecord, 'connectionId'>

/** Objects of which there is a base now, or another one, and those of which there is none any more. */
export interface BaseChange {
  added: readonly BaseRow[]
  replaced: readonly BaseRow[]
  dropped: readonly Pick<BaseRow, 'kind' | 'key'>[]
}

/** Writes what the workspace and a remote have agreed on. */
export async function writeBase(tx: Tx, connectionId: string, { added, replaced, dropped }: BaseChange): Promise<void> {
  const whole = (row: BaseRow) => ({ ...row, connectionId })
  for (const { kind, key } of dropped) await syncBases.remove(tx, { connectionId, kind, key })
  await syncBases.updateMany(tx, replaced.map(whole), ['ourKey', 'id', 'parent', 'call', 'body'])
  await syncBases.insertMany(tx, added.map(whole))
}
