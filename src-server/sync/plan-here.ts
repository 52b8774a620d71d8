import type { PullRequest } from '#contract/gatehouse/pull.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import { decides } from '#contract/sync/deciding-kinds.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { SetChange } from '#policy/index.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { takenBack } from '#operations/change-reviews/review-change.ts'
import { changeBetween, statesIn } from '#operations/change-reviews/states.ts'
import type { Caller, OwnWriter } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { applyHere } from './apply/apply-here.ts'
import { comparing } from './compare/compare-snapshots.ts'
import { withKeysOf } from './compare/with-keys-of.ts'
import { winnerBy } from './deciding/decide.ts'
import { inTurns } from './in-turns.ts'
import { makePlan, type Plan } from './plan/make-plan.ts'
import { sidesTowards } from './plan/sides-towards.ts'
import { effectOfUndeciding, UNCOUNTED, type EffectOfPlan } from './review/plan-effect.ts'
import { BEYOND } from './review/plan-trial.ts'
import { reaches, withNotes } from './review/review-notes.ts'
import { readSide } from './sides/read-side.ts'
import type { Snapshot, Unread } from './snapshot.ts'

interface PlanningHere {
  /** Reads the workspace. */
  caller: Caller
  source: Snapshot
  /** As both sides were when they were last the same; absent: the source is what is wanted, whole, as a folder is. */
  base?: Snapshot
  /** Who wins where both sides have changed the same since; absent: that stays open. `remote` stands for the source. */
  request?: PullRequest
  signal?: AbortSignal | undefined
  /** @param objects that were read so far */
  onProgress?: (objects: number) => void
}

/** Plans what makes the workspace be as another side, as far as that has changed: a folder, or a copy of the workspace that was changed. */
export async function planHere(planning: PlanningHere): Promise<Plan & { unread: readonly Unread[] }> {
  const { caller, source, request = {}, signal, onProgress } = planning
  const base = planning.base && (await inTurns(withKeysOf(source, planning.base), signal))
  let objects = 0
  const target = await readSide(caller, { signal, onProgress: (kind) => onProgress?.((objects += kind.objects)) })
  const comparison = await inTurns(comparing({ ours: target, theirs: source, base }), signal)
  const sides = base
    ? { ...comparison, target, source, agreed: agreedIn(base), winner: winnerBy(request, null) }
    : sidesTowards({ target, source, comparison })
  return { ...makePlan(sides), unread: comparison.unread }
}

const agreedIn =
  ({ objects }: Pick<Snapshot, 'objects'>) =>
  (kind: SyncKind) =>
    objects.get(kind)?.size ?? 0

interface TryingHere {
  plan: Pick<Plan, 'steps' | 'terms'>
  writer: OwnWriter
  context: RequestContext
  isFilledIn?: boolean
  signal?: AbortSignal | undefined
}

/**
 * Carries out a plan in the workspace and takes that back, so that it leaves nothing, and says whom it would affect.
 * @throws StepStopped where the workspace refuses a step
 */
export async function tryHere(service: Service, { context, ...trying }: TryingHere): Promise<EffectOfPlan> {
  const { steps } = trying.plan
  if (steps.length === 0) return effectOfUndeciding(steps)
  const write = <T>(work: Parameters<typeof service.write<T>>[1]) => service.write(context, work)
  const { changes, ...around } = await takenBack(write, async (tx) => {
    const { before, now } = await statesIn(service, tx)
    const changes = new Map<number, SetChange>()
    let last = before
    const onStep = async ({ kind }: PlanStep, number: number) => {
      if (!decides(kind) || changes.size >= LIMITS.planEffects) return
      const state = await now()
      changes.set(number, changeBetween(last, state))
      last = state
    }
    await applyHere(service, tx, { ...trying, onStep })
    // Nothing has to be changed first: the steps begin from the workspace as it is.
    return { changes, from: changeBetween(before, before), rest: changeBetween(last, await now()) }
  })
  if (!steps.some(({ kind }) => decides(kind))) return effectOfUndeciding(steps)
  const question = { engine: service.engine(), now: service.clock(), ...around, steps: [...changes.values()] }
  const { whole, steps: counted } = await service.workers.run('stepImpacts', question, { signal: trying.signal })
  const byNumber = new Map([...changes.keys()].map((number, at) => [number, counted[at] ?? null]))
  return {
    whole: {
      effect: withNotes(whole, [], steps.some(({ kind }) => reaches(kind)) ? [UNCOUNTED] : []),
      effectProblem: null,
    },
    steps: steps.map(({ kind }, at) => {
      const effect = byNumber.get(at + 1) ?? null
      return decides(kind) ? { effect, effectProblem: effect ? null : BEYOND } : null
    }),
  }
}
