import type { Connection } from '#contract/gatehouse/connection.ts'
import type { Job } from '#contract/gatehouse/job.ts'
import type { PlanRequest, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'

/** The newest plan that is there as a whole; plans are the newest first. */
export const latestPlan = (plans: readonly SyncPlanView[]): SyncPlanView | null =>
  plans.find(({ state }) => state !== 'PLANNING') ?? null

/** The other plans; one that is newer was not planned to its end. */
export const earlierThan = (plans: readonly SyncPlanView[], latest: SyncPlanView | null): SyncPlanView[] =>
  plans.filter(({ id }) => id !== latest?.id)

/** The plan that is applied while an application runs; before it says so, it is the latest. */
export const planInWork = (plans: readonly SyncPlanView[]): SyncPlanView | null =>
  plans.find(({ state }) => state === 'APPLYING') ?? latestPlan(plans)

/**
 * How far a plan is taken back: to its end, in part, or it goes on; null: not at all.
 * @param plans in which the one that takes it back is, unless that was deleted
 * @param inWork the plan that a job works on
 */
export function takingBack(
  { takenBackBy }: Pick<SyncPlanView, 'takenBackBy'>,
  plans: readonly SyncPlanView[],
  inWork: Pick<SyncPlanView, 'id'> | null,
): 'GOING_ON' | 'PARTLY' | 'DONE' | null {
  if (takenBackBy === null) return null
  const by = plans.find(({ id }) => id === takenBackBy)
  if (by === undefined || by.state === 'APPLIED') return 'DONE'
  return by.id === inWork?.id ? 'GOING_ON' : 'PARTLY'
}

/** How many steps of the plan in work are done. @param job that applies it; null: none runs */
export const doneSteps = ({ done }: Pick<SyncPlanView, 'done'>, job: Job | null): number =>
  job === null ? done : Math.max(done, job.done)

/** Whether a plan can be applied or gone on with, as far as the plan says; one that is APPLYING without a job was cut short. */
export const isApplicable = ({
  state,
  steps,
  takenBackBy,
}: Pick<SyncPlanView, 'state' | 'steps' | 'takenBackBy'>): boolean =>
  steps > 0 && state !== 'APPLIED' && state !== 'PLANNING' && takenBackBy === null

/** Whether what a plan has done can be taken back, as far as the plan says. */
export const isReturnable = ({
  state,
  done,
  takesBack,
  takenBackBy,
}: Pick<SyncPlanView, 'state' | 'done' | 'takesBack' | 'takenBackBy'>): boolean =>
  (state === 'STOPPED' || (state === 'APPLIED' && done > 0)) && takesBack === null && takenBackBy === null

/** Whether a plan was begun, so that it is gone on with. */
export const isBegun = ({ state, done }: Pick<SyncPlanView, 'state' | 'done'>): boolean =>
  state === 'STOPPED' || state === 'APPLYING' || done > 0

/** An application that ended without the plan saying why, as where its secret could not be read; null: the plan says it. */
export function unsaidEnd(ended: Job | null, plan: SyncPlanView | null): Job | null {
  const isOfPlan = ended && plan?.state === 'READY' && Date.parse(ended.created) >= Date.parse(plan.created)
  return isOfPlan ? ended : null
}

/** Why nothing can be planned over a connection, in sentences; null: it can. */
export function obstacleOf({ name, people }: Pick<Connection, 'name' | 'people'>): string | null {
  if (people.mode === 'SEARCH')
    return `This connection takes only the people of a search, so that nothing can be changed at ${name}. Use one that takes all people.`
  if (people.mode === 'PSEUDONYMS')
    return `Pseudonyms stand for the people of ${name}, so that nothing can be changed there. Use a connection that takes all people.`
  return null
}

/** Why what is planned cannot be applied over a connection, in sentences; null: it can. */
export const readOnlyNote = ({ name, mayWrite }: Pick<Connection, 'name' | 'mayWrite'>): string | null =>
  mayWrite
    ? null
    : `This connection may only read: you can plan, which changes nothing. To apply a plan to ${name}, edit the connection and turn on “May write”.`

/** When something was last changed at the remote by a plan; null: never. */
export function appliedAt(plans: readonly SyncPlanView[]): string | null {
  const times = plans.flatMap(({ applied, done }) => (applied !== null && done > 0 ? [applied] : []))
  return times.toSorted((one, other) => Date.parse(one) - Date.parse(other)).at(-1) ?? null
}

/** What a plan was asked for that another connection is the source of; null: it is none. */
export function promoted(plan: Pick<SyncPlanView, 'source' | 'takesBack'> | null): PlanRequest | null {
  const source = plan?.takesBack === null ? plan.source : null
  if (source?.kind !== 'CONNECTION' || source.id === null) return null
  return { from: source.id, ...(source.removes && { remove: true }) }
}
