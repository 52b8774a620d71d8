import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../../../helpers/browser.ts'
import { issuerOf } from '../../../helpers/oauth-clients.ts'
import { TestClock, type TestServer } from '../../../helpers/server.ts'
import { aPerson, aWebClient, CALLBACK, signIn, type TestPerson, type WebClient } from '../../../helpers/sign-in.ts'
import { startSignIn } from '../../../helpers/sign-in-server.ts'

// The libraries go by the clock of the machine.
let server: TestServer
let app: WebClient
let spa: WebClient
let ada: TestPerson

beforeAll(async () => {
  server = await startSignIn({ clock: new TestClock(Date.now()) })
  app = await aWebClient(server, { settings: { post_logout_redirect_uris: ['https://app.example.com/bye'] } })
  spa = await aWebClient(server, {
    credentials: { token_endpoint_auth_method: 'none' },
    settings: { application_type: 'browser', dpop_bound_access_tokens: true },
  })
  ada = await aPerson(server, 'ada@example.com', [app, spa])
})

const AFTER = 'https://app.example.com/bye'

describe('openid-client, unmodified', () => {
  it('signs a person in with PKCE, refreshes, reads the user info, and signs out', async () => {
    const config = await openid.discovery(new URL(issuerOf(server)), app.clientId, app.secret, undefined, {
      execute: [openid.allowInsecureRequests],
    })
    const [pkceCodeVerifier, expectedState, expectedNonce] = [
      ...[openid.randomPKCECodeVerifier(), openid.randomState(), openid.randomNonce()],
    ] as [string, string, string]
    const address = openid.buildAuthorizationUrl(config, {
      ...{ redirect_uri: CALLBACK, scope: 'openid profile offline_access', state: expectedState, nonce: expectedNonce },
      ...{ code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier), code_challenge_method: 'S256' },
    })
    const browser = new TestBrowser(server)
    const { url } = await signIn(browser, address.href, ada.login)
    const tokens = await openid.authorizationCodeGrant(config, new URL(url), {
      ...{ pkceCodeVerifier, expectedState, expectedNonce },
    })
    expect(tokens.claims()).toMatchObject({ sub: ada.id, given_name: 'Ada' })
    expect(await openid.fetchUserInfo(config, tokens.access_token, ada.id)).toMatchObject({ family_name: 'Byron' })
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token ?? '')
    expect(refreshed.claims()?.sub).toBe(ada.id)
    expect(await openid.tokenIntrospection(config, refreshed.access_token)).toMatchObject({ active: true })
    const out = openid.buildEndSessionUrl(config, {
      ...{ id_token_hint: tokens.id_token ?? '', post_logout_redirect_uri: AFTER },
    })
    expect((await browser.open(out.href)).url).toBe(AFTER)
  })

  it('pushes its request', async () => {
    const config = await openid.discovery(new URL(issuerOf(server)), app.clientId, app.secret, undefined, {
      execute: [openid.allowInsecureRequests],
    })
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const address = await openid.buildAuthorizationUrlWithPAR(config, {
      ...{ redirect_uri: CALLBACK, scope: 'openid', state: 's-1' },
      ...{ code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier), code_challenge_method: 'S256' },
    })
    const { url } = await signIn(new TestBrowser(server), address.href, ada.login)
    const tokens = await openid.authorizationCodeGrant(config, new URL(url), { pkceCodeVerifier, expectedState: 's-1' })
    expect(tokens.claims()?.sub).toBe(ada.id)
  })
})

describe('oauth4webapi, unmodified', () => {
  it('binds the tokens of a page in a browser to its key [spec/9700 2.2.1/sender constrained]', async () => {
    const insecure = { [oauth.allowInsecureRequests]: true }
    const issuer = new URL(issuerOf(server))
    const found = await oauth.processDiscoveryResponse(issuer, await oauth.discoveryRequest(issuer, insecure))
    const client: oauth.Client = { client_id: spa.clientId }
    const verifier = oauth.generateRandomCodeVerifier()
    const address = new URL(found.authorization_endpoint ?? '')
    address.search = new URLSearchParams({
      ...{ client_id: spa.clientId, redirect_uri: CALLBACK, response_type: 'code', scope: 'openid', state: 's-1' },
      ...{ code_challenge: await oauth.calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
    }).toString()
    const { url } = await signIn(new TestBrowser(server), address.href, ada.login)
    const parameters = oauth.validateAuthResponse(found, client, new URL(url), 's-1')
    const DPoP = oauth.DPoP(client, await oauth.generateKeyPair('ES256'))
    const ask = () =>
      oauth.authorizationCodeGrantRequest(found, client, oauth.None(), parameters, CALLBACK, verifier, {
        ...{ ...insecure, DPoP },
      })
    let reply = await ask()
    // The first answer brings the nonce that a proof has to hold.
    const first = await oauth.processAuthorizationCodeResponse(found, client, reply).catch((error: unknown) => error)
    if (oauth.isDPoPNonceError(first)) {
      reply = await ask()
      const tokens = await oauth.processAuthorizationCodeResponse(found, client, reply)
      expect(tokens.token_type).toBe('dpop')
      // A proof is of the machine's time, which has gone on.
      server.clock.advance(Date.now() - server.clock.now)
      const info = await oauth.userInfoRequest(found, client, tokens.access_token, { ...insecure, DPoP })
      expect(await oauth.processUserInfoResponse(found, client, ada.id, info)).toMatchObject({ sub: ada.id })
      const plain = await fetch(found.userinfo_endpoint ?? '', {
        headers: { Authorization: `Bearer ${tokens.access_token}` },
      })
      expect(plain.status).toBe(401)
    } else expect.fail('no nonce was asked for')
  })
})
