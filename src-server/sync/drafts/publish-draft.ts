import type { DraftPlan, DraftPlanRequest } from '#contract/gatehouse/draft-plan.ts'
import { dangerText } from '#contract/sync/plan-dangers.ts'
import type { PlanStep, StepJournal } from '#contract/sync/plan-step.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { RequestContext } from '#audit-log/request-context.ts'
import type { Reader } from '#db/connection.ts'
import { drafts, type DraftRecord } from '#db/tables/drafts.ts'
import { discardDraft } from '#operations/drafts/drafts.ts'
import { keepPublication } from '#operations/drafts/publications.ts'
import { publicationReason, recordPublication } from '#operations/drafts/publishing.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import type { Service } from '#operations/service/service.ts'
import { applyHere } from '../apply/apply-here.ts'
import type { StepResult } from '../apply/apply-parts.ts'
import { journalOf } from '../apply/journal.ts'
import { lostValues } from '../apply/lost-values.ts'
import { lossesOf, withFormer } from '../plan/losses.ts'
import type { PlanHere } from '../plan-here.ts'
import { digestOf, summaryOf } from '../plan-summary.ts'
import { whereTried } from '../review/where-tried.ts'
import { SyncError } from '../sync-error.ts'
import { shownHere, type ShownPlan } from '../try-here.ts'
import { tryWithoutRefused } from '../without-refused.ts'
import { draftConflicts } from './draft-conflicts.ts'
import { planDraft, type PlannedDraft, type PlanningDraft } from './plan-draft.ts'

interface MadeDraftPlan extends ShownPlan {
  readonly plan: DraftPlan
}

/** What publishing a draft would change, with whom each step affects; what the workspace refuses is left out, and told as refused. @throws as {@link planDraft} */
export async function makeDraftPlan(service: Service, planning: PlanningDraft): Promise<MadeDraftPlan> {
  const { plan, tried } = await tryDraft(service, (await planDraft(service, planning)).plan, planning)
  const shown = withoutAsking(shownHere(plan, tried))
  const { prefer = null, choices = [] } = planning.request
  const conflicting = draftConflicts(plan.conflicts)
  return { ...shown, plan: { ...shown.plan, conflicting, prefer, choices, planned: service.now() } }
}

/** WHY nothing is asked for: what the draft does not bring along is entered in the draft. */
const withoutAsking = ({ plan, steps }: ShownPlan): ShownPlan => ({
  plan,
  steps: steps.map((step) => ({ ...step, secrets: [] })),
})

function tryDraft(service: Service, plan: PlanHere, { context, signal }: Pick<PlanningDraft, 'context' | 'signal'>) {
  const told = (_: PlanStep, { why }: { why: string }) => why.slice(0, LIMITS.pullReasonLength).toWellFormed()
  return whereTried(service, plan.steps.length, (where) => {
    const { writer } = where.own
    if (!writer) throw new Error('the service does not serve its interface')
    return tryWithoutRefused(where, { plan, writer, context, signal }, told)
  })
}

interface Publishing {
  draftId: string
  /** Of the plan that was read. */
  digest: string
  /** Who wins, as the plan was asked for. */
  prefer: DraftPlanRequest['prefer']
  choices?: DraftPlanRequest['choices']
  /** Whether the draft stays; one of which something was left out does. */
  keep: boolean
  /** Whether what is refused may be left out. */
  isPartial: boolean
  /** Whether it is known that objects are removed, or access or factors taken away from people. */
  isConfirmed: boolean
  context: RequestContext
  signal?: AbortSignal | undefined
  onProgress?: (done: number, total: number) => void
}

/**
 * Publishes a draft: plans again, and carries that out in one transaction if it is what was read.
 * @returns whether the draft is gone: all that it has changed is in the workspace
 * @throws SyncError where the draft or the workspace was changed since, StepStopped where the workspace refuses a step; nothing is changed then
 */
export async function publishDraft(service: Service, publishing: Publishing): Promise<boolean> {
  const { draftId, digest, prefer, choices, keep, context, signal, onProgress } = publishing
  const { writer } = service.own
  if (!writer) throw new Error('the service does not serve its interface')
  const planned = await planDraft(service, { draftId, request: { prefer, choices }, context, signal })
  const plan = await planAsRead(service, planned, publishing)
  const secretsOf = (step: PlanStep) => planned.secrets.get(step)
  await assertAsConfirmed(service, plan, publishing)
  const draft = await requireWanted(service.reader, draftId)
  await service.write({ ...context, changeReason: publicationReason(draft) }, async (tx) => {
    await requireWanted(tx, draftId)
    tx.authorize('gatehouse.draft.publish', [targetOf('draft', draft)], 'never')
    const done: { step: PlanStep; journal: StepJournal }[] = []
    const steps = withFormer(plan.steps, plan.target)
    const onStep = (step: PlanStep, number: number, result: StepResult) => {
      done.push({ step: steps[number - 1] ?? step, journal: journalOf(step, result) })
      return Promise.resolve(onProgress?.(number, plan.steps.length))
    }
    const losses = lossesOf(plan.steps, plan.target)
    const beforeStep = async (step: PlanStep, number: number) => {
      const values = await lostValues(step, { caller: writer.reader(tx), signal })
      losses.push(...values.map((object) => ({ step: number, object, parent: step.parent, lacks: null, stays: true })))
    }
    await applyHere(service, tx, { plan, writer, secretsOf, signal, beforeStep, onStep })
    const { counts } = summaryOf(plan, null)
    await keepPublication(tx, draft, { digest, counts, steps: done, losses })
    recordPublication(tx, draft, { digest, steps: plan.steps.length })
  })
  service.draftPlans.forget(draftId)
  if (keep || plan.conflicts.length > 0 || plan.refused.length > 0) return false
  return discardDraft(service, (write) => service.write(context, write), draftId, planned.changes).catch(
    (error: unknown) => {
      // Published it is nevertheless.
      if (error instanceof ApiError && error.code === 'E0000007') return true
      service.onTrouble(error, 'a draft that was published could not be discarded')
      return false
    },
  )
}

/** The draft, unless it was discarded since its publication was asked for: it is not wanted any more then. @throws SyncError */
async function requireWanted(reader: Reader, draftId: string): Promise<DraftRecord> {
  const draft = await drafts.get(reader, draftId)
  if (draft) return draft
  throw new SyncError('The draft was discarded before it was published: nothing was changed.')
}

/**
 * The plan that was read, without what the workspace refuses if that is to be left out.
 * @throws SyncError where it is another one by now
 */
async function planAsRead(service: Service, planned: PlannedDraft, publishing: Publishing): Promise<PlanHere> {
  const { digest, isPartial } = publishing
  // WHY first: where nothing was refused there is nothing to try.
  if (planned.digest === digest) return planned.plan
  const rest = isPartial ? (await tryDraft(service, planned.plan, publishing)).plan : null
  if (rest && digestOf(rest) === digest) return rest
  throw new SyncError(
    'The draft or the workspace was changed since the plan was made: nothing was changed. Plan again.',
  )
}

/**
 * INVARIANT: the same steps do no more than was confirmed: whom they affect and what is refused depends on the workspace, too, which may have changed
 * since the plan was read.
 * @throws SyncError
 */
async function assertAsConfirmed(service: Service, plan: PlanHere, publishing: Publishing): Promise<void> {
  const { isPartial, isConfirmed } = publishing
  if (plan.refused.length > 0 && !isPartial)
    throw new SyncError('More is refused than when the plan was made: nothing was changed. Plan again.')
  if (isConfirmed) return
  const { effects } = (await tryDraft(service, plan, publishing)).tried
  const danger = dangerText({ counts: summaryOf(plan, null).counts, effect: effects.whole.effect })
  if (danger !== '')
    throw new SyncError(`The plan ${danger} by now, which was not confirmed: nothing was changed. Plan again.`)
}

/** Plans what publishing a draft would change, in the background; the plan is kept in memory. */
export async function runDraftPlan(work: JobWork<'draftPlan'>): Promise<JobOutcome<'draftPlan'>> {
  const { service, subjectId: draftId, context, signal, input: request, report } = work
  const onProgress = (done: number) => report({ done })
  const made = await makeDraftPlan(service, { draftId, request, context, signal, onProgress })
  service.draftPlans.set(draftId, made)
  report({ facts: { steps: made.plan.steps, conflicts: made.plan.conflicts } })
  return {}
}

/** Publishes a draft in the background. */
export async function runPublication(work: JobWork<'draftPublication'>): Promise<JobOutcome<'draftPublication'>> {
  const { service, subjectId: draftId, context, signal, input, report } = work
  const onProgress = (done: number, total: number) => report({ done, total })
  await publishDraft(service, { draftId, ...input, context, signal, onProgress })
  return {}
}
