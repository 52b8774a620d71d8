import type { AgreedRow, ObjectStep, OrderStep, PlanStep, StepJournal } from '#contract/sync/plan-step.ts'
import { notesOf } from '#contract/sync/needed-secrets.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import { SAME_TERMS, valueDifferences } from '../compare/compare-values.ts'
import { FIELD_RULES } from '../compare/field-rules.ts'
import { lifting } from '../plan/unlimited.ts'
import type { SyncObject } from '../snapshot.ts'

/** A step of a plan with what it has done. */
export interface DoneStep {
  readonly step: PlanStep
  readonly journal: StepJournal
}

/** An object that is to be made again. */
export interface Lost {
  readonly object: SyncObject
  /** What it belongs to is called. */
  readonly parent: string | null
  readonly difference: string
  readonly agreed: AgreedRow | null
  /** An id that it names and that the target does not have; null: none. */
  readonly lacks: string | null
}

/** The inverse of steps; what was removed is to be made again before all others. */
interface Inverse {
  readonly steps: readonly PlanStep[]
  readonly lost: readonly Lost[]
}

/**
 * The inverse of what was done, the last step first, so that each finds the target as the step that it takes back has left it. What was made goes with
 * all that belongs to it. Pure.
 * @param done in the order in which it was done
 */
export function inverseOf(done: readonly DoneStep[]): Inverse {
  const known = withFormer(done)
  const made = madeBy(known)
  const steps: PlanStep[] = []
  const lost: Lost[] = []
  for (const { step, journal } of known.toReversed()) {
    if (step.act === 'order') steps.push(...inverseOrder(step, journal, made))
    else if (!journal.after && journal.former) lost.push(lostBy(step, journal.former, journal))
    else if (journal.after && !belongsTo(journal.after, made)) steps.push(...inverseObject(step, journal, made))
  }
  return { steps, lost }
}

/** What was made: objects by kind and key, with their ids. */
type Made = ReadonlyMap<string, string>

const madeBy = (done: readonly DoneStep[]): Made =>
  new Map(
    done.flatMap(({ step, journal: { former, after } }) =>
      after && !former ? [[`${step.kind} ${after.key}`, after.id] as const] : [],
    ),
  )

/** Steps with what was there before them, where only an earlier step says that: of what was made without what names it, and changed then. */
function withFormer(done: readonly DoneStep[]): DoneStep[] {
  const states = new Map<string, SyncObject>()
  return done.map(({ step, journal }) => {
    const { after } = journal
    const key = `${step.kind} ${after?.key}`
    const former = journal.former ?? (step.act === 'change' ? (states.get(key) ?? null) : null)
    if (after) states.set(key, after)
    return { step, journal: { ...journal, former } }
  })
}

const lostBy = ({ parent, difference, lacks }: ObjectStep, object: SyncObject, { agreed }: StepJournal): Lost => ({
  ...{ object, parent, difference, lacks: lacks ?? null },
  agreed: agreed.row,
})

function inverseObject(step: ObjectStep, { former, after, agreed: { row } }: StepJournal, made: Made): ObjectStep[] {
  const { kind, name, parent, difference } = step
  const about = { kind, name, parent, difference, notes: [], left: [], isGiven: false, before: after, agreed: { row } }
  if (!former) {
    const isKept = step.isGiven || SYNC_WRITES[kind].remove === null
    const removal = { ...about, act: 'remove', source: null, paths: [] } as const
    return isKept ? [] : [step.unlimited ? lifting(removal) : removal]
  }
  const found = valueDifferences(FIELD_RULES[kind], after?.body, former.body, SAME_TERMS).map(({ path }) => path)
  // Beside what was to be changed, others may have changed with it.
  const own = found.filter((path) => step.act !== 'change' || step.paths.includes(path))
  if (own.length === 0) return []
  const text = JSON.stringify(after?.body)
  const going = [...made.values()].filter((id) => id && text.includes(id))
  const change = { ...about, act: 'change', source: former, paths: own } as const
  return [{ ...change, notes: notesOf(change), ...(going.length > 0 && { going }) }]
}

function inverseOrder(step: OrderStep, { list, agreed: { places } }: StepJournal, made: Made): OrderStep[] {
  if (!list || list.former.length < 2) return []
  const within = SYNCED_KINDS[step.kind].source.within?.kind
  if (within && list.above !== null && made.has(`${within} ${list.above}`)) return []
  return [{ ...step, above: list.above, wanted: list.former, before: list.after, agreed: { places } }]
}

/** Whether what an object belongs to, at any remove, was made by the plan. */
function belongsTo({ kind, parent }: Pick<SyncObject, 'kind' | 'parent'>, made: Made): boolean {
  const within = SYNCED_KINDS[kind].source.within?.kind
  if (!within || parent === null) return false
  const above = parent.includes('/') ? parent.slice(0, parent.lastIndexOf('/')) : null
  return made.has(`${within} ${parent}`) || belongsTo({ kind: within, parent: above }, made)
}
