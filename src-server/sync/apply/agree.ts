import { valueAt, withValue, type Body } from '#contract/sync/definition.ts'
import type { ObjectStep, PlanStep } from '#contract/sync/plan-step.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { syncBases } from '#db/tables/pulls.ts'
import { remoteObjects } from '#db/tables/remote-readings.ts'
import { writeBase } from '#operations/connections/pulls.ts'
import { storedBody } from '../pull/base.ts'
import type { SyncObject } from '../snapshot.ts'
import type { StepResult } from './apply-parts.ts'

/** Notes that the workspace and a remote have agreed on what a step has done, so that no comparison takes it for a change of one side. */
export async function agreeOn(tx: Tx, connectionId: string, step: PlanStep, result: StepResult): Promise<void> {
  if (step.act === 'order') for (const one of result.list ?? []) await agreeOnPlace(tx, connectionId, one)
  else await agreeOnObject(tx, connectionId, step, result)
}

async function agreeOnObject(tx: Tx, connectionId: string, step: ObjectStep, { after }: StepResult): Promise<void> {
  const { kind, before, source, left } = step
  const key = after?.key ?? before?.key
  if (key === undefined) return
  const former = await syncBases.get(tx, connectionId, kind, key)
  await remoteObjects.remove(tx, { connectionId, kind, key })
  if (!after) return writeBase(tx, connectionId, { added: [], replaced: [], dropped: former ? [former] : [] })
  // What differs still and was agreed on never has no base.
  if (left.length > 0 && !former) return
  const body = left.reduce<Body>(
    (agreed, path) => withValue(agreed, path.split('.'), valueAt(former?.body, path)),
    storedBody(kind, after.body),
  )
  const { id, parent, call } = after
  const row = { kind, key, ourKey: source?.key ?? key, id, parent, call, body }
  const change = former ? { added: [], replaced: [row] } : { added: [row], replaced: [] }
  await writeBase(tx, connectionId, { ...change, dropped: [] })
}

async function agreeOnPlace(tx: Tx, connectionId: string, { kind, key, body }: SyncObject): Promise<void> {
  const former = await syncBases.get(tx, connectionId, kind, key)
  if (!former) return
  const row = { ...former, body: withValue(former.body, ['priority'], body['priority']) }
  await writeBase(tx, connectionId, { added: [], replaced: [row], dropped: [] })
}
