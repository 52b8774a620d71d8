import { Op } from 'sequelize'
import { withValue, type Body } from '#contract/sync/definition.ts'
import { SYNC_KINDS, type SyncKind } from '#contract/sync/kind-names.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { AgreedPlace, AgreedRow, ObjectStep, PlanStep } from '#contract/sync/plan-step.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { syncBases } from '#db/tables/pulls.ts'
import { remoteObjects } from '#db/tables/remote-readings.ts'
import { UNPAIRED } from '#operations/connections/pairs.ts'
import { writeBase } from '#operations/connections/pulls.ts'
import { inTerms } from '../compare/compare-values.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'
import { storedBody } from '../pull/base.ts'
import type { StepResult } from './apply-parts.ts'
import type { TargetNames } from './target-names.ts'

interface Restored {
  readonly step: PlanStep
  readonly result: StepResult
  /** What was made again has another id, which what names it is to say. */
  readonly names: TargetNames
}

/**
 * Notes of a step that takes back another that the workspace and the remote agree on what they had agreed on before that: so the workspace has changed
 * again what it had, and no pull takes the former state for a change of the remote.
 */
export async function agreeAsBefore(tx: Tx, connectionId: string, { step, result, names }: Restored): Promise<void> {
  if (step.act !== 'order') return restoreObject(tx, connectionId, step, { step, result, names })
  for (const { key, priority } of step.agreed?.places ?? [])
    await restorePlace(tx, connectionId, { kind: step.kind, key: names.keyOf(step.kind, key) ?? key, priority })
}

/**
 * Notes that what was removed and is made again has another id there, as far as the workspace and the remote still agree on it: nothing else has
 * changed between them.
 */
export async function agreeOnNewId(tx: Tx, connectionId: string, { step, result, names }: Restored): Promise<void> {
  const { after } = result
  if (step.act !== 'create' || !step.source || !after || after.key === step.source.key) return
  const { kind } = step
  const former = await syncBases.get(tx, connectionId, kind, step.source.key)
  if (!former) return
  const row = rowAsNow(former, { kind, after, names })
  await writeBase(tx, connectionId, { added: [row], replaced: [], dropped: [former] })
}

async function restoreObject(
  tx: Tx,
  connectionId: string,
  { act, kind, before, source, agreed }: ObjectStep,
  { result: { after }, names }: Restored,
): Promise<void> {
  const keys = new Set([before?.key, source?.key, after?.key].filter((key) => key !== undefined))
  // Of what only the remote has, and was changed along. INVARIANT: what is in a reading is there with all that belongs to it.
  if (act === 'change' && !agreed?.row && !(await isKnown(tx, connectionId, { kind, keys }))) return
  // A person has said since that it has no counterpart here.
  let isUnpaired = false
  for (const key of keys) {
    isUnpaired ||= (await syncBases.get(tx, connectionId, kind, key))?.ourKey === UNPAIRED
    await remoteObjects.remove(tx, { connectionId, kind, key })
    await syncBases.remove(tx, { connectionId, kind, key })
  }
  if (!after) await dropAlong(tx, connectionId, { kind, keys })
  const known = agreed?.row && rowAsNow(agreed.row, { kind, after, names })
  const row = known && isUnpaired ? { ...known, ourKey: UNPAIRED } : known
  if (row) await writeBase(tx, connectionId, { added: [row], replaced: [], dropped: [] })
  if (after) {
    const { key, id, parent, call } = after
    const body = storedBody(kind, after.body)
    await remoteObjects.insert(tx, { connectionId, kind, key, id, parent, call, gone: false, body })
  } else if (row) {
    const { key, id, parent, call } = row
    await remoteObjects.insert(tx, { connectionId, kind, key, id, parent, call, gone: true, body: {} })
  }
}

/** Whether anything is kept of an object: what was agreed on, or what the latest reading has of it. */
async function isKnown(
  tx: Tx,
  connectionId: string,
  { kind, keys }: { kind: SyncKind; keys: ReadonlySet<string> },
): Promise<boolean> {
  const where = { connectionId, kind, key: [...keys] }
  return (await syncBases.exists(tx, where)) || (await remoteObjects.exists(tx, where))
}

/** Of what is gone, nothing is agreed on that belongs to it. */
async function dropAlong(
  tx: Tx,
  connectionId: string,
  { kind, keys }: { kind: SyncKind; keys: ReadonlySet<string> },
): Promise<void> {
  for (const key of keys) {
    // The character behind `/` ends the range of the keys below.
    const below = { connectionId, kind: kindsBelow(kind), key: { [Op.gte]: `${key}/`, [Op.lt]: `${key}0` } }
    for (const row of await syncBases.findAll(tx, { where: below })) await syncBases.remove(tx, row)
    for (const row of await remoteObjects.findAll(tx, { where: below })) await remoteObjects.remove(tx, row)
  }
}

/** The kinds of what belongs to objects of a kind, at any remove. */
function kindsBelow(kind: SyncKind): SyncKind[] {
  const children = SYNC_KINDS.filter((one) => SYNCED_KINDS[one].source.within?.kind === kind)
  return [...children, ...children.flatMap(kindsBelow)]
}

/** What was agreed on, by the ids that the target has now. */
function rowAsNow(
  row: AgreedRow,
  { kind, after, names }: Pick<Restored, 'names'> & { kind: ObjectStep['kind']; after: StepResult['after'] },
): AgreedRow {
  const { key, id, parent } = after ?? row
  return { ...row, key, id, parent, body: inTerms(FIELD_RULES[kind], row.body, names.terms) as Body }
}

async function restorePlace(
  tx: Tx,
  connectionId: string,
  { kind, key, priority }: AgreedPlace & Pick<PlanStep, 'kind'>,
): Promise<void> {
  const now = await syncBases.get(tx, connectionId, kind, key)
  if (!now) return
  const row = { ...now, body: withValue(now.body, ['priority'], priority) }
  await writeBase(tx, connectionId, { added: [], replaced: [row], dropped: [] })
}
