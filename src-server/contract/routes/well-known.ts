import { z } from 'zod'
import { defineRoute } from '../interface/route.ts'

/** What clients of the interface ask before they have a token (spec/5 §7). */
const wellKnownOrganizationSchema = z
  .object({
    id: z.string(),
    cell: z.string().meta({ description: 'The part of the service that holds the organization; always `local`' }),
    _links: z.object({ organization: z.object({ href: z.string() }) }),
    pipeline: z.enum(['idx', 'v1']).meta({ description: '`idx` for the Identity Engine, `v1` for the Classic Engine' }),
    settings: z.object({
      analyticsCollectionEnabled: z.boolean(),
      bugReportingEnabled: z.boolean(),
      omEnabled: z.boolean(),
      pssoEnabled: z.boolean(),
      desktopMFAEnabled: z.boolean(),
      itpEnabled: z.boolean(),
    }),
  })
  .meta({ id: 'WellKnownOrganization' })

export type WellKnownOrganization = z.output<typeof wellKnownOrganizationSchema>

/** What is known of the organization without a token. */
export const wellKnownRoutes = {
  getWellKnownOrganization: defineRoute({
    tag: 'Organization',
    auth: 'public',
    method: 'GET',
    path: '/.well-known/svc-organization',
    summary: 'Read what clients need to know of the organization before they sign in',
    responses: { 200: wellKnownOrganizationSchema },
  }),
}
