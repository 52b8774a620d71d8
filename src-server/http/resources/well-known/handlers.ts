import { ACCOUNT_PREFIX } from '#contract/routes/well-known.ts'
import type { wellKnownRoutes } from '#contract/routes/well-known.ts'
import { describeOrganization } from '#operations/workspace/describe-organization.ts'
import { findProviders } from '#operations/policies/find-providers.ts'
import type { HandlerTable } from '../../handler-table.ts'

export const wellKnownHandlers: HandlerTable<typeof wellKnownRoutes> = {
  getWellKnownOrganization: async ({ service }) => ({ body: await describeOrganization(service) }),
  findIdentityProvider: async ({ service, query, base, context }) => {
    const { client } = await context()
    const links = await findProviders(service, { login: query.resource.slice(ACCOUNT_PREFIX.length), client, base })
    return { body: { subject: query.resource, links: links.filter(({ rel }) => query.rel?.includes(rel) ?? true) } }
  },
}
