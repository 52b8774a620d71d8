import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { reviewRequestSchema } from '#contract/gatehouse/change-review.ts'
import { draftWriteSchema } from '#contract/gatehouse/draft.ts'
import type { DraftPlan } from '#contract/gatehouse/draft-plan.ts'
import { isActive, type Job } from '#contract/gatehouse/job.ts'
import { invalid } from '#contract/interface/api-error.ts'
import { UserFacingError } from '#contract/interface/user-facing-error.ts'
import { REVIEWABLE } from '#contract/routes/change-reviews.ts'
import type { OperationId } from '#contract/routes/index.ts'
import { StepRefused, Refused, type ServiceCaller } from '../service-client.ts'
import { draftArgument, tool } from '../tool.ts'

/**
 * What an assistant may do in a draft: no secrets, tokens, administrators or people, and nothing that publishes. WHY a list: what is added to the interface
 * is not an assistant's until someone has thought of it.
 */
const CHANGES = [
  ...REVIEWABLE,
  ...(['createGroup', 'replaceGroup', 'deleteGroup', 'addGroupMember', 'removeGroupMember'] as const),
  ...(['createGroupRule', 'replaceGroupRule', 'deleteGroupRule'] as const),
  ...(['activateGroupRule', 'deactivateGroupRule', 'activateApp', 'deactivateApp'] as const),
  ...(['assignAppGroup', 'removeAppGroup', 'assignAppUser', 'removeAppUser'] as const),
] as const satisfies readonly OperationId[]

const { steps } = reviewRequestSchema(CHANGES).shape
const PAGE = 100
const POLL_MS = 200

/** The id of what a step has made, where its reply has one. */
function madeOf(reply: unknown): object {
  const { id } = (reply ?? {}) as { id?: unknown }
  return typeof id === 'string' ? { id } : {}
}

/** Waits for a job to end. @throws UserFacingError where it does not end well; what the signal was aborted with */
async function whenEnded(service: ServiceCaller, { id }: Job, signal: AbortSignal): Promise<void> {
  for (;;) {
    const { state, problem } = await service.call('getJob', { params: { jobId: id } })
    if (state === 'COMPLETED') return
    if (!isActive(state)) throw new UserFacingError(problem ?? `The job has ended: ${state}.`)
    await sleep(POLL_MS, undefined, { signal })
  }
}

const countsOf = ({ steps: all, counts, conflicts, refused }: DraftPlan) => ({
  ...{ steps: all, conflicts, refused: refused.length },
  ...Object.fromEntries(counts.map(({ kind, act, count }) => [`${act} ${kind}`, count])),
})

const factsOf = ({ digest, problem, needsConfirmation, effect, effectProblem, refused, conflicting }: DraftPlan) => ({
  ...{ digest, problem, needsConfirmation, effectProblem, refused, conflicting },
  ...(effect && {
    effect: { considered: effect.considered, affected: effect.affected },
    effects: effect.effects.map(({ effect: one, people }) => ({ effect: one, people })),
  }),
})

/** What is prepared, and never published from here. */
export const draftTools = [
  tool({
    name: 'list_drafts',
    isOfWorkspace: true,
    title: 'List drafts',
    description: 'Lists the drafts of the workspace with their ids, and how many changes each has.',
    needs: ['listDrafts'],
    input: z.strictObject({}),
    async answer({ place, service }) {
      const { items, next } = await service.page('listDrafts', { query: { after: place.after ?? undefined } })
      const rows = items.map(({ id, name, state, changes, created, createdBy }) => ({
        ...{ id, name, state, changes, created, createdBy: createdBy.name },
      }))
      return { ...(next === null && place.after === null && { counts: { drafts: rows.length } }), rows, next }
    },
  }),
  tool({
    name: 'open_draft',
    title: 'Open a draft',
    description:
      'Makes a draft: a copy of the workspace in which changes are prepared. Nothing in it reaches the workspace; a person publishes it. Give its id as `draft` to other tools.',
    needs: ['createDraft'],
    changesDrafts: true,
    isOfWorkspace: true,
    input: z.strictObject({ name: draftWriteSchema.shape.name }),
    async answer({ given, service }) {
      const { id, name, state, created } = await service.call('createDraft', { body: { name: given.name } })
      return { counts: { drafts: 1 }, facts: { id, name, state, created } }
    },
  }),
  tool({
    name: 'change_draft',
    title: 'Change a draft',
    description:
      'Carries out steps in a draft, one after the other: operations of the interface with their `params` and `body`, as in `review_change`. It stops at the first that is refused; those before it stay done. `read` with `draft` gives the whole object that a replacement starts from.',
    needs: ['createDraft'],
    changesDrafts: true,
    isOfWorkspace: true,
    input: z.strictObject({ draft: draftArgument, steps }),
    async answer({ input, service, place, signal }) {
      if (place.before > 0) throw invalid('cursor', 'does not go with changes: `plan_draft` lists what the draft has')
      const rows: object[] = []
      for (const [at, { operation, params, query, body }] of input.steps.entries()) {
        signal.throwIfAborted()
        try {
          const reply = await service.call(operation, { params, query, body })
          rows.push({ step: at, operation, ...madeOf(reply) })
        } catch (error) {
          throw error instanceof Refused ? new StepRefused(error.body, at) : error
        }
      }
      return { counts: { steps: input.steps.length, done: rows.length }, rows }
    },
  }),
  tool({
    name: 'plan_draft',
    title: 'Plan what publishing a draft would change',
    description:
      'Says step by step what publishing a draft would change in the workspace, what conflicts with changes made there meanwhile, and whom it affects. Nothing is published.',
    needs: ['planDraft', 'getDraftPlan', 'listDraftPlanSteps', 'getJob'],
    changesDrafts: true,
    isOfWorkspace: true,
    input: z.strictObject({ draft: draftArgument }),
    async answer({ input, client, place, signal }) {
      // A draft is planned by its workspace.
      const service = client({ signal })
      const params = { draftId: input.draft }
      if (place.before === 0) await whenEnded(service, await service.call('planDraft', { params, body: {} }), signal)
      const plan = await service.call('getDraftPlan', { params })
      if (!plan) throw new UserFacingError('There is no plan of the draft: plan it again, without a cursor.')
      const { digest } = plan
      if ((place.state['digest'] ?? digest) !== digest)
        throw invalid('cursor', 'is of an earlier plan: plan the draft again')
      const query = { limit: PAGE, after: place.after ?? undefined }
      const { items, next } = await service.page('listDraftPlanSteps', { params, query })
      const rows = items.map(({ number, act, kind, name, parent, fields, order, notes, effect, effectProblem }) => ({
        ...{ number, act, kind, name, ...(parent !== null && { parent }), ...(order && { order }) },
        ...(fields.length > 0 && { fields }),
        ...(notes.length > 0 && { notes }),
        ...(effect && { affected: effect.affected }),
        ...(effectProblem !== null && { effectProblem }),
      }))
      return { counts: countsOf(plan), facts: factsOf(plan), state: { digest }, rows, next }
    },
  }),
]
