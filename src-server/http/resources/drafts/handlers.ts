import type { draftRoutes } from '#contract/routes/drafts.ts'
import { createDraft, discardDraft, listDrafts, renameDraft, requireDraft } from '#operations/drafts/drafts.ts'
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

  deleteDraft: async ({ service, write, params }) => {
    await discardDraft(service, write, params.draftId)
    return { body: undefined }
  },
}
