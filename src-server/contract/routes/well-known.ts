import { z } from 'zod'
import { worded } from '../interface/translated.ts'
import { lineSchema } from '../interface/fields.ts'
import { LIMITS } from '../interface/limits.ts'
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

/** What is before the login in `resource`. */
export const ACCOUNT_PREFIX = 'svc:acct:'

const RELATIONS = ['http://openid.net/specs/connect/1.0/issuer', 'svc:idp'] as const

const providerLinkSchema = z.object({
  rel: z.enum(RELATIONS),
  href: worded(z.string(), 'parts'),
  titles: z.object({ und: z.string() }),
  properties: z.object({
    'svc:idp:metadata': z.string().optional().meta({ description: 'Of SAML2 only: others have no metadata' }),
    'svc:idp:type': worded(z.string(), 'word'),
    'svc:idp:id': z.string().optional(),
  }),
})
export type ProviderLink = z.output<typeof providerLinkSchema>

const providerLookupSchema = z
  .object({ subject: worded(z.string(), 'account'), links: z.array(providerLinkSchema) })
  .meta({ id: 'IdentityProviderLookup' })

const asList = (given: unknown) => (typeof given === 'string' ? [given] : given)

/** The query of a look-up (spec/2 "Identity-provider lookup"); a relation may be repeated, as any key of a query. */
const lookupQuerySchema = z.object({
  resource: worded(
    lineSchema()
      .max(ACCOUNT_PREFIX.length + LIMITS.idLength)
      .regex(/^svc:acct:./, `must be ${ACCOUNT_PREFIX} and a login`)
      .meta({ description: `The login of a person after \`${ACCOUNT_PREFIX}\``, example: 'svc:acct:ada@example.test' }),
    'account',
  ),
  rel: z.preprocess(asList, z.array(z.enum(RELATIONS)).max(10).optional()).meta({
    description: 'Limits the links to these relations: the organization itself, or any configured provider',
  }),
})

/** What is known of the organization without a token. */
export const wellKnownRoutes = {
  getWellKnownOrganization: defineRoute({
    tag: 'Organization',
    auth: 'public',
    method: 'GET',
    path: '/.well-known/svc-organization',
    summary: 'Read what clients need before people sign in',
    responses: { 200: wellKnownOrganizationSchema },
  }),
  findIdentityProvider: defineRoute({
    tag: 'Identity providers',
    auth: 'public',
    method: 'GET',
    path: '/.well-known/webfinger',
    summary: 'Find the identity provider that a login is routed to',
    description:
      'By the active rules of the routing policy, the address of the caller and its `User-Agent`. A login that belongs to a person and one that does not get the same kind of answer.',
    query: lookupQuerySchema,
    perMinute: LIMITS.lookupsPerMinute,
    produces: 'application/jrd+json',
    responses: { 200: providerLookupSchema },
  }),
}
