import type { DraftPlan } from '#contract/gatehouse/draft-plan.ts'
import type { PlanStepView } from '#contract/gatehouse/sync-plan.ts'
import { targetOf } from '#contract/log/targets.ts'
import { drafts } from '#db/tables/drafts.ts'
import { presentEffect } from '#operations/connections/plans.ts'
import { discardDraft } from '#operations/drafts/drafts.ts'
import { publicationReason, recordPublication } from '#operations/drafts/publishing.ts'
import type { JobOutcome, JobWork } from '#operations/jobs/job-work.ts'
import { applyHere } from '../apply/apply-here.ts'
import { summaryOf } from '../plan-for-remote.ts'
import { planStepView } from '../plan/plan-step-view.ts'
import { SyncError } from '../sync-error.ts'
import { planDraft, tryDraft } from './plan-draft.ts'

/** Plans what publishing a draft would change, in the background; the plan is kept in memory. */
export async function runDraftPlan(work: JobWork<'draftPlan'>): Promise<JobOutcome<'draftPlan'>> {
  const { service, subjectId: draftId, context, signal, input: request, report } = work
  const onProgress = (done: number) => report({ done })
  const { plan, digest } = await planDraft(service, { draftId, request, context, signal, onProgress })
  const { effects, problem } = await tryDraft(service, plan, { context, signal })
  const steps = plan.steps.map((step, at): PlanStepView => ({
    ...{ number: at + 1, state: 'WAITING', ...planStepView(step, plan.terms) },
    ...presentEffect(effects.steps[at] ?? null),
  }))
  const kept: DraftPlan = {
    ...{ digest, steps: steps.length, ...summaryOf(plan, effects.whole.effect), unread: [...plan.unread] },
    ...{ ...presentEffect(effects.whole), prefer: request.prefer ?? null, problem, planned: service.now() },
  }
  service.draftPlans.set(draftId, { plan: kept, steps })
  report({ facts: { steps: steps.length, conflicts: plan.conflicts } })
  return {}
}

/**
 * Publishes a draft in the background: plans again, and carries that out in one transaction if it is what was read. What the draft is discarded with is
 * nothing but what the workspace has by then.
 */
export async function runPublication(work: JobWork<'draftPublication'>): Promise<JobOutcome<'draftPublication'>> {
  const { service, subjectId: draftId, context, signal, input, report } = work
  const { digest, prefer, keep } = input
  const { writer } = service.own
  if (!writer) throw new Error('the service does not serve its interface')
  const planned = await planDraft(service, { draftId, request: { prefer }, context, signal })
  if (planned.digest !== digest)
    throw new SyncError(
      'The draft or the workspace was changed since the plan was made: nothing was changed. Plan again.',
    )
  const { plan } = planned
  const draft = await drafts.require(service.reader, draftId)
  const reasoned = { ...context, changeReason: publicationReason(draft) }
  await service.write(reasoned, async (tx) => {
    tx.authorize('gatehouse.draft.publish', [targetOf('draft', draft)], 'never')
    const onStep = (_step: unknown, number: number) =>
      Promise.resolve(report({ done: number, total: plan.steps.length }))
    await applyHere(service, tx, { plan, writer, signal, onStep })
    recordPublication(tx, draft, { digest, steps: plan.steps.length })
  })
  service.draftPlans.forget(draftId)
  const isDone = plan.conflicts === 0 && plan.refused.length === 0
  if (isDone && !keep) await discardDraft(service, (write) => service.write(context, write), draftId)
  return {}
}
