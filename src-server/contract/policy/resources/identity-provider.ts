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
  binding: z.enum(['HTTP-POST', 'HTTP-REDIRECT']).optional(),
  destination: text.optional(),
  type: z.enum(['INSTANCE', 'ORG']).optional(),
})
const endpoint = endpointSchema.optional()
const endpointsSchema = z.strictObject({
  ...{ authorization: endpoint, token: endpoint, userInfo: endpoint, jwks: endpoint },
  ...{ sso: endpoint, acs: endpoint, slo: endpoint },
})
const signatureSchema = z.strictObject({
  signature: z.strictObject({
    algorithm: z.enum(['SHA-1', 'SHA-256', 'HS256', 'HS384', 'HS512']),
    scope: z.enum(['REQUEST', 'RESPONSE', 'TOKEN', 'ANY', 'NONE']),
  }),
})

const trustSchema = z.strictObject({
  issuer: text.optional(),
  audience: text.optional(),
  kid: text.optional(),
  revocation: text.nullable().optional(),
  revocationCacheLifetime: z.int().min(0).optional(),
})
const clientSchema = z.strictObject({
  client_id: text.optional(),
  client_secret: lineSchema().max(2_000).optional().meta({
    description: 'A replacement without one keeps that of the same `client_id`; an empty one removes it.',
  }),
  pkce_required: z.boolean().nullable().optional(),
})
const credentialsSchema = z.strictObject({
  trust: trustSchema.optional(),
  signing: z.strictObject({ kid: text.optional() }).optional(),
  client: clientSchema.optional(),
})
const protocolSettingsSchema = z.strictObject({
  nameFormat: text.nullable().optional(),
  honorPersistentNameId: z.boolean().optional(),
  participateSlo: z.boolean().optional(),
})

const protocolSchema = z.strictObject({
  type: z.enum(PROTOCOLS),
  endpoints: endpointsSchema.optional(),
  algorithms: z.strictObject({ request: signatureSchema.optional(), response: signatureSchema.optional() }).optional(),
  settings: protocolSettingsSchema.optional(),
  scopes: z.array(z.string().min(1).max(255)).max(100).optional(),
  issuer: z.strictObject({ url: text }).optional(),
  credentials: credentialsSchema.optional(),
})

const noneOr = (...actions: [string, ...string[]]) =>
  z.strictObject({ action: z.enum(['NONE', ...actions]).default('NONE') }).prefault({})

const policySchema = z.strictObject({
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
  accountLink: z
    .strictObject({
      filter: z
        .strictObject({ groups: z.strictObject({ include: idListSchema }) })
        .nullable()
        .default(null),
      action: z.enum(['AUTO', 'DISABLED']).default('AUTO'),
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
  mapAMRClaims: z.boolean().default(false),
  trustClaims: z.boolean().optional().meta({ description: 'Of SAML2 and OIDC' }),
  transformedUsernameMatchingEnabled: z.boolean().default(false),
})

type Protocol = z.output<typeof protocolSchema>

const endpointPair = (authorization: string, token: string) => ({
  authorization: { url: authorization, binding: 'HTTP-REDIRECT' as const },
  token: { url: token, binding: 'HTTP-POST' as const },
})

/** Where well-known services take people and give tokens, the same for everybody who uses them. */
const SOCIAL_ENDPOINTS: Partial<Record<IdentityProviderType, ReturnType<typeof endpointPair>>> = {
  APPLE: endpointPair('https://appleid.apple.com/auth/authorize', 'https://appleid.apple.com/auth/token'),
  FACEBOOK: endpointPair('https://www.facebook.com/dialog/oauth', 'https://graph.facebook.com/oauth/access_token'),
  GOOGLE: endpointPair('https://accounts.google.com/o/oauth2/v2/auth', 'https://oauth2.googleapis.com/token'),
  LINKEDIN: endpointPair(
    'https://www.linkedin.com/oauth/v2/authorization',
    'https://www.linkedin.com/oauth/v2/accessToken',
  ),
  MICROSOFT: endpointPair(
    'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    'https://login.microsoftonline.com/common/oauth2/v2.0/token',
  ),
}

/** A protocol with all that its type has; what the type does not know is left out (spec/5 §9). */
export function completeProtocol(type: IdentityProviderType, protocol: Protocol): Protocol {
  if (type === 'SAML2') return completeSaml(protocol)
  if (type === 'OIDC') return { ...protocol, settings: { nameFormat: null, ...protocol.settings } }
  const social = SOCIAL_ENDPOINTS[type]
  if (!social) return protocol
  const { issuer: _issuer, algorithms: _algorithms, settings: _settings, ...rest } = protocol
  return { ...rest, endpoints: { ...social, ...protocol.endpoints } }
}

/** The form of an audience that the service names, at whatever address it is. */
const OWN_AUDIENCE = /\/saml2\/service-provider\/0oa\w{17}$/

/** WHY the service's own audience is left out: it holds the address of the service, which changes. */
function completeSaml(protocol: Protocol): Protocol {
  const { endpoints, credentials } = protocol
  const { audience, ...trust } = credentials?.trust ?? {}
  const given = audience === undefined || OWN_AUDIENCE.test(audience) ? {} : { audience }
  return {
    ...protocol,
    endpoints: { ...endpoints, acs: { binding: 'HTTP-POST', type: 'INSTANCE', ...endpoints?.acs } },
    credentials: { ...credentials, trust: { revocation: null, revocationCacheLifetime: 0, ...trust, ...given } },
  }
}

/** A policy with what only types that send claims have (spec/5 §9). */
export function completePolicy(type: IdentityProviderType, policy: z.output<typeof policySchema>): typeof policy {
  const sendsClaims = type === 'SAML2' || type === 'OIDC'
  return sendsClaims ? { ...policy, trustClaims: policy.trustClaims ?? false } : policy
}

/**
 * A value with its keys in the order of the schema, so that what is sent back as it was read changes nothing; as it is where it
 * is refused anyway.
 */
function inOrder<Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>): z.output<Schema> {
  return schema.safeParse(value).data ?? value
}

/** An identity provider as a request carries it. */
export const identityProviderWriteSchema = z
  .object({
    type: z.enum(IDENTITY_PROVIDER_TYPES),
    name: nameSchema,
    status: activeStatusSchema.optional(),
    issuerMode: z.enum(['ORG_URL', 'CUSTOM_URL', 'DYNAMIC']).default('DYNAMIC'),
    protocol: protocolSchema.optional(),
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
    const protocol = provider.protocol ?? (usual && { type: usual })
    return {
      ...provider,
      ...(protocol ? { protocol: inOrder(protocolSchema, completeProtocol(provider.type, protocol)) } : {}),
      policy: inOrder(policySchema, completePolicy(provider.type, provider.policy)),
    }
  })
  .meta({ id: 'IdentityProviderWrite' })

/** An identity provider that people can be routed to, or come from (spec/4 §1.1, §1.2), in the order of spec/5 §9. */
export const identityProviderSchema = z
  .object({
    id: z.string(),
    issuerMode: z.enum(['ORG_URL', 'CUSTOM_URL', 'DYNAMIC']).optional().meta({ description: 'Not of SAML2' }),
    name: z.string(),
    status: activeStatusSchema,
    created: timestampSchema.nullable().meta({ description: 'Null in the reply to a PUT' }),
    lastUpdated: timestampSchema,
    protocol: protocolSchema.optional(),
    policy: policySchema,
    type: z.enum(IDENTITY_PROVIDER_TYPES),
    _links: linksSchema,
  })
  .meta({ id: 'IdentityProvider' })
export type IdentityProvider = z.output<typeof identityProviderSchema>
export type IdentityProviderProtocol = Protocol
