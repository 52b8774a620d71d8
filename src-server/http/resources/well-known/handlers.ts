import type { wellKnownRoutes } from '#contract/routes/well-known.ts'
import { describeOrganization } from '#operations/workspace/describe-organization.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const wellKnownHandlers: HandlerTable<typeof wellKnownRoutes> = {
  getWellKnownOrganization: async ({ service }) => ({ body: await describeOrganization(service) }),
}
