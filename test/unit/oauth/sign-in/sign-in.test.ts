import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../../../helpers/browser.ts'
import { post } from '../../../helpers/oauth-clients.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import {
  aChallenge,
  answerIn,
  aPerson,
  authorizeAddress,
  aWebClient,
  exchange,
  provePassword,
  signIn,
  type TestPerson,
  type WebClient,
} from '../../../helpers/sign-in.ts'
import { startWithAda } from '../../../helpers/sign-in-server.ts'

let server: TestServer
let app: WebClient
let ada: TestPerson

beforeAll(async () => {
  ;({ server, app, ada } = await startWithAda())
})

describe('a person signs in to a client', () => {
  it('by name and password and a second factor, and the client gets tokens for the code', async () => {
    const browser = new TestBrowser(server)
    const { verifier, challenge } = aChallenge()
    const address = authorizeAddress(app.clientId, {
      ...{ code_challenge: challenge, code_challenge_method: 'S256' },
      ...{ scope: 'openid profile email offline_access', nonce: 'n-1' },
    })
    const { code = '', state, iss } = answerIn(await signIn(browser, address, ada.login))
    expect([state, iss]).toEqual(['s-1', browser.base])
    const { status, body } = await exchange(server, app, code, verifier)
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3_600, refresh_token: expect.any(String) })
    expect(String(body['scope']).split(' ').sort()).toEqual(['email', 'offline_access', 'openid', 'profile'])
    expect(decodeJwt(String(body['id_token']))).toMatchObject({
      ...{
        sub: ada.id,
        iss: browser.base,
        aud: app.clientId,
        nonce: 'n-1',
        amr: expect.arrayContaining(['pwd', 'mfa']),
      },
      ...{ given_name: 'Ada', family_name: 'Byron', email: ada.login },
    })
    expect(decodeJwt(String(body['access_token']))).toMatchObject({
      ...{ sub: ada.login, uid: ada.id, cid: app.clientId, iss: browser.base, ver: 1 },
      scp: expect.arrayContaining(['openid', 'offline_access']),
    })
  })

  it('and goes to a second client without being asked again, as long as the policies ask for no more', async () => {
    const other = await aWebClient(server)
    await server.client.call('assignAppUser', { params: { appId: other.appId }, body: { id: ada.id } })
    const browser = new TestBrowser(server)
    await signIn(browser, authorizeAddress(app.clientId), ada.login)
    expect(answerIn(await browser.open(authorizeAddress(other.clientId)))).toMatchObject({ code: expect.any(String) })
    const silent = authorizeAddress(other.clientId, { prompt: 'none' })
    expect(answerIn(await browser.open(silent))).toMatchObject({ code: expect.any(String) })
    server.clock.advance(60_000)
    const again = await browser.open(authorizeAddress(other.clientId, { prompt: 'login' }))
    expect(again.text).toContain('name="password"')
  })

  it('and is asked for nothing where the client forbids it', async () => {
    const shown = await new TestBrowser(server).open(authorizeAddress(app.clientId, { prompt: 'none' }))
    expect(answerIn(shown)).toMatchObject({ error: 'login_required', state: 's-1' })
  })

  it('and a wrong password, an unknown name and a person who is suspended are told the same', async () => {
    const suspended = await aPerson(server, 'sue@example.com', [app])
    await server.client.call('suspendUser', { params: { userId: suspended.id } } as never)
    const problems: string[] = []
    for (const [login, password] of [
      [ada.login, 'wrong'],
      ['no-one@example.com', 'wrong'],
      [suspended.login, undefined],
    ] as const) {
      const shown = await provePassword(new TestBrowser(server), authorizeAddress(app.clientId), login, password)
      problems.push(/role="alert">([^<]*)/.exec(shown.text)?.[1] ?? '')
    }
    expect(new Set(problems)).toEqual(new Set(['The name or the password is not right.']))
  })

  it('and is told at the client that it is not theirs', async () => {
    await aPerson(server, 'ben@example.com', [])
    const shown = await provePassword(new TestBrowser(server), authorizeAddress(app.clientId), 'ben@example.com')
    expect(shown.text).toContain('You cannot sign in to')
  })

  it('and is sent back with access_denied when they cancel', async () => {
    const browser = new TestBrowser(server)
    await browser.open(authorizeAddress(app.clientId))
    expect(answerIn(await browser.send({ act: 'cancel' }))).toMatchObject({ error: 'access_denied', state: 's-1' })
  })

  it('only while an administrator lets people sign in', async () => {
    const off = await startServer()
    const client = await aWebClient(off)
    const shown = await new TestBrowser(off).open(authorizeAddress(client.clientId))
    expect([shown.status, shown.text]).toEqual([400, expect.stringContaining('Sign-in is switched off')])
  })
})

describe('a refresh token', () => {
  const first = async () => {
    const address = authorizeAddress(app.clientId, { scope: 'openid offline_access' })
    const { code = '' } = answerIn(await signIn(new TestBrowser(server), address, ada.login))
    return (await exchange(server, app, code)).body
  }
  const refresh = (token: unknown, more: Record<string, string> = {}) =>
    post(server, '/oauth2/v1/token', {
      ...{ grant_type: 'refresh_token', refresh_token: String(token), ...more },
      ...{ client_id: app.clientId, client_secret: app.secret },
    })

  it('gives other access tokens, of fewer scopes where that is asked for', async () => {
    const { refresh_token: token } = await first()
    const { status, body } = await refresh(token)
    expect([status, body['refresh_token']]).toEqual([200, token])
    expect((await refresh(token, { scope: 'openid' })).body['scope']).toBe('openid offline_access')
    expect((await refresh(token, { scope: 'openid email' })).status).toBe(400)
  })

  it('is listed with all that it is good for', async () => {
    await first()
    const { body } = await server.client.call('listAppTokens', { params: { appId: app.appId } })
    expect(body.map(({ scopes }) => scopes)).toContainEqual(['openid', 'offline_access'])
  })

  it('works no more once the person is deactivated', async () => {
    const eve = await aPerson(server, 'eve@example.com', [app])
    const address = authorizeAddress(app.clientId, { scope: 'openid offline_access' })
    const { code = '' } = answerIn(await signIn(new TestBrowser(server), address, eve.login))
    const { body } = await exchange(server, app, code)
    await server.client.call('deactivateUser', { params: { userId: eve.id } } as never)
    expect((await refresh(body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('user info', () => {
  it('tells of the person by the scopes of the token', async () => {
    const address = authorizeAddress(app.clientId, { scope: 'openid email' })
    const { code = '' } = answerIn(await signIn(new TestBrowser(server), address, ada.login))
    const { body } = await exchange(server, app, code)
    const headers = { Authorization: `Bearer ${String(body['access_token'])}` }
    const reply = await fetch(`${server.url}/oauth2/v1/userinfo`, { headers })
    expect(await reply.json()).toEqual({ sub: ada.id, email: ada.login })
  })

  it('refuses a token that is none, with a challenge', async () => {
    const reply = await fetch(`${server.url}/oauth2/v1/userinfo`, { headers: { Authorization: 'Bearer x.y.z' } })
    expect([reply.status, reply.headers.get('WWW-Authenticate')]).toEqual([
      401,
      expect.stringContaining('invalid_token'),
    ])
  })
})

describe('signing out', () => {
  it('by an ID token ends the session and goes on to an address that is registered', async () => {
    const after = 'https://app.example.com/bye'
    const client = await aWebClient(server, { settings: { post_logout_redirect_uris: [after] } })
    const tom = await aPerson(server, 'tom@example.com', [client])
    const browser = new TestBrowser(server)
    const { code = '' } = answerIn(await signIn(browser, authorizeAddress(client.clientId), tom.login))
    const { body } = await exchange(server, client, code)
    const query = new URLSearchParams({
      id_token_hint: String(body['id_token']),
      post_logout_redirect_uri: after,
      state: 'x',
    })
    expect((await browser.open(`/oauth2/v1/logout?${query}`)).url).toBe(`${after}?state=x`)
    const shown = await browser.open(authorizeAddress(client.clientId, { prompt: 'none' }))
    expect(answerIn(shown)).toMatchObject({ error: 'login_required' })
  })

  it('without one asks first', async () => {
    const browser = new TestBrowser(server)
    await signIn(browser, authorizeAddress(app.clientId), ada.login)
    expect((await browser.open('/oauth2/v1/logout')).text).toContain('Sign out?')
    expect((await browser.send({ act: 'signOut' })).text).toContain('You are signed out')
    expect((await browser.open(authorizeAddress(app.clientId))).text).toContain('User name')
  })
})
