import type { DraftPlanRequest, Publication } from '#contract/gatehouse/draft-plan.ts'
import { dangerText } from '#contract/sync/plan-dangers.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { canonical } from '#contract/interface/canonical.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { drafts, type DraftRecord } from '#db/tables/drafts.ts'
import type { JobRecord } from '#db/tables/jobs.ts'
import { activeJob, queueJob } from '../jobs/queue-job.ts'
import type { KeptDraftPlans } from '../memory/kept-draft-plans.ts'

/**
 * Asks for a plan of what publishing a draft would change; one of the same that waits or runs already is the one that is answered.
 * @throws ApiError E0000007, E0000047; E0000001 while another plan of it is made
 */
export async function queueDraftPlan(tx: Tx, draftId: string, request: DraftPlanRequest): Promise<JobRecord> {
  const draft = await drafts.require(tx, draftId)
  tx.authorize('gatehouse.draft.plan', [targetOf('draft', draft)], 'never')
  const active = await sameJob(tx, 'draftPlan', { draftId, request, what: 'planned' })
  if (active) return active
  return queueJob(tx, { type: 'draftPlan', input: request, name: draft.name, subjectId: draftId })
}

interface Asked {
  draftId: string
  request: DraftPlanRequest
  /** What is done to the draft, as in `is being planned`. */
  what: string
}

/** The job that does what is asked for already. @throws ApiError E0000001 where it does that with another wish */
async function sameJob(tx: Tx, type: 'draftPlan' | 'draftRebase', asked: Asked): Promise<JobRecord | undefined> {
  const { draftId, request, what } = asked
  const active = await activeJob(tx, type, draftId)
  if (!active || active.cancelRequested) return undefined
  if (canonical(active.input) === canonical(request)) return active
  const { prefer = null } = active.input as DraftPlanRequest
  throw invalid(
    prefer === (request.prefer ?? null) ? 'choices' : 'prefer',
    `cannot be said while the draft is being ${what} with others: wait, or cancel that`,
  )
}

type Kept = NonNullable<ReturnType<KeptDraftPlans['get']>>['plan']

/** @throws ApiError E0000001 for another plan than was read, one that would be refused, and one that has to be confirmed */
function assertPublishable({ name }: DraftRecord, plan: Kept | undefined, request: Publication): asserts plan {
  const { digest, confirmation, partial } = request
  if (!plan) throw invalid('draftId', 'was not planned lately: plan it first', 'path')
  if (plan.digest !== digest) throw invalid('digest', 'is not that of the latest plan of the draft: read it again')
  if (plan.steps === 0) throw invalid('draftId', 'has nothing to publish', 'path')
  if (plan.problem !== null) throw invalid('draftId', `cannot be published: ${plan.problem}`, 'path')
  if (plan.refused.length > 0 && !partial)
    throw invalid('partial', 'has to be true: parts of the plan are refused, and would be left out')
  const danger = dangerText(plan)
  if (danger !== '' && confirmation !== name)
    throw invalid('confirmation', `has to be the name of the draft, ${name}: the plan ${danger}`)
}

/**
 * Asks for a draft to be published, as its latest plan says.
 * @throws ApiError E0000007, E0000047; E0000001 as the plan or the confirmation are not what it takes
 */
export async function queuePublication(
  tx: Tx,
  draftId: string,
  request: Publication,
  kept: KeptDraftPlans,
): Promise<JobRecord> {
  const draft = await drafts.require(tx, draftId)
  tx.authorize('gatehouse.draft.publish', [targetOf('draft', draft)], 'well-formed')
  const active = await activeJob(tx, 'draftPublication', draftId)
  if (active && !active.cancelRequested) throw invalid('draftId', 'is being published already', 'path')
  const plan = kept.get(draftId)?.plan
  assertPublishable(draft, plan, request)
  const { keep = false, partial = false, confirmation } = request
  const { digest, prefer = null, choices } = plan
  const given = { keep, isPartial: partial, isConfirmed: confirmation === draft.name }
  const input = { digest, prefer, choices, ...given }
  return queueJob(tx, { type: 'draftPublication', input, name: draft.name, subjectId: draftId })
}

/**
 * Asks for a draft to be brought up to date; a job that does the same already is the one that is answered.
 * @throws ApiError E0000007, E0000047; E0000001 while it is done with another wish
 */
export async function queueRebase(tx: Tx, draftId: string, request: DraftPlanRequest): Promise<JobRecord> {
  const draft = await drafts.require(tx, draftId)
  tx.authorize('gatehouse.draft.rebase', [targetOf('draft', draft)], 'well-formed')
  const active = await sameJob(tx, 'draftRebase', { draftId, request, what: 'brought up to date' })
  if (active) return active
  return queueJob(tx, { type: 'draftRebase', input: request, name: draft.name, subjectId: draftId })
}

/** A draft is from now on one of the workspace at another place of its log. */
export async function noteRebase(
  tx: Tx,
  draftId: string,
  { position, steps }: { position: DraftRecord['position']; steps: number },
): Promise<void> {
  const before = await drafts.require(tx, draftId)
  const targets = [targetOf('draft', before)]
  tx.authorize('gatehouse.draft.rebase', targets, 'never')
  await drafts.update(tx, before, { position, lastUpdated: tx.now })
  tx.record({ type: 'gatehouse.draft.rebase', targets, debugData: { steps } })
}

/** Why what a publication changes was changed, as events and versions say it. */
export const publicationReason = ({ name }: DraftRecord): string =>
  `Draft “${name}”`.slice(0, LIMITS.changeReasonLength).toWellFormed()

/** A draft is published, by the steps before it in this transaction. */
export function recordPublication(
  tx: Tx,
  draft: DraftRecord,
  { digest, steps }: { digest: string; steps: number },
): void {
  tx.record({ type: 'gatehouse.draft.publish', targets: [targetOf('draft', draft)], debugData: { digest, steps } })
}
