import { valueAt, withValue, type Body } from '#contract/sync/definition.ts'
import type {
  AgreedPlace,
  AgreedRow,
  ObjectStep,
  OrderStep,
  Placed,
  PlanStep,
  StepJournal,
} from '#contract/sync/plan-step.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { syncBases, type SyncBaseRecord } from '#db/tables/pulls.ts'
import { remoteObjects } from '#db/tables/remote-readings.ts'
import { writeBase } from '#operations/connections/pulls.ts'
import { placeOf } from '../compare/compare-orders.ts'
import { withNew } from '../plan/list-orders.ts'
import { storedBody } from '../pull/base.ts'
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
  return { row: null, places: await agreeOnOrder(tx, connectionId, step, result) }
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
  if (!after) {
    await agreeOnRemoval(tx, connectionId, former)
    return former
  }
  await remoteObjects.remove(tx, { connectionId, kind, key })
  const ourKey = source?.key ?? key
  // With another object of the workspace nothing was agreed on.
  const agreedBefore = former?.ourKey === ourKey ? former : null
  // What differs still and was agreed on never has no base.
  if (left.length > 0 && !agreedBefore) return former
  // What both sides have agreed on of an order belongs to its list: what the target has moved is a change of the target still.
  const asBefore = agreedBefore && SYNCED_KINDS[kind].order ? [...left, 'priority'] : left
  const body = asBefore.reduce<Body>(
    (agreed, path) => withValue(agreed, path.split('.'), valueAt(agreedBefore?.body, path)),
    storedBody(kind, after.body),
  )
  const { id, parent, call } = after
  const row = { kind, key, ourKey, id, parent, call, body }
  const change = former ? { added: [], replaced: [row] } : { added: [row], replaced: [] }
  await writeBase(tx, connectionId, { ...change, dropped: [] })
  return former
}

/** WHY the latest reading has it still: the next one finds by the log that it is gone, and with it what only says that something else has it. */
async function agreeOnRemoval(tx: Tx, connectionId: string, former: AgreedRow | null): Promise<void> {
  if (!former) return
  const { kind, key, id, parent, call, body } = former
  await writeBase(tx, connectionId, { added: [], replaced: [], dropped: [former] })
  if (await remoteObjects.get(tx, connectionId, kind, key)) return
  await remoteObjects.insert(tx, { connectionId, kind, key, id, parent, call, gone: false, body })
}

/**
 * Where only what is new got a place, the rest stays in the order that was agreed on: what the target has moved of it is a change of the target still.
 * @returns the places before
 */
async function agreeOnOrder(
  tx: Tx,
  connectionId: string,
  { kind, placed }: OrderStep,
  { list }: StepResult,
): Promise<AgreedPlace[]> {
  const rows: SyncBaseRecord[] = []
  const places = new Map<string, unknown>()
  for (const { key, body } of list?.after ?? []) {
    const row = await syncBases.get(tx, connectionId, kind, key)
    if (!row) continue
    rows.push(row)
    places.set(row.ourKey, body['priority'])
  }
  if (placed) for (const [at, ourKey] of agreedOrder(rows, placed).entries()) places.set(ourKey, at + 1)
  const replaced = rows.map((row) => ({ ...row, body: withValue(row.body, ['priority'], places.get(row.ourKey)) }))
  await writeBase(tx, connectionId, { added: [], replaced, dropped: [] })
  return rows.map(({ key, body }) => ({ key, priority: body['priority'] }))
}

/** The keys of the workspace in the order that was agreed on, with what is new behind what it stands behind there, as far as that was agreed on. */
function agreedOrder(rows: readonly SyncBaseRecord[], { made, order }: Placed): string[] {
  const isNew = new Set(made)
  const known = rows.filter(({ ourKey }) => !isNew.has(ourKey)).toSorted((a, b) => placeOf(a) - placeOf(b))
  const there = new Set(rows.map(({ ourKey }) => ourKey))
  return withNew(
    known.map(({ ourKey }) => ourKey),
    { made: made.filter((key) => there.has(key)), order },
  )
}
