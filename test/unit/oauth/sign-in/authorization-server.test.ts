import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { TestBrowser } from '../../../helpers/browser.ts'
import { post } from '../../../helpers/oauth-clients.ts'
import type { TestServer } from '../../../helpers/server.ts'
import {
  answerIn,
  authorizeAddress,
  aWebClient,
  CALLBACK,
  signIn,
  type TestPerson,
  type WebClient,
} from '../../../helpers/sign-in.ts'
import { startWithAda } from '../../../helpers/sign-in-server.ts'

let server: TestServer
let app: WebClient
let ada: TestPerson
let authServerId: string
let policyId: string

const MINUTE_S = 60

beforeAll(async () => {
  ;({ server, app, ada } = await startWithAda({ settings: { refresh_token: { rotation_type: 'ROTATE', leeway: 30 } } }))
  const { client, make } = server
  const { body: made } = await client.call('createAuthorizationServer', {
    body: { name: 'Orders', audiences: ['api://orders'] },
  })
  authServerId = made.id
  const params = { authServerId }
  await client.call('createServerScope', { params, body: { name: 'orders.read' } } as never)
  await client.call('createServerClaim', {
    params,
    body: { name: 'family', claimType: 'RESOURCE', valueType: 'EXPRESSION', value: 'user.lastName' },
  } as never)
  await client.call('createServerClaim', {
    params,
    body: { name: 'given', claimType: 'IDENTITY', valueType: 'EXPRESSION', value: 'user.firstName' },
  } as never)
  const policy = await make.aServerPolicy(authServerId, { conditions: { clients: { include: [app.clientId] } } })
  policyId = policy.id
  await make.aServerRule(authServerId, policy.id, {
    conditions: {
      people: { users: { include: [], exclude: [] }, groups: { include: ['EVERYONE'], exclude: [] } },
      grantTypes: { include: ['authorization_code'] },
      scopes: { include: ['*'] },
    },
    actions: {
      token: { accessTokenLifetimeMinutes: 5, refreshTokenLifetimeMinutes: 0, refreshTokenWindowMinutes: 60 },
    },
  })
})

const path = (endpoint: string) => `/oauth2/${authServerId}/v1/${endpoint}`

/** Signs Ada in to the client, and asks for its tokens. */
async function tokens(scope: string) {
  const address = authorizeAddress(app.clientId, { scope }, path('authorize'))
  const { code = '' } = answerIn(await signIn(new TestBrowser(server), address, ada.login))
  return ask({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
}

const ask = (form: Record<string, string>) =>
  post(server, path('token'), { ...form, client_id: app.clientId, client_secret: app.secret })

const refresh = (token: unknown) => ask({ grant_type: 'refresh_token', refresh_token: String(token) })

describe('an authorization server', () => {
  it('has its own scopes and claims in the tokens, which last as its policy says', async () => {
    const { body } = await tokens('openid orders.read offline_access')
    expect(body['expires_in']).toBe(5 * MINUTE_S)
    expect(decodeJwt(String(body['access_token']))).toMatchObject({
      ...{ aud: 'api://orders', sub: ada.login, family: 'Byron' },
      scp: expect.arrayContaining(['openid', 'orders.read', 'offline_access']),
    })
    expect(decodeJwt(String(body['id_token']))).toMatchObject({ sub: ada.id, given: 'Ada' })
  })

  it('gives nothing to a client that its policies do not name, and says so to the client', async () => {
    const other = await aWebClient(server)
    await server.client.call('assignAppUser', { params: { appId: other.appId }, body: { id: ada.id } })
    const address = authorizeAddress(other.clientId, { scope: 'openid' }, path('authorize'))
    const shown = await signIn(new TestBrowser(server), address, ada.login)
    expect(answerIn(shown)).toMatchObject({ error: 'access_denied', state: 's-1' })
  })

  it('knows no scope of another server', async () => {
    const address = authorizeAddress(app.clientId, { scope: 'openid svc.users.read' }, path('authorize'))
    const shown = await new TestBrowser(server).open(address)
    expect(answerIn(shown)).toMatchObject({ error: 'invalid_scope', state: 's-1' })
  })

  it('takes a request that was pushed, once', async () => {
    const pushed = await post(server, path('par'), {
      ...{ response_type: 'code', redirect_uri: CALLBACK, scope: 'openid orders.read', state: 'pushed' },
      ...{ client_id: app.clientId, client_secret: app.secret },
    })
    expect(pushed.status).toBe(201)
    const query = new URLSearchParams({ client_id: app.clientId, request_uri: String(pushed.body['request_uri']) })
    const address = `${path('authorize')}?${query}`
    const answer = answerIn(await signIn(new TestBrowser(server), address, ada.login))
    expect(answer).toMatchObject({ code: expect.any(String), state: 'pushed' })
    const again = answerIn(await new TestBrowser(server).open(address))
    expect(again).toMatchObject({ error: 'invalid_request_uri' })
  })
})

describe('a pushed request', () => {
  it('may be answered by an app of its own, or at an address with a star', async () => {
    for (const [registered, asked, settings] of [
      ['com.example.app:/back', 'com.example.app:/back', { application_type: 'native' }],
      ['https://*.pages.example.com/back', 'https://one.pages.example.com/back', { wildcard_redirect: 'SUBDOMAIN' }],
    ] as const) {
      const client = await aWebClient(server, { settings: { ...settings, redirect_uris: [registered] } })
      const proof = { client_id: client.clientId, client_secret: client.secret }
      const pushed = await post(server, '/oauth2/v1/par', {
        ...{ response_type: 'code', redirect_uri: asked, scope: 'openid', state: 's-1', ...proof },
      })
      const query = { client_id: client.clientId, request_uri: String(pushed.body['request_uri']), prompt: 'none' }
      const shown = await new TestBrowser(server).open(`/oauth2/v1/authorize?${new URLSearchParams(query)}`)
      expect(shown.text, asked).not.toContain('cannot go on')
    }
  })
})

describe('a refresh token that is replaced each time', () => {
  it('works a second time within its leeway, and later ends all that came of it, with an event [spec/9700 4.14/reuse]', async () => {
    const { body: first } = await tokens('openid offline_access')
    const { body: second } = await refresh(first['refresh_token'])
    expect(second['refresh_token']).not.toBe(first['refresh_token'])
    expect((await refresh(first['refresh_token'])).status).toBe(200)
    server.clock.advance(31_000)
    expect((await refresh(first['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' })
    expect((await refresh(second['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' })
    const headers = { Authorization: `Bearer ${String(second['access_token'])}` }
    expect((await fetch(`${server.url}${path('userinfo')}`, { headers })).status).toBe(401)
    const filter = 'eventType eq "app.oauth2.as.token.detect_reuse"'
    const { body: events } = await server.client.call('listLogEvents', { query: { filter } })
    expect(events).toHaveLength(1)
  })

  it('is replaced by one that works as long as the policy says, again and again', async () => {
    let { body } = await tokens('openid offline_access')
    for (const minutes of [1, 50, 50]) {
      server.clock.advance(minutes * MINUTE_S * 1_000)
      const { status, body: next } = await refresh(body['refresh_token'])
      expect(status, `after ${minutes} minutes`).toBe(200)
      expect(next['refresh_token']).not.toBe(body['refresh_token'])
      body = next
    }
  })

  it('is not used up where the policies refuse, and no token is said to be given', async () => {
    const { body } = await tokens('openid offline_access')
    const given = async () => {
      const filter = 'eventType eq "app.oauth2.as.token.grant.refresh_token"'
      return (await server.client.call('listLogEvents', { query: { filter, limit: 1000 } })).body
    }
    const before = (await given()).length
    await server.client.call('deactivateServerPolicy', { params: { authServerId, policyId } })
    expect((await refresh(body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' })
    await server.client.call('activateServerPolicy', { params: { authServerId, policyId } })
    expect(await given()).toHaveLength(before)
    expect((await refresh(body['refresh_token'])).status).toBe(200)
    const last = (await given()).at(-1)
    expect(last?.debugContext.debugData).toMatchObject({
      ...{ policyDecision: 'ALLOW', grantedScopes: 'openid offline_access' },
    })
  })

  it('ends when it is not used for as long as the policy says', async () => {
    const { body } = await tokens('openid offline_access')
    server.clock.advance(61 * MINUTE_S * 1_000)
    expect((await refresh(body['refresh_token'])).body).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('an ID token as a hint', () => {
  it('is good as long as the key that signed it is published, though another signs now', async () => {
    const browser = new TestBrowser(server)
    const asked = (over: Record<string, string>) => authorizeAddress(app.clientId, over, path('authorize'))
    const { code = '' } = answerIn(await signIn(browser, asked({}), ada.login))
    const { body } = await ask({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
    const hint = { id_token_hint: String(body['id_token']) }
    const silent = async () => answerIn(await browser.open(asked({ ...hint, prompt: 'none' })))
    const rotate = () =>
      server.client.call('rotateServerKeys', { params: { authServerId }, body: { use: 'sig' } } as never)
    await rotate()
    expect(await silent()).toMatchObject({ code: expect.any(String) })
    const other = new TestBrowser(server)
    await signIn(other, asked({}), ada.login)
    const out = `${path('logout')}?${new URLSearchParams(hint)}`
    expect((await other.open(out)).text).toContain('You are signed out')
    await rotate()
    expect(await silent()).toMatchObject({ error: 'invalid_request' })
    expect((await browser.open(out)).status).toBe(400)
  })

  it('is good for the client that it was given to alone', async () => {
    const browser = new TestBrowser(server)
    const address = authorizeAddress(app.clientId, {}, path('authorize'))
    const { code = '' } = answerIn(await signIn(browser, address, ada.login))
    const { body } = await ask({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
    const client = await aWebClient(server)
    for (const id_token_hint of [String(body['id_token']), String(body['access_token']), 'x.y.z'])
      expect(
        answerIn(
          await browser.open(authorizeAddress(client.clientId, { id_token_hint, prompt: 'none' }, path('authorize'))),
        ),
      ).toMatchObject({ error: 'invalid_request' })
  })

  it('is no access token, which others hold as well, also where a person signs out by it', async () => {
    const browser = new TestBrowser(server)
    const { code = '' } = answerIn(
      await signIn(browser, authorizeAddress(app.clientId, {}, path('authorize')), ada.login),
    )
    const { body } = await ask({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
    const out = new URLSearchParams({ id_token_hint: String(body['access_token']) })
    expect((await browser.open(`${path('logout')}?${out}`)).status).toBe(400)
  })
})
