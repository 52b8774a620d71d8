import type { PlanStep, PlanTerms } from '#contract/sync/plan-step.ts'
import { textAt } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { isRelation, SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { TargetReader } from '../apply/target-reader.ts'
import type { PlanRefusal } from '../plan/plan-sides.ts'
import { addsAttributes } from '../plan/removed-attributes.ts'
import type { SyncObject } from '../snapshot.ts'
import { givenBack, idOf } from './given-back.ts'
import { inverseOf, type DoneStep, type Lost } from './inverse-steps.ts'
import { formerOrders, madeAgain } from './made-again.ts'
import type { ReadAlong } from './read-along.ts'
import { valuesBack, type LostValues } from './values-back.ts'
import { withoutLacking } from './without-lacking.ts'

/** What takes back a plan. */
interface InversePlan {
  readonly steps: readonly PlanStep[]
  readonly refused: readonly PlanRefusal[]
}

/** What went along with what was removed, and what was changed along. */
interface Followed extends ReadAlong {
  readonly losses: readonly Lost[]
  /** What has lost values with attributes. */
  readonly values: readonly LostValues[]
  /** Whether what is made again gets the id that it had. */
  readonly keepsIds: boolean
}

/**
 * The steps that make a target be as it was before others: what was removed is made again, what was changed is changed back, what was made is removed,
 * and lists get their former order. Pure.
 * @param done in the order in which they were done
 */
export function inversePlan(done: readonly DoneStep[], { losses, along, values, ...followed }: Followed): InversePlan {
  const { steps, lost } = inverseOf(done)
  const gone = [...lost, ...losses]
  const { kept, refused, isRefused } = withoutLacking(gone)
  const back = givenBack(along, { ...followed, steps, removed: idsOf(gone), again: idsOf(kept) })
  const again = new Set([...kept, ...back.lost].map(({ object }) => idOf(object)))
  const filled = valuesBack(values, { steps: back.steps, again })
  const removals = done.map(({ step }) => step)
  const isFirst = (step: PlanStep) => addsAttributes(step)
  const ordered = [
    ...back.changes,
    ...filled.steps.filter((step) => !isFirst(step)),
    ...formerOrders(removals, kept),
    ...filled.changes,
  ]
  return {
    steps: [
      ...back.removals,
      // Who is made again or changed back may have values for them.
      ...filled.steps.filter(isFirst),
      ...madeAgain([...kept, ...back.lost]),
      ...ordered.flatMap((step) => without(step, isRefused)),
    ],
    refused: [...refused, ...back.refused, ...filled.refused],
  }
}

/** By kind and id; what only relates others has none of its own. */
const idsOf = (lost: readonly Lost[]): Set<string> =>
  new Set(
    lost.flatMap(({ object: { kind, id } }: { object: SyncObject }) =>
      id && !isRelation(kind) ? [`${kind} ${id}`] : [],
    ),
  )

/** An order without what cannot be made again. */
function without(step: PlanStep, isRefused: (kind: SyncKind, key: string) => boolean): PlanStep[] {
  if (step.act !== 'order') return [step]
  const wanted = step.wanted.filter(({ key }) => !isRefused(step.kind, key))
  return wanted.length < 2 ? [] : [{ ...step, wanted }]
}

/** What the steps of an inverse name, which the target calls the same: so far as nothing of it is made again. */
export function sameTerms(steps: readonly PlanStep[]): Pick<PlanTerms, 'keys' | 'ids'> {
  const keys: Partial<Record<SyncKind, Record<string, string>>> = {}
  const made = new Set(
    steps.flatMap(({ act, kind, ...step }) =>
      act === 'create' && 'source' in step ? [`${kind} ${step.source?.key}`] : [],
    ),
  )
  for (const step of steps) {
    const within = SYNCED_KINDS[step.kind].source.within?.kind
    const above = step.act === 'order' ? step.above : (step.source?.parent ?? null)
    if (within && above !== null && !made.has(`${within} ${above}`)) (keys[within] ??= {})[above] = above
  }
  return { keys, ids: {} }
}

/** The names of the applications that the steps relate something to, which their requests name. @param known of some, by id */
export async function appNamesOf(
  steps: readonly PlanStep[],
  known: PlanTerms['appNames'],
  reader: TargetReader,
): Promise<PlanTerms['appNames']> {
  const names: Record<string, string> = {}
  for (const step of steps) {
    const object = step.act === 'order' ? null : (step.source ?? step.before)
    if (!object?.id || !isOfApp(step.kind) || names[object.id] !== undefined) continue
    const { id } = object
    const app =
      known[id] === undefined ? await reader.one({ kind: 'app', parent: null, call: '' }, { id, key: id }) : null
    names[id] = known[id] ?? textAt(app?.body, 'name')
  }
  return names
}

function isOfApp(kind: SyncKind): boolean {
  const { id } = SYNCED_KINDS[kind]
  return id !== null && typeof id === 'object' && id.relatesTo.includes('app')
}
