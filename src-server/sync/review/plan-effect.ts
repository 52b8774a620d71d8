import { capital, toSentence } from '#contract/interface/sentence.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { targetOf } from '#contract/log/targets.ts'
import { decides } from '#contract/sync/deciding-kinds.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { ConnectionRecord } from '#db/tables/connections.ts'
import type { StoredEffect } from '#db/tables/sync-plans.ts'
import { takenBack } from '#operations/change-reviews/review-change.ts'
import { statesIn } from '#operations/change-reviews/states.ts'
import { invariantImpact } from '#operations/invariants/invariant-impact.ts'
import type { DecidingPart } from '#operations/memory/kept-comparisons.ts'
import type { Service } from '#operations/service/service.ts'
import type { Comparison } from '../compare/compare-snapshots.ts'
import { decidingPart } from './deciding-part.ts'
import type { Sides } from './kept-lists.ts'
import { BEYOND, PlanTrial, type TriedPlan } from './plan-trial.ts'
import { notesOfReaching, reachingOf, withNotes } from './review-notes.ts'
import { Trial } from './trial.ts'
import { whereTried } from './where-tried.ts'

interface Planned {
  steps: readonly PlanStep[]
  comparison: Comparison
  /** As they were compared: what is `ours` is the workspace. */
  sides: Sides
  /** The state of what decides when the workspace was read. */
  revision: number
  connection: ConnectionRecord
  context: RequestContext
  signal: AbortSignal | undefined
}

/** Whom a plan affects. */
export interface EffectOfPlan {
  readonly whole: StoredEffect
  /** Of each step; null: it does not decide. */
  readonly steps: readonly (StoredEffect | null)[]
}

const unknown = (effectProblem: string | null): StoredEffect => ({ effect: null, effectProblem })

/**
 * Says whom each step of a plan for a remote affects there, and whom the whole plan does: in a transaction that is rolled back what decides is brought to
 * how the remote has it, and the steps are carried out one by one; what they come to is worked out after it, in a worker. People, memberships and
 * assignments are as the workspace has them. What the workspace refuses is told, and fails nothing.
 */
export async function effectOfPlan(service: Service, planned: Planned): Promise<EffectOfPlan> {
  const { steps, comparison, sides } = planned
  if (!steps.some(({ kind }) => decides(kind))) return effectOfUndeciding(steps)
  const none = steps.map(() => null)
  if (steps.filter(({ kind }) => decides(kind)).length > LIMITS.planTriedSteps)
    return { whole: unknown(TOO_MANY_STEPS), steps: none }
  const part = decidingPart(comparison, sides)
  if (!part) return { whole: unknown(TOO_MANY), steps: none }
  const isCurrent = () => service.comparisons.revision === planned.revision
  const effect = await whereTried(service, steps.length + part.differences.length, async (where) => {
    const tried = isCurrent() ? await tryOut(where, planned, part, isCurrent) : null
    return tried && countedIn(where, planned, tried)
  })
  return effect ?? { whole: unknown(CHANGED_MEANWHILE), steps: none }
}

/** Counts whom it affects what was tried. @param service in which it was */
async function countedIn(service: Service, planned: Planned, tried: TriedPlan): Promise<EffectOfPlan> {
  const { steps } = planned
  const { from, changes, rest, problems } = tried
  const question = { engine: service.engine(), now: service.clock(), from, steps: [...changes.values()], rest }
  const { whole, steps: counted } = await service.workers.run('stepImpacts', question, { signal: planned.signal })
  const invariants = await invariantImpact(service, {
    changes: [...changes.values(), rest],
    from,
    signal: planned.signal,
  })
  const found = new Map([...changes.keys()].map((at, index) => [at, counted[index] ?? null]))
  return {
    whole: {
      effect: withNotes({ ...whole, ...invariants }, untriedIn(tried), notesOf(planned, problems)),
      effectProblem: null,
    },
    steps: steps.map(({ kind }, at) =>
      decides(kind) ? { effect: found.get(at) ?? null, effectProblem: sentence(problems.get(at)) } : null,
    ),
  }
}

/** Of steps of which none decides. */
export function effectOfUndeciding(steps: readonly PlanStep[]): EffectOfPlan {
  const kinds = reachingOf(steps)
  return {
    whole: unknown(kinds === null ? null : `${capital(kinds)} change; whom that affects is not counted.`),
    steps: steps.map(() => null),
  }
}

const TOO_MANY = `More than ${LIMITS.reviewedObjects} objects that decide differ, too many to work out whom the plan affects.`
const TOO_MANY_STEPS = `More than ${LIMITS.planTriedSteps} steps decide, too many to work out whom the plan affects.`
const CHANGED_MEANWHILE =
  'Policies or what they are decided by have changed here while the plan was made, so that whom it affects is not known. Plan again.'

/** Null where the workspace is no longer as it was compared. */
async function tryOut(service: Service, planned: Planned, part: DecidingPart, isCurrent: () => boolean) {
  const { connection, steps, sides, context, signal } = planned
  const { writer } = service.own
  if (!writer) throw new Error('the service does not serve its interface')
  const write = <T>(work: (tx: Tx) => Promise<T>) => service.write(context, work)
  return takenBack(write, async (tx) => {
    tx.authorize('gatehouse.connection.plan', [targetOf('connection', connection)], 'never')
    if (!isCurrent()) return null
    const side = { address: service.url(), find: () => undefined }
    const { before, now } = await statesIn(service, tx)
    const trial = (own: DecidingPart) => new Trial({ tx, writer, part: own, side, keepsPlaces: true })
    return new PlanTrial({ part, steps, ours: sides.ours, trial, before, now, signal }).run()
  })
}

/** Sentences about what is not counted in the whole, each once. */
const untriedIn = ({ refused, problems }: TriedPlan): string[] => [
  ...new Set([...refused, ...[...problems.values()].filter((problem) => problem !== BEYOND)]),
]

const sentence = (text: string | undefined): string | null => (text === undefined ? null : toSentence(text))

/** What a plan changes beside what is counted. */
function notesOf({ comparison, steps }: Planned, problems: ReadonlyMap<number, string>): string[] {
  const beyond = [...problems.values()].filter((problem) => problem === BEYOND).length
  return [
    ...(beyond > 0 ? [`Of ${beyond} steps it is not told whom each affects; the plan as a whole counts them`] : []),
    ...notesOfReaching([...comparison.differences, ...steps]),
  ]
}
