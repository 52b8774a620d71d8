import { z } from 'zod'
import { LIMITS } from '../../interface/limits.ts'
import { clientKeyWriteSchema } from '../client-key.ts'
import { addressSchema, optionalAddress, required } from './fields.ts'

/** Where a client runs, which decides whether it can keep a secret. */
export const APPLICATION_TYPES = ['web', 'native', 'browser', 'service'] as const
const GRANT_TYPES = [
  'authorization_code',
  'implicit',
  'password',
  'refresh_token',
  'client_credentials',
  'interaction_code',
  'urn:ietf:params:oauth:grant-type:device_code',
  'urn:ietf:params:oauth:grant-type:token-exchange',
  'urn:ietf:params:oauth:grant-type:saml2-bearer',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
  'urn:openid:params:grant-type:ciba',
] as const
type GrantType = (typeof GRANT_TYPES)[number]

/** Grants that send people back to the application, by an address that it has registered. */
const REDIRECTING: readonly GrantType[] = ['authorization_code', 'implicit', 'interaction_code']
/** The grants of a service: those in which no person takes part, and one that the interface takes and that stays without effect (spec/6 20). */
const OF_SERVICE: readonly GrantType[] = [
  'implicit',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:token-exchange',
  'urn:ietf:params:oauth:grant-type:jwt-bearer',
]

const addresses = z.array(addressSchema).max(LIMITS.settingEntries)
const flag = (fallback: boolean) => z.boolean().default(fallback)

const refreshTokenSchema = z
  .discriminatedUnion('rotation_type', [
    z.object({ rotation_type: z.literal('STATIC') }),
    z.strictObject({
      rotation_type: z.literal('ROTATE'),
      leeway: z.int().min(0).max(LIMITS.refreshLeewaySeconds).default(30),
    }),
  ])
  .meta({ description: 'Whether each use of a refresh token replaces it; seconds in which the former one still works' })

const jwksSchema = z.strictObject({ keys: z.array(clientKeyWriteSchema).max(LIMITS.clientKeys) })

const networkSchema = z.strictObject({
  connection: z.enum(['ANYWHERE', 'ZONE']),
  include: z.array(required).max(LIMITS.settingEntries).optional(),
  exclude: z.array(required).max(LIMITS.settingEntries).optional(),
})

/** An application that signs people in by OpenID Connect, or that calls by OAuth 2.0 (spec/2 "Application", spec/5 §8.4). */
export const oauthClientSchema = z
  .strictObject({
    client_uri: optionalAddress,
    logo_uri: optionalAddress,
    redirect_uris: addresses.default([]),
    post_logout_redirect_uris: addresses.optional(),
    response_types: z.array(z.enum(['code', 'token', 'id_token'])).optional(),
    grant_types: z.array(z.enum(GRANT_TYPES)).min(1),
    initiate_login_uri: addressSchema.optional(),
    application_type: z.enum(APPLICATION_TYPES).default('web'),
    tos_uri: optionalAddress.unwrap().optional(),
    policy_uri: optionalAddress.unwrap().optional(),
    jwks_uri: addressSchema.optional(),
    jwks: jwksSchema.optional(),
    consent_method: z.enum(['REQUIRED', 'TRUSTED']).default('TRUSTED'),
    issuer_mode: z.enum(['ORG_URL', 'CUSTOM_URL', 'DYNAMIC']).default('DYNAMIC'),
    refresh_token: refreshTokenSchema.optional(),
    idp_initiated_login: z
      .strictObject({
        mode: z.enum(['DISABLED', 'SPEC', 'SVC']).default('DISABLED'),
        default_scope: z.array(required).max(LIMITS.settingEntries).default([]),
      })
      .prefault({}),
    wildcard_redirect: z.enum(['DISABLED', 'SUBDOMAIN']).default('DISABLED'),
    request_object_signing_alg: required.optional(),
    participate_slo: flag(false),
    frontchannel_logout_uri: addressSchema.optional(),
    frontchannel_logout_session_required: z.boolean().optional(),
    backchannel_token_delivery_mode: z.literal('poll').optional(),
    backchannel_custom_authenticator_id: required.optional(),
    network: networkSchema.optional(),
    dpop_bound_access_tokens: flag(false),
  })
  .superRefine((client, context) => {
    for (const [field, message] of oauthClientProblems(client))
      context.addIssue({ code: 'custom', path: [field], message })
  })
type OAuthClient = z.output<typeof oauthClientSchema>

type Asked = Pick<OAuthClient, 'application_type' | 'grant_types' | 'redirect_uris' | 'jwks' | 'jwks_uri'>

/** What does not go together in a client: the field that is wrong, and how. */
export function oauthClientProblems({
  application_type: type,
  grant_types: grants,
  redirect_uris: uris,
  ...keys
}: Asked) {
  const problems: [field: keyof OAuthClient, message: string][] = []
  const redirecting = grants.find((grant) => REDIRECTING.includes(grant))
  const withPerson = grants.find((grant) => !OF_SERVICE.includes(grant))
  if (type === 'service' && withPerson) problems.push(['grant_types', `a service cannot use ${withPerson}`])
  else if (redirecting && uris.length === 0) problems.push(['redirect_uris', `must not be empty with ${redirecting}`])
  if ((type === 'browser' || type === 'native') && grants.includes('client_credentials'))
    problems.push(['grant_types', `client_credentials is for applications of the types web and service`])
  if (keys.jwks && keys.jwks_uri) problems.push(['jwks_uri', 'must not be given beside jwks'])
  return problems
}

const HYBRID: Partial<Record<GrantType, 'code' | 'token'>> = { authorization_code: 'code', client_credentials: 'token' }

/** The response types that follow from the grants, where a request gives none. */
function responseTypesOf(grants: readonly GrantType[]): ('code' | 'token' | 'id_token')[] {
  if (grants.includes('implicit'))
    return grants.includes('authorization_code') ? ['code', 'token', 'id_token'] : ['token', 'id_token']
  return [...new Set(grants.flatMap((grant) => HYBRID[grant] ?? []))]
}

/** What follows from the grants: response types that were not given, and how refresh tokens are replaced. */
export function finishClient(settings: Readonly<Record<string, unknown>>) {
  const client = settings['oauthClient'] as Partial<OAuthClient> | undefined
  if (!client?.grant_types) return settings
  const { grant_types: grants, response_types: types, refresh_token: rotation } = client
  const oauthClient = {
    ...client,
    response_types: types ?? responseTypesOf(grants),
    ...(grants.includes('refresh_token') ? { refresh_token: rotation ?? { rotation_type: 'STATIC' } } : {}),
  }
  return { ...settings, oauthClient }
}
