import type { accessLossRoutes } from '#contract/routes/access-losses.ts'
import { listLosingPeople, previewAccessLoss } from '#operations/apps/access-loss/access-loss.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const accessLossHandlers: HandlerTable<typeof accessLossRoutes> = {
  previewAccessLoss: async ({ service, body }) => ({ body: await previewAccessLoss(service, body) }),
  listLosingPeople: async ({ service, params, query }) => {
    const { items, next } = await listLosingPeople(service, params.accessLossId, query)
    return { body: items, next }
  },
}
