import type { PlanStep, ObjectStep, PlanTerms } from '#contract/sync/plan-step.ts'
import { textAt, valueAt } from '#contract/sync/definition.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { ObjectDifference } from '../compare/compare-snapshots.ts'
import { decideWithin, OPEN, WITH_PARENT, type Decision } from '../pull/decide.ts'
import { areTooMany } from '../pull/removals.ts'
import { nameOf, type SyncObject } from '../snapshot.ts'
import { inOrder } from './order-steps.ts'
import { orderSteps } from './list-orders.ts'
import { notesOf } from './plan-notes.ts'
import type { PlanRefusal, PlanSides } from './plan-sides.ts'
import { planTerms } from './plan-terms.ts'
import { withoutSecrets } from './without-state.ts'
import { withoutDangling } from './dangling.ts'

export interface Plan {
  readonly steps: readonly PlanStep[]
  readonly terms: PlanTerms
  readonly refused: readonly PlanRefusal[]
  /** How many objects and lists both sides have changed, and are to be decided. */
  readonly conflicts: number
}

/** What makes the target be as the source, where the source has changed: steps in an order in which each can be carried out. Pure. */
export function makePlan(sides: PlanSides): Plan {
  const { decided, refused, conflicts } = decideAll(sides)
  const drafted = decided
    .filter(({ difference }) => groupTypeOf(difference, sides) !== 'BUILT_IN')
    .map(({ difference, decision }) => draftStep(difference, decision, sides))
  const possible = drafted.filter((step) => {
    const reason = refusalOf(step, sides)
    if (reason !== null) refused.push({ kind: step.kind, name: step.name, reason })
    return reason === null
  })
  const kept = withoutDangling(possible, sides, refused)
  const { steps: lists, open } = orderSteps(kept, sides)
  const steps = inOrder(kept, lists, sides)
  return { steps, terms: planTerms(steps, sides), refused, conflicts: conflicts + open }
}

interface Decided {
  difference: ObjectDifference
  decision: Decision
}

/** What is decided to be done, kind by kind. */
function decideAll({ differences, winner, agreed }: PlanSides) {
  const decisions = new Map<string, Decision>()
  const refused: PlanRefusal[] = []
  const decided: Decided[] = []
  const going = new Set<string>()
  for (const [kind, ofKind] of Map.groupBy(differences, (one) => one.kind)) {
    const acts = ofKind.flatMap((difference): Decided[] => {
      const decision = decideWithin(difference, winner, (id) => decisions.get(id))
      decisions.set(difference.id, decision)
      return decision.act ? [{ difference, decision }] : []
    })
    const removals = acts.filter(
      ({ decision, difference }) => decision.act === 'remove' && !goesAlong(difference, going),
    )
    const isHeldBack = areTooMany(removals.length, agreed(kind)) && winner(kind) !== 'remote'
    if (isHeldBack) {
      const { plural } = SYNCED_KINDS[kind]
      for (const { difference } of removals) decisions.set(difference.id, OPEN)
      const reason = `${removals.length} of ${agreed(kind)} would be removed; so many only where that is chosen for all ${plural}`
      refused.push({ kind, name: plural, reason })
    } else for (const { difference } of removals) going.add(`${kind} ${difference.ours?.key}`)
    decided.push(...acts.filter((act) => act.decision.act !== 'remove' || (!isHeldBack && removals.includes(act))))
  }
  const open = [...decisions.values()].filter((decision) => decision.open !== null && decision !== WITH_PARENT)
  return { decided, refused, conflicts: open.length }
}

/** Whether what an object belongs to is taken away, and it with that; then what belongs to it is, too. */
function goesAlong({ kind, ours }: ObjectDifference, going: Set<string>): boolean {
  const goes = going.has(`${SYNCED_KINDS[kind].source.within?.kind} ${ours?.parent}`)
  if (goes) going.add(`${kind} ${ours?.key}`)
  return goes
}

function draftStep(difference: ObjectDifference, decision: Decision, sides: PlanSides): ObjectStep {
  const { id, kind, name, ours, theirs, fields } = difference
  const act = decision.act as ObjectStep['act']
  const source = act === 'remove' ? null : theirs
  const taken = decision.taken.map(({ path }) => path)
  const isGiven = act === 'create' && source !== null && comesAlong(source)
  return {
    ...{ act, kind, name, difference: id, source, before: ours && withoutSecrets(ours), isGiven },
    parent: parentName(kind, ours, theirs, sides),
    paths: taken,
    left: fields.map(({ path }) => path).filter((path) => !taken.includes(path)),
    notes: act === 'create' && source ? notesOf(kind, source.body) : [],
  }
}

/** The kinds of which each side has a default one by itself. WHY not all: a scope that is `default` is one that clients get unasked. */
const WITH_DEFAULT: ReadonlySet<SyncKind> = new Set(['userType', 'authorizationServer'])

/** Whether an object is made by the side itself, with what it belongs to. */
const comesAlong = ({ kind, body }: SyncObject): boolean =>
  SYNC_WRITES[kind].create === null ||
  valueAt(body, 'system') === true ||
  (WITH_DEFAULT.has(kind) && valueAt(body, 'default') === true)

function parentName(
  kind: SyncKind,
  ours: SyncObject | null,
  theirs: SyncObject | null,
  { target, source }: PlanSides,
): string | null {
  const within = SYNCED_KINDS[kind].source.within?.kind
  const object = theirs ?? ours
  const parent = within && object?.parent && (theirs ? source : target).objects.get(within)?.get(object.parent)
  return parent ? nameOf(parent) : null
}

/** Of a membership the type of its group: whom the service or an application puts into theirs no one else does. */
function groupTypeOf(
  { kind, theirs, ours }: Pick<ObjectDifference, 'kind' | 'theirs' | 'ours'>,
  sides: PlanSides,
): string {
  if (kind !== 'groupMembership') return ''
  const side = theirs ? sides.source : sides.target
  return textAt(side.objects.get('group')?.get((theirs ?? ours)?.parent ?? '')?.body, 'type')
}

const IS_OF_APP = 'its application alone fills it'

/** Why a step cannot be taken on any side; null where it can. */
function refusalOf(step: ObjectStep, sides: PlanSides): string | null {
  const { act, kind, source, before, isGiven } = step
  const object = source ?? before
  if (groupTypeOf({ kind, theirs: source, ours: before }, sides) === 'APP_GROUP') return IS_OF_APP
  if (kind === 'group' && act !== 'change' && textAt(object?.body, 'type') === 'APP_GROUP') return IS_OF_APP
  if (act === 'remove' && before && comesAlong(before)) return 'the target has made it itself, and never removes it'
  if (act === 'remove' && SYNC_WRITES[kind].remove === null) return 'it stays as long as what it belongs to'
  if (act === 'create' && isGiven && source?.parent === null) return 'the target makes it itself, and has none'
  if (act === 'change' && SYNC_WRITES[kind].change === null) return 'it cannot be changed'
  return null
}
