import { z } from 'zod'
import { draftPlanRequestSchema, draftPlanSchema, publicationSchema } from '../gatehouse/draft-plan.ts'
import { jobSchema } from '../gatehouse/job.ts'
import { planStepSchema } from '../gatehouse/sync-plan.ts'
import { cursorSchema, limitSchema } from '../interface/fields.ts'
import { draftSchema, draftWriteSchema } from '../gatehouse/draft.ts'
import { collection, pageQueryOf } from '../interface/collection.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'

const drafts = collection('draft', {
  tag: 'Drafts',
  noun: 'a draft',
  read: draftSchema,
  write: draftWriteSchema,
  created: 200,
})
/** WHY super administrators only: a draft holds everything that the workspace holds. */
const managing = { permissions: ['svc.orgs.manage', 'svc.roles.manage'] } as const

/** Copies of the workspace in which changes are prepared. */
export const draftRoutes = {
  listDrafts: defineRoute({ ...drafts.list, ...managing, query: pageQueryOf('draft') }),
  createDraft: defineRoute({
    ...drafts.create,
    ...managing,
    description:
      'A copy of the workspace as it is now, without its audit log. The whole interface is served below its `url`, with the same tokens. Nothing in it ' +
      `reaches the workspace or anything outside. There can be ${LIMITS.drafts} at most. A draft has no drafts of its own.`,
    errors: ['E0000010', 'E0000113'],
  }),
  getDraft: defineRoute({ ...drafts.get, ...managing }),
  replaceDraft: defineRoute({ ...drafts.replace, ...managing, summary: 'Rename a draft' }),
  planDraft: defineRoute({
    ...drafts.managing,
    ...managing,
    method: 'POST',
    path: `${drafts.one}/plan`,
    summary: 'Plan what publishing a draft would change',
    description:
      'A job that reads both and changes nothing. Planned is what the draft has changed since it was made; what the workspace has changed meanwhile stays. ' +
      'The steps are tried in a transaction that is taken back, so that it is known whom they affect. What the workspace would refuse is left out, and `refused` names it.',
    params: drafts.params,
    body: draftPlanRequestSchema.optional(),
    responses: { 202: jobSchema },
    errors: ['E0000010', 'E0000047'],
  }),
  getDraftPlan: defineRoute({
    ...drafts.reading,
    ...managing,
    method: 'GET',
    path: `${drafts.one}/plan`,
    summary: 'Read the latest plan of the publication of a draft',
    description: 'Without one the reply has no body. Plans are kept in memory.',
    params: drafts.params,
    responses: { 200: draftPlanSchema, 204: null },
  }),
  listDraftPlanSteps: defineRoute({
    ...drafts.reading,
    ...managing,
    method: 'GET',
    path: `${drafts.one}/plan/steps`,
    summary: 'List the steps of that plan, in the order in which they are carried out',
    params: drafts.params,
    query: z.object({ limit: limitSchema(LIMITS.page.planSteps), after: cursorSchema }),
    responses: { 200: z.array(planStepSchema) },
  }),
  rebaseDraft: defineRoute({
    ...drafts.managing,
    ...managing,
    method: 'POST',
    path: `${drafts.one}/rebase`,
    summary: 'Bring a draft up to date with the workspace',
    description:
      'A job that brings what the workspace has changed since the draft was made into the draft, in one transaction. What the draft has changed stays. Where both ' +
      'have changed the same the request has to say who wins, else the job fails and the draft is as it was.',
    params: drafts.params,
    body: draftPlanRequestSchema.optional(),
    responses: { 202: jobSchema },
    errors: ['E0000010', 'E0000047'],
  }),
  publishDraft: defineRoute({
    ...drafts.managing,
    ...managing,
    method: 'POST',
    path: `${drafts.one}/publish`,
    summary: 'Publish a draft',
    description:
      'A job that plans again and, if the plan is the one that was read, carries out all of it in one transaction, or nothing. Each step leaves the events of ' +
      'its operations, with the draft as their reason. Afterwards the draft is discarded, unless it is to be kept, or something of it was left out.',
    params: drafts.params,
    body: publicationSchema,
    responses: { 202: jobSchema },
    errors: ['E0000010', 'E0000047'],
  }),
  deleteDraft: defineRoute({
    ...drafts.remove,
    ...managing,
    summary: 'Discard a draft',
    description: 'With all that was changed in it. Its files are deleted.',
  }),
}
