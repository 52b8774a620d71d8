import { z } from 'zod'
import { lineSchema } from '../../interface/fields.ts'
import { IDP_PROVIDER_TYPES } from '../actions.ts'

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

/** A text of one line in a protocol or a policy. */
export const text = lineSchema().min(1).max(1_024)
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

/** How a provider is spoken to (spec/5 §9); which parts a type has, the defaults say. */
export const protocolSchema = z.strictObject({
  type: z.enum(PROTOCOLS),
  endpoints: endpointsSchema.optional(),
  algorithms: z.strictObject({ request: signatureSchema.optional(), response: signatureSchema.optional() }).optional(),
  settings: protocolSettingsSchema.optional(),
  scopes: z.array(z.string().min(1).max(255)).max(100).optional(),
  issuer: z.strictObject({ url: text }).optional(),
  credentials: credentialsSchema.optional(),
})

export type IdentityProviderProtocol = z.output<typeof protocolSchema>
