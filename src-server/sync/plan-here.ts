import type { PullRequest } from '#contract/gatehouse/pull.ts'
import type { SyncKind } from '#contract/sync/kind-names.ts'
import type { PlanStep } from '#contract/sync/plan-step.ts'
import { decides } from '#contract/sync/deciding-kinds.ts'
import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import type { SetChange } from '#policy/index.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { reviewChange, takenBack } from '#operations/change-reviews/review-change.ts'
import { changeBetween, statesIn } from '#operations/change-reviews/states.ts'
import type { Caller, OwnWriter } from '#operations/service/caller.ts'
import type { Service } from '#operations/service/service.ts'
import { applyHere } from './apply/apply-here.ts'
import { comparing } from './compare/compare-snapshots.ts'
import { winnerBy } from './deciding/decide.ts'
import { inTurns } from './in-turns.ts'
import { makePlan, type Plan } from './plan/make-plan.ts'
import { sidesTowards } from './plan/sides-towards.ts'
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
  const { caller, source, base, request = {}, signal, onProgress } = planning
  let objects = 0
  const target = await readSide(caller, { signal, onProgress: (kind) => onProgress?.((objects += kind.objects)) })
  const comparison = await inTurns(comparing({ ours: target, theirs: source, base }), signal)
  const sides = base
    ? { ...comparison, target, source, agreed: agreedIn(base), winner: winnerBy(request, null) }
    : sidesTowards({ target, source, comparison })
  return { ...makePlan(sides), unread: comparison.unread }
}

const agreedIn =
  ({ objects }: Snapshot) =>
  (kind: SyncKind) =>
    objects.get(kind)?.size ?? 0

interface TryingHere {
  plan: Pick<Plan, 'steps' | 'terms'>
  writer: OwnWriter
  context: RequestContext
  isFilledIn?: boolean
  signal?: AbortSignal | undefined
}

/** So many steps are told by themselves; whom the others affect is in the whole. */
const MOST_TOLD = 50

/** Whom a plan would affect. */
interface Tried {
  whole: ChangeReview
  /** By the number of the step, from 1; of steps that affect someone. */
  steps: ReadonlyMap<number, ChangeReview>
}

/**
 * Carries out a plan in the workspace and takes that back, so that it leaves nothing, and says whom it would affect.
 * @throws StepStopped where the workspace refuses a step
 */
export async function tryHere(service: Service, { context, ...trying }: TryingHere): Promise<Tried> {
  const write = <T>(work: Parameters<typeof service.write<T>>[1]) => service.write(context, work)
  const { whole, steps } = await takenBack(write, async (tx) => {
    const { before, now } = await statesIn(service, tx)
    const steps: { number: number; from: SetChange; change: SetChange }[] = []
    let last = before
    const onStep = async ({ kind }: PlanStep, number: number) => {
      if (!decides(kind) || steps.length >= MOST_TOLD) return
      const state = await now()
      steps.push({ number, from: changeBetween(before, last), change: changeBetween(last, state) })
      last = state
    }
    await applyHere(service, tx, { ...trying, onStep })
    return { whole: changeBetween(before, await now()), steps }
  })
  const reviews = new Map<number, ChangeReview>()
  for (const { number, from, change } of steps) {
    trying.signal?.throwIfAborted()
    const review = await reviewChange(service, change, from)
    if (review.affected > 0) reviews.set(number, review)
  }
  return { whole: await reviewChange(service, whole), steps: reviews }
}
