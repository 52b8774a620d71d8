import { z } from 'zod'
import {
  aToken,
  authorization,
  clientForm,
  deviceSchema,
  introspectionSchema,
  keysSchema,
  metadataSchema,
  oauthRefusalSchema,
  pushedSchema,
  signOut,
  text,
  tokenForm,
  tokenSchema,
  userInfoSchema,
} from '../access/oauth-messages.ts'
import { jsonOr, media } from '../interface/content-types.ts'
import { idSchema } from '../interface/ids.ts'
import { defineRoute } from '../interface/route.ts'

const FORM = 'application/x-www-form-urlencoded'
const tag = 'OAuth'

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
