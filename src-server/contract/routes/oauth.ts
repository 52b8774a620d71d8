import { z } from 'zod'
import { ASSERTION_TYPE } from '../apps/client-credentials.ts'
import { idSchema } from '../interface/ids.ts'
import { defineRoute } from '../interface/route.ts'

const FORM = 'application/x-www-form-urlencoded'
const tag = 'OAuth'
const text = z.string().optional()

/** How a client proves in a form that it is itself (RFC 6749 §2.3.1, RFC 7523 §2.2), beside HTTP Basic. */
const clientForm = {
  client_id: text,
  client_secret: text,
  client_assertion: text,
  client_assertion_type: text.meta({ description: `\`${ASSERTION_TYPE}\`` }),
}

const tokenForm = z.object({
  grant_type: z.string().meta({ description: 'Such as `client_credentials`' }),
  scope: text.meta({ description: 'Scopes with spaces between them' }),
  ...clientForm,
})
const aToken = z.object({ token: z.string(), token_type_hint: text, ...clientForm })

/** A granted token (RFC 6749 §5.1). */
const tokenSchema = z
  .object({ access_token: z.string(), expires_in: z.int(), scope: text, token_type: z.enum(['Bearer', 'DPoP']) })
  .meta({ id: 'TokenResponse' })

/** What is known of a token (RFC 7662 §2.2); of one that does not work only that. */
const introspectionSchema = z.looseObject({ active: z.boolean() }).meta({ id: 'TokenIntrospection' })

const keysSchema = z
  .object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) })
  .meta({ id: 'JsonWebKeySet' })
const metadataSchema = z.looseObject({ issuer: z.string() }).meta({ id: 'IssuerMetadata' })

/** A refusal of an endpoint (RFC 6749 §5.2). */
export const oauthRefusalSchema = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .meta({ id: 'OAuthRefusal' })

const client = { tag, auth: 'client', consumes: FORM } as const
const open = { tag, auth: 'client', method: 'GET' } as const

/** The endpoints of an issuer. @param base before `/v1` @param issuer before `/.well-known` @param whose in summaries */
function endpoints<Base extends string, Issuer extends string, Params extends z.ZodObject>(
  base: Base,
  issuer: Issuer,
  { params, whose }: { params: Params; whose: string },
) {
  return {
    token: defineRoute({
      ...client,
      method: 'POST',
      path: `${base}/v1/token`,
      summary: `Ask ${whose} for tokens`,
      params,
      body: tokenForm,
      responses: { 200: tokenSchema },
    }),
    introspect: defineRoute({
      ...client,
      method: 'POST',
      path: `${base}/v1/introspect`,
      summary: `Ask ${whose} about a token`,
      params,
      body: aToken,
      responses: { 200: introspectionSchema },
    }),
    revoke: defineRoute({
      ...client,
      method: 'POST',
      path: `${base}/v1/revoke`,
      summary: `Revoke a token of ${whose}`,
      params,
      body: aToken,
      responses: { 200: null },
    }),
    keys: defineRoute({
      ...open,
      path: `${base}/v1/keys`,
      summary: `Read the keys by which tokens of ${whose} are verified`,
      params,
      responses: { 200: keysSchema },
    }),
    openid: defineRoute({
      ...open,
      path: `${issuer}/.well-known/openid-configuration`,
      summary: `Read what ${whose} can do, as OpenID Connect Discovery asks`,
      params,
      responses: { 200: metadataSchema },
    }),
    oauth: defineRoute({
      ...open,
      path: `${issuer}/.well-known/oauth-authorization-server`,
      summary: `Read what ${whose} can do (RFC 8414)`,
      params,
      responses: { 200: metadataSchema },
    }),
  } as const
}

const organization = endpoints('/oauth2', '', { params: z.object({}), whose: 'the organization' })
const server = endpoints('/oauth2/{authServerId}', '/oauth2/{authServerId}', {
  params: z.object({ authServerId: idSchema }),
  whose: 'an authorization server',
})

/** What OAuth clients call (spec/3 "Authentication", spec/4 §3.5): the organization's own endpoints, and those of each authorization server. */
export const oauthRoutes = {
  requestToken: organization.token,
  introspectToken: organization.introspect,
  revokeAccessToken: organization.revoke,
  listSigningKeys: organization.keys,
  readOpenidConfiguration: organization.openid,
  readOauthMetadata: organization.oauth,
  requestServerToken: server.token,
  introspectServerToken: server.introspect,
  revokeServerToken: server.revoke,
  listServerSigningKeys: server.keys,
  readServerOpenidConfiguration: server.openid,
  readServerOauthMetadata: server.oauth,
  readServerOauthMetadataByAlias: defineRoute({
    ...open,
    path: '/.well-known/oauth-authorization-server/oauth2/{authServerId}',
    summary: 'Read what an authorization server can do, at the address that RFC 8414 §3 makes of its issuer',
    params: z.object({ authServerId: idSchema }),
    responses: { 200: metadataSchema },
  }),
}
