import { z } from 'zod'
import { APPLICATION_TYPES } from '../apps/modes/open-id-connect.ts'
import { clientOverviewSchema, consentSchema } from '../apps/client-overview.ts'
import { cursorSchema, limitSchema } from '../interface/fields.ts'
import { idSchema } from '../interface/ids.ts'
import { LIMITS } from '../interface/limits.ts'
import { defineRoute } from '../interface/route.ts'

const page = { limit: limitSchema(LIMITS.page.clients), after: cursorSchema }
const only = (what: string) => idSchema.optional().meta({ description: `Of this ${what} alone` })

/** Which programs may do what here, and what people let them do: two lists across all of them, for our pages. */
export const clientOverviewRoutes = {
  listClientOverviews: defineRoute({
    tag: 'OAuth clients',
    scope: 'svc.apps.read',
    isLimitedByHandler: true,
    method: 'GET',
    path: '/gatehouse/v1/clients',
    summary: 'List the clients with their permissions',
    description:
      '`q` is a part of the name or of the client id. By name. Clients of the platform itself are not listed.',
    query: z.object({
      q: z.string().min(1).max(LIMITS.nameLength).optional(),
      kind: z.enum(APPLICATION_TYPES).optional(),
      ...page,
    }),
    responses: { 200: z.array(clientOverviewSchema) },
  }),
  listConsents: defineRoute({
    tag: 'OAuth clients',
    scope: 'svc.users.read',
    isLimitedByHandler: true,
    method: 'GET',
    path: '/gatehouse/v1/consents',
    summary: 'List the consents of people to clients',
    description: 'One entry for each person, client and authorization server, the newest first.',
    query: z.object({ userId: only('person'), appId: only('application'), ...page }),
    responses: { 200: z.array(consentSchema) },
  }),
}
