import { z } from 'zod'
import { IDP_PROVIDER_TYPES } from '../actions.ts'
import {
  activeStatusSchema,
  idListSchema,
  lineSchema,
  linksSchema,
  nameSchema,
  timestampSchema,
} from '../../interface/fields.ts'

const OTHERS = IDP_PROVIDER_TYPES.filter((type) => type !== 'SVC')
export type IdentityProviderType = Exclude<(typeof IDP_PROVIDER_TYPES)[number], 'SVC'>

/** Types that a provider of its own can have: all that routing knows, but for the service itself. */
export const IDENTITY_PROVIDER_TYPES = OTHERS as [IdentityProviderType, ...IdentityProviderType[]]

const PROTOCOLS = ['SAML2', 'OIDC', 'OAUTH2', 'MTLS'] as const

/** The protocols that a type may speak, the usual one first; types of the local network speak none of these. */
export const PROTOCOLS_OF: Readonly<Record<IdentityProviderType, readonly (typeof PROTOCOLS)[number][]>> = {
  AgentlessDSSO: [],
  IWA: [],
  X509: ['MTLS'],
  SAML2: ['SAML2'],
  OIDC: ['OIDC'],
  APPLE: ['OIDC'],
  FACEBOOK: ['OAUTH2'],
  GOOGLE: ['OIDC', 'OAUTH2'],
  LINKEDIN: ['OAUTH2', 'OIDC'],
  MICROSOFT: ['OIDC', 'OAUTH2'],
}

const text = lineSchema().min(1).max(1_024)
const endpointSchema = z.strictObject({
  url: text.optional(),
  destination: text.optional(),
  binding: z.enum(['HTTP-POST', 'HTTP-REDIRECT']).optional(),
  type: z.enum(['INSTANCE', 'ORG']).optional(),
})
const signatureSchema = z.strictObject({
  signature: z.strictObject({
    algorithm: z.enum(['SHA-1', 'SHA-256']),
    scope: z.enum(['REQUEST', 'RESPONSE', 'TOKEN', 'ANY', 'NONE']),
  }),
})

const clientShape = { client_id: text.optional() }
const credentialsShape = {
  client: z.strictObject(clientShape).optional(),
  trust: z.strictObject({ issuer: text.optional(), audience: text.optional(), kid: text.optional() }).optional(),
  signing: z.strictObject({ kid: text.optional() }).optional(),
}

const protocolShape = {
  type: z.enum(PROTOCOLS),
  endpoints: z
    .partialRecord(z.enum(['sso', 'slo', 'acs', 'authorization', 'token', 'userInfo', 'jwks']), endpointSchema)
    .optional(),
  issuer: z.strictObject({ url: text }).optional(),
  scopes: z.array(z.string().min(1).max(255)).max(100).optional(),
  algorithms: z.strictObject({ request: signatureSchema.optional(), response: signatureSchema.optional() }).optional(),
  settings: z.strictObject({ nameFormat: text.optional(), honorPersistentNameId: z.boolean().optional() }).optional(),
  credentials: z.strictObject(credentialsShape).optional(),
}

/** WHY dropped while it is read: nothing here signs in anywhere, and what is not stored cannot leak. */
const clientWriteSchema = z
  .strictObject({ ...clientShape, client_secret: z.string().max(2_000).optional().meta({ writeOnly: true }) })
  .transform(({ client_secret: _secret, ...client }) => client)

const protocolWriteSchema = z.strictObject({
  ...protocolShape,
  credentials: z.strictObject({ ...credentialsShape, client: clientWriteSchema.optional() }).optional(),
})

const noneOr = (...actions: [string, ...string[]]) =>
  z.strictObject({ action: z.enum(['NONE', ...actions]).default('NONE') }).prefault({})

const policySchema = z.strictObject({
  accountLink: z
    .strictObject({
      action: z.enum(['AUTO', 'DISABLED']).default('AUTO'),
      filter: z
        .strictObject({ groups: z.strictObject({ include: idListSchema }) })
        .nullable()
        .default(null),
    })
    .prefault({}),
  provisioning: z
    .strictObject({
      action: z.enum(['AUTO', 'DISABLED']).default('AUTO'),
      profileMaster: z.boolean().default(false),
      groups: z
        .strictObject({
          action: z.enum(['NONE', 'APPEND', 'ASSIGN', 'SYNC']).default('NONE'),
          assignments: idListSchema.optional(),
          filter: idListSchema.optional(),
          sourceAttributeName: text.optional(),
        })
        .prefault({}),
      conditions: z.strictObject({ deprovisioned: noneOr('REACTIVATE'), suspended: noneOr('UNSUSPEND') }).prefault({}),
    })
    .prefault({}),
  subject: z
    .strictObject({
      userNameTemplate: z.strictObject({ template: text.default('idpuser.email') }).prefault({}),
      filter: text.nullable().default(null),
      matchType: z.enum(['USERNAME', 'EMAIL', 'USERNAME_OR_EMAIL', 'CUSTOM_ATTRIBUTE']).default('USERNAME'),
      matchAttribute: text.nullable().default(null),
    })
    .refine((subject) => subject.matchType !== 'CUSTOM_ATTRIBUTE' || subject.matchAttribute !== null, {
      path: ['matchAttribute'],
      message: 'is required for CUSTOM_ATTRIBUTE',
    })
    .prefault({}),
  maxClockSkew: z.int().min(0).max(3_600_000).default(0).meta({ description: 'Milliseconds' }),
})

/** An identity provider as a request carries it. A client secret is understood and not kept. */
export const identityProviderWriteSchema = z
  .object({
    type: z.enum(IDENTITY_PROVIDER_TYPES),
    name: nameSchema,
    status: activeStatusSchema.optional(),
    issuerMode: z.enum(['ORG_URL', 'CUSTOM_URL', 'DYNAMIC']).default('DYNAMIC'),
    protocol: protocolWriteSchema.optional(),
    policy: policySchema.prefault({}),
  })
  .superRefine(({ type, protocol }, context) => {
    if (!protocol || PROTOCOLS_OF[type].includes(protocol.type)) return
    const allowed = PROTOCOLS_OF[type]
    const message = allowed.length ? `must be ${allowed.join(' or ')} for ${type}` : `does not go with ${type}`
    context.addIssue({ code: 'custom', path: ['protocol', 'type'], message })
  })
  .overwrite((provider) => {
    const [usual] = PROTOCOLS_OF[provider.type]
    return provider.protocol || !usual ? provider : { ...provider, protocol: { type: usual } }
  })
  .meta({ id: 'IdentityProviderWrite' })

/** An identity provider that people can be routed to, or come from (spec/4 §1.1, §1.2). */
export const identityProviderSchema = z
  .object({
    id: z.string(),
    type: z.enum(IDENTITY_PROVIDER_TYPES),
    name: z.string(),
    status: activeStatusSchema,
    issuerMode: z.enum(['ORG_URL', 'CUSTOM_URL', 'DYNAMIC']),
    protocol: z.strictObject(protocolShape).optional(),
    policy: policySchema,
    created: timestampSchema,
    lastUpdated: timestampSchema,
    _links: linksSchema,
  })
  .meta({ id: 'IdentityProvider' })
export type IdentityProvider = z.output<typeof identityProviderSchema>
