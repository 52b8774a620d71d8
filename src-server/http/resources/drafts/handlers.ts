import type { draftRoutes } from '#contract/routes/drafts.ts'
import { createDraft, discardDraft, listDrafts, renameDraft, requireDraft } from '#operations/drafts/drafts.ts'
import { pageOf } from '#db/page.ts'
import { queueDraftPlan, queuePublication, queueRebase } from '#operations/drafts/publishing.ts'
import { presentJob, requireJob } from '#operations/jobs/list-jobs.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const draftHandlers: HandlerTable<typeof draftRoutes> = {
  listDrafts: async ({ service, query }) => {
    const { items, next } = await listDrafts(service, query)
    return { body: items, next }
  },

  createDraft: async ({ service, write, body }) => ({
    body: await requireDraft(service, await createDraft(service, write, body)),
  }),

  getDraft: async ({ service, params }) => ({ body: await requireDraft(service, params.draftId) }),

  replaceDraft: async ({ service, write, params, body }) => {
    await write((tx) => renameDraft(tx, params.draftId, body))
    return { body: await requireDraft(service, params.draftId) }
  },

  planDraft: async ({ service, reader, write, params: { draftId }, body }) => {
    const { id } = await write((tx) => queueDraftPlan(tx, draftId, body ?? {}))
    return { body: presentJob(await requireJob(service, reader, id)) }
  },

  getDraftPlan: async ({ service, params: { draftId } }) => {
    await requireDraft(service, draftId)
    const kept = service.draftPlans.get(draftId)
    return kept ? { status: 200, body: kept.plan } : { status: 204, body: undefined }
  },

  listDraftPlanSteps: async ({ service, reader, params: { draftId }, query }) => {
    await requireDraft(service, draftId)
    const isSeen = reader.rights.reach('svc.roles.manage') === 'all'
    const steps = (isSeen && service.draftPlans.get(draftId)?.steps) || []
    const { items, next } = pageOf(
      steps.map((step) => ({ id: String(step.number), step })),
      query.limit,
      query.after,
    )
    return { body: items.map(({ step }) => step), next }
  },

  rebaseDraft: async ({ service, reader, write, params: { draftId }, body }) => {
    const { id } = await write((tx) => queueRebase(tx, draftId, body ?? {}))
    return { body: presentJob(await requireJob(service, reader, id)) }
  },

  publishDraft: async ({ service, reader, write, params: { draftId }, body }) => {
    const { id } = await write((tx) => queuePublication(tx, draftId, body, service.draftPlans))
    return { body: presentJob(await requireJob(service, reader, id)) }
  },

  deleteDraft: async ({ service, write, params }) => {
    await discardDraft(service, write, params.draftId)
    return { body: undefined }
  },
}
