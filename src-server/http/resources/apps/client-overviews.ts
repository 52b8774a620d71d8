import type { clientOverviewRoutes } from '#contract/routes/client-overviews.ts'
import { listClientOverviews } from '#operations/apps/client-overviews.ts'
import { listAllConsents } from '#operations/oauth/all-consents.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const clientOverviewHandlers: HandlerTable<typeof clientOverviewRoutes> = {
  listClientOverviews: async ({ reader, query }) => {
    const { items, next } = await listClientOverviews(reader, query)
    return { body: items, next }
  },
  listConsents: async ({ reader, query }) => {
    const { items, next } = await listAllConsents(reader, query)
    return { body: items, next }
  },
}
