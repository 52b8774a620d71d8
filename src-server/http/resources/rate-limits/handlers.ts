import { writeRateLimits } from '#operations/rate-limits/rate-limit-settings.ts'
import type { rateLimitRoutes } from '#contract/routes/rate-limits.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const rateLimitHandlers: HandlerTable<typeof rateLimitRoutes> = {
  getRateLimits: async ({ service }) => ({ body: await service.rateLimits.view() }),
  replaceRateLimits: async ({ service, write, body }) => {
    await write((tx) => writeRateLimits(tx, body))
    return { body: { ...(await service.rateLimits.view()), enabled: body.enabled } }
  },
}
