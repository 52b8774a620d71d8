import { createLocalJWKSet, decodeJwt, jwtVerify, type JSONWebKeySet } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../../../helpers/browser.ts'
import { post } from '../../../helpers/oauth-clients.ts'
import type { TestServer } from '../../../helpers/server.ts'
import {
  aChallenge,
  answerIn,
  aPerson,
  authorizeAddress,
  aWebClient,
  CALLBACK,
  exchange,
  signIn,
  type TestPerson,
  type WebClient,
} from '../../../helpers/sign-in.ts'
import { startSignIn, startWithAda } from '../../../helpers/sign-in-server.ts'

// The modules of OpenID Connect's conformance profiles Basic OP and Config OP, by their names.

let server: TestServer
let app: WebClient
let ada: TestPerson
let issuer: string
/** In which Ada is signed in. */
let browser: TestBrowser

beforeAll(async () => {
  ;({ server, app, ada } = await startWithAda())
  await server.client.call('assignAppUser', {
    params: { appId: app.appId },
    body: {
      id: ada.id,
      profile: {
        ...{ middle_name: 'Lovelace', locality: 'London', street_address: '12 St James’s Square' },
        phone_number: '+44 20',
      },
    },
  } as never)
  issuer = `http://localhost:${server.port}`
  browser = new TestBrowser(server)
  await signIn(browser, authorizeAddress(app.clientId), ada.login)
})

const asked = async (over: Record<string, string | undefined>, by = browser) =>
  answerIn(await by.open(authorizeAddress(app.clientId, over)))

async function tokensFor(over: Record<string, string | undefined>) {
  const { code = '' } = await asked(over)
  const { body } = await exchange(server, app, code)
  return { access: String(body['access_token']), id: String(body['id_token']), refresh: String(body['refresh_token']) }
}

const infoBy = async (init: RequestInit) =>
  (await fetch(`${server.url}/oauth2/v1/userinfo`, init)).json() as Promise<Record<string, unknown>>
const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } })

describe('the profile Basic OP', () => {
  it('signs a person in by the code flow [spec/oidc oidcc-server] [spec/oidc oidcc-server-client-secret-post] [spec/oidc oidcc-idtoken-signature]', async () => {
    const { id } = await tokensFor({ nonce: 'n-1' })
    const keys = (await (await fetch(`${server.url}/oauth2/v1/keys`)).json()) as JSONWebKeySet
    const { payload } = await jwtVerify(id, createLocalJWKSet(keys), { issuer, audience: app.clientId })
    expect(payload).toMatchObject({ sub: ada.id, nonce: 'n-1', exp: (payload.iat ?? 0) + 3_600 })
  })

  it('refuses a request without response_type [spec/oidc oidcc-response-type-missing]', async () => {
    expect(await asked({ response_type: undefined })).toMatchObject({ error: 'invalid_request' })
  })

  it('tells of the person by GET and by POST, in a header and in a form [spec/oidc oidcc-userinfo-get] [spec/oidc oidcc-userinfo-post-header] [spec/oidc oidcc-userinfo-post-body]', async () => {
    const { access } = await tokensFor({ scope: 'openid email' })
    const told = { sub: ada.id, email: ada.login }
    expect(await infoBy(bearer(access))).toEqual(told)
    expect(await infoBy({ ...bearer(access), method: 'POST' })).toEqual(told)
    expect(await infoBy({ method: 'POST', body: new URLSearchParams({ access_token: access }) })).toEqual(told)
  })

  it('needs no nonce [spec/oidc oidcc-ensure-request-without-nonce-succeeds-for-code-flow]', async () => {
    expect(decodeJwt((await tokensFor({})).id)).not.toHaveProperty('nonce')
  })

  it.each([
    [
      'profile',
      { given_name: 'Ada', family_name: 'Byron', middle_name: 'Lovelace', preferred_username: 'ada@example.com' },
    ],
    ['email', { email: 'ada@example.com' }],
    ['address', { address: { locality: 'London', street_address: '12 St James’s Square' } }],
    ['phone', { phone_number: '+44 20' }],
  ])(
    'tells the claims of %s [spec/oidc oidcc-scope-profile] [spec/oidc oidcc-scope-email] [spec/oidc oidcc-scope-address] [spec/oidc oidcc-scope-phone]',
    async (scope, claims) => {
      const { access, id } = await tokensFor({ scope: `openid ${scope}` })
      expect(await infoBy(bearer(access))).toMatchObject(claims)
      expect(decodeJwt(id)).toMatchObject(claims)
    },
  )

  it('tells the claims of all scopes together [spec/oidc oidcc-scope-all]', async () => {
    const { access } = await tokensFor({ scope: 'openid profile email address phone' })
    expect(Object.keys(await infoBy(bearer(access)))).toEqual(
      expect.arrayContaining(['sub', 'given_name', 'email', 'address', 'phone_number']),
    )
  })

  it.each([
    ['display', 'page'],
    ['display', 'popup'],
    ['ui_locales', 'de'],
    ['claims_locales', 'de'],
    ['acr_values', '1 2'],
  ])(
    'goes on as ever with %s=%s [spec/oidc oidcc-display-page] [spec/oidc oidcc-display-popup] [spec/oidc oidcc-ui-locales] [spec/oidc oidcc-claims-locales] [spec/oidc oidcc-ensure-request-with-acr-values-succeeds]',
    async (name, value) => {
      expect(await asked({ [name]: value })).toMatchObject({ code: expect.any(String) })
    },
  )

  it('asks again where the client wants it, and not where it does not [spec/oidc oidcc-prompt-login] [spec/oidc oidcc-prompt-none-not-logged-in] [spec/oidc oidcc-prompt-none-logged-in]', async () => {
    server.clock.advance(60_000)
    expect((await browser.open(authorizeAddress(app.clientId, { prompt: 'login' }))).text).toContain('name="password"')
    expect(await asked({ prompt: 'none' }, new TestBrowser(server))).toMatchObject({ error: 'login_required' })
    expect(await asked({ prompt: 'none' })).toMatchObject({ code: expect.any(String) })
  })

  it('takes an ID token as a hint, and a name [spec/oidc oidcc-id-token-hint] [spec/oidc oidcc-login-hint]', async () => {
    const { id } = await tokensFor({})
    expect(await asked({ prompt: 'none', id_token_hint: id })).toMatchObject({ code: expect.any(String) })
    const shown = await new TestBrowser(server).open(authorizeAddress(app.clientId, { login_hint: ada.login }))
    expect(shown.text).toContain(`value="${ada.login}"`)
  })

  it('refuses a code that comes again, and ends what the first gave [spec/oidc oidcc-codereuse] [spec/oidc oidcc-codereuse-30seconds]', async () => {
    const { code = '' } = await asked({})
    const { body } = await exchange(server, app, code)
    server.clock.advance(30_000)
    expect((await exchange(server, app, code)).body).toMatchObject({ error: 'invalid_grant' })
    expect(await infoBy(bearer(String(body['access_token'])))).toMatchObject({ error: 'invalid_token' })
  })

  it('refuses an address that is not registered, on a page of its own [spec/oidc oidcc-ensure-registered-redirect-uri]', async () => {
    const shown = await browser.open(authorizeAddress(app.clientId, { redirect_uri: `${CALLBACK}?foo=bar` }))
    expect([shown.status, shown.url.startsWith(issuer)]).toEqual([400, true])
  })

  it('takes the request by a form [spec/oidc oidcc-ensure-post-request-succeeds]', async () => {
    await browser.open(authorizeAddress(app.clientId, { prompt: 'login' }))
    const [path = '', query = ''] = authorizeAddress(app.clientId).split('?')
    browser.shown = { ...browser.shown, url: `${issuer}${path}` }
    const shown = await browser.send(Object.fromEntries(new URLSearchParams(query)))
    expect(answerIn(shown)).toMatchObject({ code: expect.any(String) })
  })

  it('refuses a request object as not supported [spec/oidc oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported]', async () => {
    expect(await asked({ request: 'eyJhbGciOiJub25lIn0.e30.' })).toMatchObject({ error: 'request_not_supported' })
  })

  it('gives others for a refresh token [spec/oidc oidcc-refresh-token]', async () => {
    const { refresh } = await tokensFor({ scope: 'openid offline_access' })
    const { body } = await post(server, '/oauth2/v1/token', {
      ...{ grant_type: 'refresh_token', refresh_token: refresh, client_id: app.clientId, client_secret: app.secret },
    })
    expect(decodeJwt(String(body['id_token']))['sub']).toBe(ada.id)
  })

  it('takes a proof of key [spec/oidc oidcc-ensure-request-with-valid-pkce-succeeds] [spec/3 auth/4]', async () => {
    const { verifier, challenge } = aChallenge()
    const { code = '' } = await asked({ code_challenge: challenge, code_challenge_method: 'S256' })
    expect((await exchange(server, app, code, verifier)).status).toBe(200)
  })
})

describe('an age of the sign-in', () => {
  it('is kept, and told [spec/oidc oidcc-max-age-1] [spec/oidc oidcc-max-age-10000]', async () => {
    // The library goes by the clock of the machine.
    const now = await startSignIn({
      clock: new (server.clock.constructor as new (now: number) => typeof server.clock)(Date.now()),
    })
    const client = await aWebClient(now)
    const ben = await aPerson(now, 'ben@example.com', [client])
    const own = new TestBrowser(now)
    await signIn(own, authorizeAddress(client.clientId), ben.login)
    const young = answerIn(await own.open(authorizeAddress(client.clientId, { max_age: '10000' })))
    const { body } = await exchange(now, client, young['code'] ?? '')
    expect(decodeJwt(String(body['id_token']))['auth_time']).toBe(Math.floor(now.clock.now / 1_000))
    const none = answerIn(await own.open(authorizeAddress(client.clientId, { max_age: '0', prompt: 'none' })))
    expect([none['error'], none['code']]).toContainEqual(expect.any(String))
  })
})

describe('the profile Config OP', () => {
  it('tells all that clients need [spec/oidc oidcc-discovery-endpoint-verification] [spec/oidc oidcc-idtoken-rs256] [spec/4 3.5/endpoints]', async () => {
    const told = (await (await fetch(`${server.url}/.well-known/openid-configuration`)).json()) as Record<
      string,
      unknown
    >
    const at = (endpoint: string) => `${issuer}/oauth2/v1/${endpoint}`
    expect(told).toMatchObject({
      issuer,
      ...{ authorization_endpoint: at('authorize'), token_endpoint: at('token'), userinfo_endpoint: at('userinfo') },
      ...{ jwks_uri: at('keys'), end_session_endpoint: at('logout'), introspection_endpoint: at('introspect') },
      ...{ revocation_endpoint: at('revoke'), pushed_authorization_request_endpoint: at('par') },
      ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
      ...{ id_token_signing_alg_values_supported: expect.arrayContaining(['RS256']) },
      ...{ code_challenge_methods_supported: ['S256'], authorization_response_iss_parameter_supported: true },
      grant_types_supported: expect.arrayContaining(['authorization_code', 'refresh_token', 'client_credentials']),
      scopes_supported: expect.arrayContaining(['openid', 'profile', 'offline_access']),
    })
  })

  it('rotates keys under its clients [spec/oidc oidcc-server-rotate-keys]', async () => {
    const params = { authServerId: 'default' }
    const keys = async () =>
      ((await (await fetch(`${server.url}/oauth2/default/v1/keys`)).json()) as JSONWebKeySet).keys.map(({ kid }) => kid)
    const before = await keys()
    await server.client.call('rotateServerKeys', { params, body: { use: 'sig' } } as never)
    expect(await keys()).toEqual(expect.arrayContaining([before[0]]))
  })
})
