import { z } from 'zod'
import { nameSchema } from '../interface/fields.ts'
import { CLIENT_AUTH_METHODS, clientCredentialsWriteSchema, methodProblem } from './client-credentials.ts'
import { oauthClientProblems, oauthClientSchema } from './modes/open-id-connect.ts'

const { shape } = oauthClientSchema

/** Settings of a client that its registration names as the application does. */
const SETTINGS = {
  client_uri: shape.client_uri,
  logo_uri: shape.logo_uri,
  redirect_uris: shape.redirect_uris,
  post_logout_redirect_uris: shape.post_logout_redirect_uris,
  response_types: shape.response_types,
  grant_types: shape.grant_types.default(['authorization_code']),
  initiate_login_uri: shape.initiate_login_uri,
  application_type: shape.application_type,
  tos_uri: shape.tos_uri,
  policy_uri: shape.policy_uri,
  jwks_uri: shape.jwks_uri,
  jwks: shape.jwks,
  request_object_signing_alg: shape.request_object_signing_alg,
  frontchannel_logout_uri: shape.frontchannel_logout_uri,
  frontchannel_logout_session_required: shape.frontchannel_logout_session_required,
  dpop_bound_access_tokens: shape.dpop_bound_access_tokens,
}
type SettingName = keyof typeof SETTINGS
const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[]

/** Those of some settings that a registration has. */
export const registeredSettings = (settings: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(SETTING_NAMES.flatMap((name) => (settings[name] === undefined ? [] : [[name, settings[name]]])))

/** The others, which a registration leaves as they are. */
export const otherSettings = (settings: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !Object.hasOwn(SETTINGS, name)))

const { client_id, client_secret, token_endpoint_auth_method } = clientCredentialsWriteSchema.shape

/** A client as a request registers or replaces it, by the names of RFC 7591. */
export const registeredClientWriteSchema = z
  .object({ client_name: nameSchema, client_id, client_secret, token_endpoint_auth_method, ...SETTINGS })
  .superRefine((client, context) => {
    const { application_type: type, token_endpoint_auth_method: method } = client
    const problem = method ? methodProblem(type, method) : null
    const problems = [
      ...oauthClientProblems(client),
      ...(problem ? [['token_endpoint_auth_method', problem] as const] : []),
    ]
    for (const [field, message] of problems) context.addIssue({ code: 'custom', path: [field], message })
  })
  .meta({ id: 'RegisteredClientWrite' })
export type RegisteredClientWrite = z.output<typeof registeredClientWriteSchema>

const texts = z.array(z.string())

/** A client as its registration shows it; the secret is answered by what makes the client or its secret alone. */
export const registeredClientSchema = z
  .object({
    client_id: z.string(),
    client_id_issued_at: z.int().meta({ description: 'Seconds since the epoch' }),
    client_secret: z.string().optional(),
    client_secret_expires_at: z.literal(0).optional().meta({ description: 'Of a client with a secret: never' }),
    client_name: z.string(),
    client_uri: z.string().nullable(),
    logo_uri: z.string().nullable(),
    redirect_uris: texts,
    post_logout_redirect_uris: texts.optional(),
    response_types: texts,
    grant_types: texts,
    token_endpoint_auth_method: z.enum(CLIENT_AUTH_METHODS),
    application_type: z.string(),
    initiate_login_uri: z.string().optional(),
    tos_uri: z.string().nullable().optional(),
    policy_uri: z.string().nullable().optional(),
    jwks_uri: z.string().optional(),
    jwks: z.object({ keys: z.array(z.record(z.string(), z.unknown())) }).optional(),
    request_object_signing_alg: z.string().optional(),
    frontchannel_logout_uri: z.string().optional(),
    frontchannel_logout_session_required: z.boolean().optional(),
    dpop_bound_access_tokens: z.boolean().optional(),
  })
  .meta({ id: 'RegisteredClient' })
export type RegisteredClient = z.output<typeof registeredClientSchema>
