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
  deleteDraft: defineRoute({
    ...drafts.remove,
    ...managing,
    summary: 'Discard a draft',
    description: 'With all that was changed in it. Its files are deleted.',
  }),
}
