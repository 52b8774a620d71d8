import type { PlanStep, ObjectStep, PlanTerms } from '#contract/sync/plan-step.ts'
import { isPlatformApp } from '#contract/apps/platform-apps.ts'
import { textAt } from '#contract/sync/definition.ts'
import { notesOf } from '#contract/sync/needed-secrets.ts'
import { SYNC_WRITES } from '#contract/sync/sync-writes.ts'
import { SYNCED_KINDS } from '#contract/sync/synced-kinds.ts'
import type { ObjectDifference } from '../compare/compare-snapshots.ts'
import { parentName } from '../compare/comparison-view.ts'
import { WITH_PARENT, type Decision } from '../deciding/decide.ts'
import { decideAll } from '../deciding/decide-all.ts'
import { overruledReason } from '../deciding/overruled.ts'
import { nameOn, type SyncObject } from '../snapshot.ts'
import { comesAlong } from './comes-along.ts'
import { inOrder } from './order-steps.ts'
import { orderSteps } from './list-orders.ts'
import type { PlanConflict, PlanRefusal, PlanSides } from './plan-sides.ts'
import { planTerms } from './plan-terms.ts'
import { withoutSecrets, withoutUnasked } from './without-state.ts'
import { withoutDangling } from './dangling.ts'
import { withLostValues } from './removed-attributes.ts'
import { withUnlimited } from './unlimited.ts'
import { withoutPlace } from './without-place.ts'

export interface Plan {
  readonly steps: readonly PlanStep[]
  readonly terms: PlanTerms
  readonly refused: readonly PlanRefusal[]
  readonly conflicts: readonly PlanConflict[]
}

/** What makes the target be as the source, where the source has changed: steps in an order in which each can be carried out. Pure. */
export function makePlan(sides: PlanSides): Plan {
  const { decided, decisions, heldBack } = decideAll(sides.differences, sides.winner, sides.agreed)
  const refused = [...heldBack.map(told), ...withoutPlace(sides, decisions), ...overruledIn(sides, decisions)]
  const drafted = decided
    .filter(({ difference, goesAlong }) => !goesAlong && groupTypeOf(difference, sides) !== 'BUILT_IN')
    .map(({ difference, decision }) => withLostValues(draftStep(difference, decision, sides)))
    .filter(({ act, paths }) => act !== 'change' || paths.length > 0)
  const possible = drafted.filter((step) => {
    const reason = refusalOf(step, sides)
    if (reason !== null) refused.push({ kind: step.kind, name: step.name, reason })
    return reason === null
  })
  const kept = withoutDangling(possible, sides, refused)
  const { steps: lists, open } = orderSteps(kept, sides)
  const steps = withUnlimited(withGoing(inOrder(kept, lists, sides)), sides)
  const undecided = sides.differences.filter(({ id }) => isUndecided(decisions.get(id)))
  const conflicts = [...undecided.map((one) => conflictOf(one, decisions.get(one.id), sides)), ...open]
  return { steps, terms: planTerms(steps, sides), refused, conflicts }
}

/** Objects whose choice is not followed, since what they belong to goes another way. */
function overruledIn(sides: PlanSides, decisions: ReadonlyMap<string, Decision>): PlanRefusal[] {
  const { differences, winner, source, target, targetName, named = NONE_NAMED } = sides
  const where = targetName === 'the remote' ? 'at the remote' : `in ${targetName}`
  const decisionOf = (id: string) => decisions.get(id)
  return differences.flatMap((difference) => {
    const { kind, name, ours, theirs } = difference
    const parentOf = () => parentName(kind, (ours ?? theirs)?.parent ?? null, ours ? target : source) ?? ''
    const reason = overruledReason(difference, { named, winner, decisionOf, where, parentName: parentOf })
    return reason === null ? [] : [{ kind, name, reason }]
  })
}

const NONE_NAMED: ReadonlySet<string> = new Set()

/** Changes, with the authenticators in them that the plan removes: the target leaves those in its policies of enrollment until they are gone. */
function withGoing(steps: readonly PlanStep[]): PlanStep[] {
  const removed = steps.flatMap(({ act, kind, before }) =>
    act === 'remove' && kind === 'authenticator' && before ? [before.id] : [],
  )
  return steps.map((step) => {
    if (removed.length === 0 || step.act !== 'change' || step.kind !== 'policy') return step
    const text = JSON.stringify(step.before?.body)
    const going = removed.filter((id) => text.includes(id))
    return going.length > 0 ? { ...step, going } : step
  })
}

const isUndecided = (decision: Decision | undefined) =>
  decision !== undefined && decision.open !== null && decision !== WITH_PARENT

function conflictOf(of: ObjectDifference, decision: Decision | undefined, sides: PlanSides): PlanConflict {
  const { id, kind, name, direction, ours, theirs } = of
  const isHeldBack = decision?.open === 'whole' && (direction !== 'conflict' || sides.winner(kind, id) !== null)
  const parent = parentName(kind, (theirs ?? ours)?.parent ?? null, theirs ? sides.source : sides.target)
  const onlyIn = !theirs ? 'target' : !ours ? 'source' : null
  const fields = decision?.open && decision.open !== 'whole' ? decision.open : []
  return { kind, isList: false, name, parent, difference: isHeldBack ? null : id, onlyIn, fields, order: null }
}

function told({ kind, removals, agreed }: ReturnType<typeof decideAll>['heldBack'][number]): PlanRefusal {
  const { plural } = SYNCED_KINDS[kind]
  const reason = `${removals} of ${agreed} would be removed; so many only where that is chosen for all ${plural}`
  return { kind, name: plural, reason }
}

function draftStep(difference: ObjectDifference, decision: Decision, sides: PlanSides): ObjectStep {
  const { id, kind, ours, theirs, fields } = difference
  // As it is to be called.
  const name = theirs ? nameOn(theirs, sides.source) : difference.name
  const act = decision.act as ObjectStep['act']
  const source = act === 'remove' ? null : theirs && withoutUnasked(theirs)
  const taken = decision.taken.map(({ path }) => path).filter((path) => !followsByItself(path, theirs))
  const isGiven = act === 'create' && source !== null && comesAlong(source)
  const step = { act, kind, source, before: ours && withoutSecrets(ours), paths: taken, isGiven }
  return {
    ...{ ...step, name, difference: id, notes: notesOf(step) },
    parent: parentName(kind, (theirs ?? ours)?.parent ?? null, theirs ? sides.source : sides.target),
    left: fields.map(({ path }) => path).filter((path) => !taken.includes(path)),
  }
}

/** Whether a field gets its value from another step: a rule that names a group is INVALID once that is removed, and cannot be made so. */
const followsByItself = (path: string, source: SyncObject | null): boolean =>
  source?.kind === 'groupRule' && path === 'status' && source.body['status'] === 'INVALID'

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
  if (act === 'change' && kind === 'app' && isPlatformApp(textAt(before?.body, 'name')))
    return 'it is one of the platform, which cannot be changed; it follows its policy'
  return null
}
