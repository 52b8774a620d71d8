import type { publicationRoutes } from '#contract/routes/publications.ts'
import { listPublications, queueTakeBack, requirePublication } from '#operations/drafts/publications.ts'
import { presentJob, requireJob } from '#operations/jobs/list-jobs.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const publicationHandlers: HandlerTable<typeof publicationRoutes> = {
  listPublications: async ({ reader, query }) => {
    const { items, next } = await listPublications(reader, query)
    return { body: items, next }
  },
  getPublication: async ({ reader, params: { publicationId } }) => ({
    body: await requirePublication(reader, publicationId),
  }),
  takeBackPublication: async ({ service, reader, write, params: { publicationId } }) => {
    const { id } = await write((tx) => queueTakeBack(tx, publicationId))
    return { body: presentJob(await requireJob(service, reader, id)) }
  },
}
