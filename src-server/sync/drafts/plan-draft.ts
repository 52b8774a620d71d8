import type { DraftPlanRequest } from '#contract/gatehouse/draft-plan.ts'
import type { PullRequest } from '#contract/gatehouse/pull.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { countChanges } from '#operations/drafts/drafts.sql.ts'
import type { Service } from '#operations/service/service.ts'
import { StepStopped } from '../apply/step-stopped.ts'
import { digestOf } from '../record-plan.ts'
import { planHere, tryHere } from '../plan-here.ts'
import type { Plan } from '../plan/make-plan.ts'
import type { EffectOfPlan } from '../review/plan-effect.ts'
import { readSide } from '../sides/read-side.ts'
import type { Snapshot, Unread } from '../snapshot.ts'
import { SyncError } from '../sync-error.ts'

export interface PlanningDraft {
  draftId: string
  request: DraftPlanRequest
  context: RequestContext
  signal?: AbortSignal | undefined
  /** @param objects that were read so far, of all sides */
  onProgress?: (objects: number) => void
}

/** What publishing a draft would change in the workspace. */
interface PlannedDraft {
  readonly plan: Plan & { unread: readonly Unread[] }
  readonly digest: string
  /** How many changes the draft had before it was read. */
  readonly changes: number
}

/** The wish as pulls have it: there the other side is a remote. */
const asPull = ({ prefer }: DraftPlanRequest): PullRequest => ({
  prefer: prefer === 'draft' ? 'remote' : (prefer ?? null),
})

type Reading = NonNullable<Parameters<typeof readSide>[1]>

/** What a draft holds, or a copy that it was made from. */
export async function readDraftSide({ own }: Service, reading: Reading): Promise<Snapshot> {
  if (!own.caller) throw new Error('a draft does not serve its interface')
  return readSide(own.caller, reading)
}

/**
 * Plans what publishing a draft would change: what the draft has changed since it was made. What the workspace has changed meanwhile stays.
 * @throws ApiError E0000007, E0000010 where the draft cannot be opened; SyncError for a plan of more steps than there may be
 */
export async function planDraft(service: Service, planning: PlanningDraft): Promise<PlannedDraft> {
  const { draftId, request, signal, onProgress } = planning
  const { host } = service.drafts
  const { caller } = service.own
  if (!host || !caller) throw new Error('the service does not serve its interface')
  let read = 0
  const onKind = ({ objects }: { objects: number }) => onProgress?.((read += objects))
  const sideOf = (of: Service) => readDraftSide(of, { signal, onProgress: onKind })
  const base = await host.useBase(draftId, sideOf)
  const { changes, source } = await host.use(draftId, async (draft) => ({
    changes: await countChanges(draft.reader),
    source: await sideOf(draft),
  }))
  const before = read
  const ofWorkspace = (objects: number) => onProgress?.(before + objects)
  const plan = await planHere({ caller, source, base, request: asPull(request), signal, onProgress: ofWorkspace })
  if (plan.steps.length > LIMITS.planSteps)
    throw new SyncError(`The plan would have ${plan.steps.length} steps; there may be ${LIMITS.planSteps} at most.`)
  return { plan, digest: digestOf(plan), changes }
}

/** Whom a plan would affect here, and why the workspace would refuse it, in a sentence. */
interface TriedDraft {
  readonly effects: EffectOfPlan
  readonly problem: string | null
}

/** Tries a plan in the workspace, and takes that back. */
export async function tryDraft(
  service: Service,
  plan: Plan,
  { context, signal }: Pick<PlanningDraft, 'context' | 'signal'>,
): Promise<TriedDraft> {
  const { writer } = service.own
  if (!writer) throw new Error('the service does not serve its interface')
  try {
    return { effects: await tryHere(service, { plan, writer, context, signal }), problem: null }
  } catch (error) {
    if (!(error instanceof StepStopped)) throw error
    const unknown = { effect: null, effectProblem: null }
    return { effects: { whole: unknown, steps: plan.steps.map(() => null) }, problem: error.message }
  }
}
