import { z } from 'zod'
import { ASSERTION_TYPE } from '../apps/client-credentials.ts'

// What OAuth clients and browsers send to the endpoints of an issuer, and what they are answered.

/** A field that may be left out. WHY never refused by itself: the library and the edge say what is wrong in the words of OAuth. */
export const text = z.string().optional()

/** How a client proves in a form that it is itself (RFC 6749 §2.3.1, RFC 7523 §2.2), beside HTTP Basic. */
export const clientForm = {
  client_id: text,
  client_secret: text,
  client_assertion: text,
  client_assertion_type: text.meta({ description: `\`${ASSERTION_TYPE}\`` }),
}

/** What asks for tokens (RFC 6749 §4.1.3, §4.4.2, §6; RFC 8628 §3.4). */
export const tokenForm = z.object({
  grant_type: z.string().meta({ description: '`authorization_code`, `refresh_token` or `client_credentials`' }),
  ...{ code: text, redirect_uri: text, code_verifier: text, refresh_token: text, device_code: text },
  scope: text.meta({ description: 'Scopes with spaces between them' }),
  ...clientForm,
})
/** What asks for a code, in the address or in a form (OpenID Connect Core 1.0 §3.1.2.1, RFC 7636 §4.3). */
export const authorization = {
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
/** What signs a person out (OpenID Connect RP-Initiated Logout 1.0 §2). */
export const signOut = { id_token_hint: text, post_logout_redirect_uri: text, client_id: text, state: text }
/** What asks about a token, or revokes it (RFC 7662 §2.1, RFC 7009 §2.1). */
export const aToken = z.object({ token: z.string(), token_type_hint: text, ...clientForm })

/** A granted token (RFC 6749 §5.1). */
export const tokenSchema = z
  .object({
    ...{ access_token: z.string(), expires_in: z.int(), scope: text, token_type: z.enum(['Bearer', 'DPoP']) },
    ...{ id_token: text, refresh_token: text },
  })
  .meta({ id: 'TokenResponse' })

/** What is known of a token (RFC 7662 §2.2); of one that does not work only that. */
export const introspectionSchema = z.looseObject({ active: z.boolean() }).meta({ id: 'TokenIntrospection' })

/** Of a request that was pushed (RFC 9126 §2.2). */
export const pushedSchema = z.object({ request_uri: z.string(), expires_in: z.int() }).meta({ id: 'PushedRequest' })

/** How a device has its person sign in elsewhere (RFC 8628 §3.2). */
export const deviceSchema = z
  .object({
    ...{ device_code: z.string(), user_code: z.string(), verification_uri: z.string() },
    ...{ verification_uri_complete: z.string(), expires_in: z.int() },
  })
  .meta({ id: 'DeviceAuthorization' })

/** What is told of a person (OpenID Connect Core 1.0 §5.3.2). */
export const userInfoSchema = z.looseObject({ sub: z.string() }).meta({ id: 'UserInfo' })

/** The keys of an issuer (RFC 7517 §5). */
export const keysSchema = z
  .object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) })
  .meta({ id: 'JsonWebKeySet' })
/** What an issuer says of itself (RFC 8414 §2). */
export const metadataSchema = z.looseObject({ issuer: z.string() }).meta({ id: 'IssuerMetadata' })

/** A refusal of an endpoint (RFC 6749 §5.2). */
export const oauthRefusalSchema = z
  .object({ error: z.string(), error_description: z.string().optional() })
  .meta({ id: 'OAuthRefusal' })
