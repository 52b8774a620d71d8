import { z } from 'zod'
import { ASSERTION_TYPE } from '../apps/client-credentials.ts'
import { jsonOr, media } from '../interface/content-types.ts'
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
  grant_type: z.string().meta({ description: '`authorization_code`, `refresh_token` or `client_credentials`' }),
  ...{ code: text, redirect_uri: text, code_verifier: text, refresh_token: text, device_code: text },
  scope: text.meta({ description: 'Scopes with spaces between them' }),
  ...clientForm,
})
/** What asks for a code, in the address or in a form (OpenID Connect Core 1.0 §3.1.2.1, RFC 7636 §4.3). */
const authorization = {
  client_id: text,
  redirect_uri: text.meta({ description: 'One that the client has registered' }),
  response_type: text.meta({ description: '`code`' }),
  response_mode: text.meta({ description: '`query`, `fragment` or `form_post`' }),
  scope: text.meta({ description: 'Scopes with spaces between them' }),
  state: text.meta({ description: 'Required; it comes back with the answer' }),
  nonce: text,
  prompt: text.meta({ description: '`none`, `login` or `consent`' }),
  max_age: text.meta({ description: 'Seconds after which the person is asked again who they are' }),
  login_hint: text,
  id_token_hint: text,
  code_challenge: text,
  code_challenge_method: text.meta({ description: '`S256`' }),
  request_uri: text.meta({ description: 'Of a request that was pushed (RFC 9126)' }),
}
const signOut = { id_token_hint: text, post_logout_redirect_uri: text, client_id: text, state: text }
const aToken = z.object({ token: z.string(), token_type_hint: text, ...clientForm })

/** A granted token (RFC 6749 §5.1). */
const tokenSchema = z
  .object({
    ...{ access_token: z.string(), expires_in: z.int(), scope: text, token_type: z.enum(['Bearer', 'DPoP']) },
    ...{ id_token: text, refresh_token: text },
  })
  .meta({ id: 'TokenResponse' })

/** What is known of a token (RFC 7662 §2.2); of one that does not work only that. */
const introspectionSchema = z.looseObject({ active: z.boolean() }).meta({ id: 'TokenIntrospection' })

/** Of a request that was pushed (RFC 9126 §2.2). */
const pushedSchema = z.object({ request_uri: z.string(), expires_in: z.int() }).meta({ id: 'PushedRequest' })

/** How a device has its person sign in elsewhere (RFC 8628 §3.2). */
const deviceSchema = z
  .object({
    ...{ device_code: z.string(), user_code: z.string(), verification_uri: z.string() },
    ...{ verification_uri_complete: z.string(), expires_in: z.int() },
  })
  .meta({ id: 'DeviceAuthorization' })

/** What is told of a person (OpenID Connect Core 1.0 §5.3.2). */
const userInfoSchema = z.looseObject({ sub: z.string() }).meta({ id: 'UserInfo' })

const keysSchema = z
  .object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) })
  .meta({ id: 'JsonWebKeySet' })
const metadataSchema = z.looseObject({ issuer: z.string() }).meta({ id: 'IssuerMetadata' })

/** A refusal of an endpoint (RFC 6749 §5.2). */
export const oauthRefusalSchema = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .meta({ id: 'OAuthRefusal' })

/** What browsers are shown: where they are sent on, and pages; who sends what no browser would is told as clients are. */
const shown = { 200: media('text/html'), 303: null, 400: jsonOr(oauthRefusalSchema, 'text/html') } as const
const toldOfPerson = { 200: userInfoSchema, 401: oauthRefusalSchema, 403: oauthRefusalSchema } as const

const client = { tag, auth: 'client', consumes: FORM } as const
const open = { tag, auth: 'client', method: 'GET' } as const

/** The pages that a person comes to on the way, which no client asks for. */
function pagesOf<Base extends string, Params extends z.ZodObject>(base: Base, params: Params) {
  const ofOne = params.extend({ uid: z.string().max(100) })
  return {
    resume: defineRoute({
      ...{ ...open, hidden: true, path: `${base}/v1/authorize/{uid}`, summary: 'Go on once a person has signed in' },
      ...{ params: ofOne, responses: shown },
    }),
    signIn: defineRoute({
      ...{ ...open, hidden: true, path: `${base}/v1/sign-in/{uid}`, summary: 'Show the step of a sign-in' },
      ...{ params: ofOne, responses: shown },
    }),
    device: defineRoute({
      ...{ ...open, hidden: true, path: `${base}/v1/device`, summary: 'Ask a person for the code that a device shows' },
      ...{ params, responses: shown },
    }),
    deviceStep: defineRoute({
      ...{ ...client, hidden: true, method: 'POST', path: `${base}/v1/device` },
      ...{ summary: 'Take the code that a device shows', params, responses: shown },
    }),
    deviceResume: defineRoute({
      ...{
        ...open,
        hidden: true,
        path: `${base}/v1/device/{uid}`,
        summary: 'Go on once a person has signed in for a device',
      },
      ...{ params: ofOne, responses: shown },
    }),
    signInStep: defineRoute({
      ...{ ...client, hidden: true, method: 'POST', path: `${base}/v1/sign-in/{uid}` },
      ...{ summary: 'Take the step of a sign-in', params: ofOne, responses: shown },
    }),
  } as const
}

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
    authorize: defineRoute({
      ...open,
      path: `${base}/v1/authorize`,
      summary: `Send a person to ${whose} to sign in, for a code`,
      params,
      query: z.object(authorization),
      responses: shown,
    }),
    authorizeByForm: defineRoute({
      ...client,
      method: 'POST',
      path: `${base}/v1/authorize`,
      summary: `Send a person to ${whose} to sign in, for a code, by a form`,
      params,
      body: z.object(authorization),
      responses: shown,
    }),
    push: defineRoute({
      ...client,
      method: 'POST',
      path: `${base}/v1/par`,
      summary: `Push a request for a person to ${whose} (RFC 9126)`,
      params,
      body: z.object({ ...authorization, ...clientForm }),
      responses: { 201: pushedSchema },
    }),
    device: defineRoute({
      ...client,
      method: 'POST',
      path: `${base}/v1/device/authorize`,
      summary: `Ask ${whose} for codes by which a person signs in for a device (RFC 8628)`,
      params,
      body: z.object({ scope: text, ...clientForm }),
      responses: { 200: deviceSchema },
    }),
    userInfo: defineRoute({
      ...open,
      path: `${base}/v1/userinfo`,
      summary: `Read what ${whose} tells of the person whose access token this is`,
      params,
      responses: toldOfPerson,
    }),
    userInfoByForm: defineRoute({
      ...client,
      method: 'POST',
      path: `${base}/v1/userinfo`,
      summary: `Ask ${whose} what it tells of the person whose access token this is`,
      params,
      body: z.object({ access_token: text.meta({ description: 'Where it is not in the header `Authorization`' }) }),
      responses: toldOfPerson,
    }),
    signOut: defineRoute({
      ...open,
      path: `${base}/v1/logout`,
      summary: `Send a person to ${whose} to sign out`,
      params,
      query: z.object(signOut),
      responses: shown,
    }),
    signOutByForm: defineRoute({
      ...client,
      method: 'POST',
      path: `${base}/v1/logout`,
      summary: `Send a person to ${whose} to sign out, by a form`,
      params,
      body: z.object(signOut),
      responses: shown,
    }),
    pages: pagesOf(base, params),
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
  authorize: organization.authorize,
  authorizeByForm: organization.authorizeByForm,
  pushAuthorizationRequest: organization.push,
  readUserInfo: organization.userInfo,
  askUserInfo: organization.userInfoByForm,
  signOut: organization.signOut,
  signOutByForm: organization.signOutByForm,
  authorizeDevice: organization.device,
  resumeAuthorization: organization.pages.resume,
  showSignIn: organization.pages.signIn,
  takeSignInStep: organization.pages.signInStep,
  showDeviceForm: organization.pages.device,
  takeDeviceCode: organization.pages.deviceStep,
  resumeDevice: organization.pages.deviceResume,
  listSigningKeys: organization.keys,
  readOpenidConfiguration: organization.openid,
  readOauthMetadata: organization.oauth,
  requestServerToken: server.token,
  introspectServerToken: server.introspect,
  revokeServerToken: server.revoke,
  authorizeAtServer: server.authorize,
  authorizeAtServerByForm: server.authorizeByForm,
  pushServerAuthorizationRequest: server.push,
  readServerUserInfo: server.userInfo,
  askServerUserInfo: server.userInfoByForm,
  signOutAtServer: server.signOut,
  signOutAtServerByForm: server.signOutByForm,
  authorizeServerDevice: server.device,
  resumeServerAuthorization: server.pages.resume,
  showServerSignIn: server.pages.signIn,
  takeServerSignInStep: server.pages.signInStep,
  showServerDeviceForm: server.pages.device,
  takeServerDeviceCode: server.pages.deviceStep,
  resumeServerDevice: server.pages.deviceResume,
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
