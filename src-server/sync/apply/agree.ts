import { valueAt, withValue, type Body } from '#contract/sync/definition.ts'
import type { AgreedPlace, AgreedRow, ObjectStep, PlanStep, StepJournal } from '#contract/sync/plan-step.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { syncBases } from '#db/tables/pulls.ts'
import { remoteObjects } from '#db/tables/remote-readings.ts'
import { writeBase } from '#operations/connections/pulls.ts'
import { storedBody } from '../pull/base.ts'
import type { SyncObject } from '../snapshot.ts'
import type { StepResult } from './apply-parts.ts'

type FormerAgreement = StepJournal['agreed']

/**
 * Notes that the workspace and a remote have agreed on what a step has done, so that no comparison takes it for a change of one side.
 * @returns what they had agreed on before
 */
export async function agreeOn(
  tx: Tx,
  connectionId: string,
  step: PlanStep,
  result: StepResult,
): Promise<FormerAgreement> {
  if (step.act !== 'order') return { row: await agreeOnObject(tx, connectionId, step, result), places: [] }
  const places: AgreedPlace[] = []
  for (const one of result.list?.after ?? []) places.push(...(await agreeOnPlace(tx, connectionId, one)))
  return { row: null, places }
}

async function agreeOnObject(
  tx: Tx,
  connectionId: string,
  step: ObjectStep,
  { after }: StepResult,
): Promise<AgreedRow | null> {
  const { kind, before, source, left } = step
  const key = after?.key ?? before?.key
  if (key === undefined) return null
  const former = (await syncBases.get(tx, connectionId, kind, key)) ?? null
  await remoteObjects.remove(tx, { connectionId, kind, key })
  if (!after) await writeBase(tx, connectionId, { added: [], replaced: [], dropped: former ? [former] : [] })
  // What differs still and was agreed on never has no base.
  if (!after || (left.length > 0 && !former)) return former
  const body = left.reduce<Body>(
    (agreed, path) => withValue(agreed, path.split('.'), valueAt(former?.body, path)),
    storedBody(kind, after.body),
  )
  const { id, parent, call } = after
  const row = { kind, key, ourKey: source?.key ?? key, id, parent, call, body }
  const change = former ? { added: [], replaced: [row] } : { added: [row], replaced: [] }
  await writeBase(tx, connectionId, { ...change, dropped: [] })
  return former
}

async function agreeOnPlace(tx: Tx, connectionId: string, { kind, key, body }: SyncObject): Promise<AgreedPlace[]> {
  const former = await syncBases.get(tx, connectionId, kind, key)
  if (!former) return []
  const row = { ...former, body: withValue(former.body, ['priority'], body['priority']) }
  await writeBase(tx, connectionId, { added: [], replaced: [row], dropped: [] })
  return [{ key, priority: former.body['priority'] }]
}
