import type { AgreedRow, ObjectStep, OrderStep, StepJournal } from '#contract/sync/plan-step.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { SyncPlanStepRecord } from '#db/tables/sync-plans.ts'
import { findAlike, placeOf } from '../apply/find-alike.ts'
import type { TargetNames } from '../apply/target-names.ts'
import type { TargetReader } from '../apply/target-reader.ts'
import type { SyncObject } from '../snapshot.ts'

interface Parts {
  readonly reader: TargetReader
  /** With what the steps before it have made. */
  readonly names: TargetNames
  /** What both sides agree on now: a step that did not come to its end has changed nothing of that. */
  readonly agreedOn: (object: SyncObject) => Promise<AgreedRow | null>
}

/** What a step that was begun, and may be carried out in part, has done: as the target is now. */
export async function journalOfStarted({ step }: SyncPlanStepRecord, parts: Parts): Promise<StepJournal> {
  if (step.act === 'order') return ofOrder(step, parts)
  const former = step.before
  const after = await nowAt(step, parts)
  const object = after ?? former
  const row = object && (await parts.agreedOn(object))
  return { isWritten: true, former, after, list: null, agreed: { row, places: [] } }
}

function ofOrder({ kind, above, before, wanted }: OrderStep, { names }: Parts): StepJournal {
  const within = SYNCED_KINDS[kind].source.within?.kind
  const parent = within && above !== null ? (names.keyOf(within, above) ?? null) : null
  const after = wanted.map(({ key, name }) => ({ key: names.keyOf(kind, key) ?? key, name }))
  const list = { above: parent, former: before, after }
  return { isWritten: true, former: null, after: null, list, agreed: { row: null, places: [] } }
}

/** The object of a step as the target has it; null: it has none. */
async function nowAt({ kind, before, source }: ObjectStep, { reader, names }: Parts): Promise<SyncObject | null> {
  if (before) return reader.one(before, before)
  if (!source) return null
  const key = names.keyOf(kind, source.key)
  const place = placeOf(source, names)
  if (!place) return null
  return key === undefined
    ? findAlike(source, { reader, names })
    : reader.one(place, { key, id: key.split('/').at(-1) ?? '' })
}
