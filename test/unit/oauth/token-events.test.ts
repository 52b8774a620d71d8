import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { isTokenEvent, tokenRequestOf, tokenVerdict } from '#ui/domain/event-token.ts'
import { toBody } from '#ui/domain/sign-in.ts'
import { TestBrowser } from '../../helpers/browser.ts'
import {
  aServiceClient,
  assertionOf,
  credentialsForm,
  issuerOf,
  post,
  type ServiceClient,
} from '../../helpers/oauth-clients.ts'
import type { TestServer } from '../../helpers/server.ts'
import { answerIn, authorizeAddress, CALLBACK, signIn, type TestPerson, type WebClient } from '../../helpers/sign-in.ts'
import { startWithAda } from '../../helpers/sign-in-server.ts'

let server: TestServer
let app: WebClient
let ada: TestPerson
let service: ServiceClient
let authServerId: string
let ruleId: string

beforeAll(async () => {
  ;({ server, app, ada } = await startWithAda({ settings: { refresh_token: { rotation_type: 'STATIC' } } }))
  const { client, make } = server
  authServerId = (await client.call('createAuthorizationServer', { body: { name: 'Orders', audiences: ['api://o'] } }))
    .body.id
  for (const name of ['orders.read', 'orders.write'])
    await client.call('createServerScope', { params: { authServerId }, body: { name } } as never)
  service = await aServiceClient(server)
  const policy = await make.aServerPolicy(authServerId, { conditions: { clients: { include: ['ALL_CLIENTS'] } } })
  const rule = await make.aServerRule(authServerId, policy.id, {
    name: 'Reads orders',
    conditions: {
      people: { users: { include: [], exclude: [] }, groups: { include: ['EVERYONE'], exclude: [] } },
      grantTypes: { include: ['authorization_code', 'client_credentials'] },
      scopes: { include: ['openid', 'offline_access', 'orders.read'] },
    },
  })
  ruleId = rule.id
})

const path = (endpoint: string) => `/oauth2/${authServerId}/v1/${endpoint}`
const askForItself = async (scope: string) => {
  const aud = `${issuerOf(server)}${path('token')}`
  return post(server, path('token'), credentialsForm(await assertionOf(server, service, { claims: { aud } }), scope))
}
const askFor = (form: Record<string, string>) =>
  post(server, path('token'), { ...form, client_id: app.clientId, client_secret: app.secret })

async function lastEvent(eventType: string): Promise<LogEvent> {
  const query = { filter: `eventType eq "${eventType}"`, sortOrder: 'DESCENDING', limit: '1' } as const
  return (await server.client.call('listLogEvents', { query })).body[0] as LogEvent
}
const granted = () => lastEvent('app.oauth2.as.token.grant.access_token')
/** A refusal is noted after it was answered. */
const refused = (error: string) =>
  vi.waitFor(async () => {
    const event = await lastEvent('app.oauth2.as.token.grant')
    expect(event.outcome.reason).toContain(`${error}: `)
    return event
  })

/** What Simulate says of the request that an event records. */
async function simulated(event: LogEvent) {
  const body = { policyTypes: ['OAUTH_AUTHORIZATION_POLICY'], ...toBody(tokenRequestOf(event)) }
  const { explanations, answer } = (await server.client.call('explainPolicies', { body } as never)).body
  return { decision: explanations[0]?.outcome.decision, ruleId: explanations[0]?.matched?.ruleId, answer }
}

describe('the event of a token that a policy gave', () => {
  it('to a client for itself has all by which Simulate finds the same rule', async () => {
    expect((await askForItself('orders.read')).status).toBe(200)
    const event = await granted()
    expect(tokenRequestOf(event)).toMatchObject({
      ...{ user: null, server: authServerId, client: service.appId },
      ...{ grant: 'client_credentials', scopes: ['orders.read'] },
    })
    expect(tokenVerdict(event)).toMatchObject({ access: 'ALLOW', rule: { id: ruleId, displayName: 'Reads orders' } })
    const { answer, ...found } = await simulated(event)
    expect(found).toEqual({ decision: 'APPLY', ruleId })
    // Nobody signs in: the answer is about the token alone.
    expect(answer).toMatchObject({ answer: 'YES', text: 'Yes, the client is given the token.', factors: null })
  })

  it('for a person says how they let the client in, also where a refresh token was used for less', async () => {
    const address = authorizeAddress(app.clientId, { scope: 'openid orders.read offline_access' }, path('authorize'))
    const { code = '' } = answerIn(await signIn(new TestBrowser(server), address, ada.login))
    const { body } = await askFor({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
    const refresh = { grant_type: 'refresh_token', refresh_token: String(body['refresh_token']), scope: 'orders.read' }
    expect((await askFor(refresh)).status).toBe(200)
    const event = await granted()
    expect(event.debugContext.debugData).toMatchObject({ grantType: 'refresh_token' })
    expect(tokenRequestOf(event)).toMatchObject({ user: ada.id, client: app.appId, grant: 'authorization_code' })
    expect(tokenRequestOf(event).scopes.toSorted()).toEqual(['offline_access', 'openid', 'orders.read'])
    expect(await simulated(event)).toMatchObject({ decision: 'APPLY', ruleId })
  })
})

describe('the event of a token that no policy gave', () => {
  it('to a client for itself is denied by Simulate, too', async () => {
    expect((await askForItself('orders.read orders.write')).body['error']).toBe('access_denied')
    const event = await refused('access_denied')
    expect(tokenRequestOf(event)).toMatchObject({ client: service.appId, scopes: ['orders.read', 'orders.write'] })
    expect(tokenVerdict(event)).toMatchObject({ access: 'DENY', rule: null, type: 'OAUTH_AUTHORIZATION_POLICY' })
    const { answer, ...found } = await simulated(event)
    expect(found).toEqual({ decision: 'NO_RULE', ruleId: undefined })
    expect(answer).toMatchObject({
      answer: 'NO',
      text: expect.stringContaining('no policy of the authorization server'),
    })
  })

  it('for a person names them, and all that they let the client have', async () => {
    const address = authorizeAddress(app.clientId, { scope: 'openid orders.read' }, path('authorize'))
    const { code = '' } = answerIn(await signIn(new TestBrowser(server), address, ada.login))
    const params = { authServerId, policyId: (await tokenVerdictOfLastGrant()) ?? '', ruleId }
    await server.client.call('deactivateServerRule', { params })
    const reply = await askFor({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
    await server.client.call('activateServerRule', { params })
    expect(reply.body['error']).toBe('invalid_grant')
    const event = await refused('invalid_grant')
    expect(tokenRequestOf(event)).toMatchObject({ user: ada.id, grant: 'authorization_code' })
    expect(tokenRequestOf(event).scopes).toEqual(['openid', 'orders.read'])
    expect(tokenVerdict(event).access).toBe('DENY')
  })
})

const tokenVerdictOfLastGrant = async () => tokenVerdict(await granted()).policy?.id

it('what no policy was asked about is nothing to simulate', async () => {
  server.clock.advance(120_000)
  expect((await askForItself('orders.unknown')).body['error']).toBe('invalid_scope')
  expect(isTokenEvent(await refused('invalid_scope'))).toBe(false)
})

it('a client with an id of its own is judged by the policies that name its application', async () => {
  const { client, make } = server
  const oauthClient = { application_type: 'service', grant_types: ['client_credentials'] }
  const { body: made } = await client.call('createApp', {
    body: {
      ...{ label: 'Has an id', signOnMode: 'OPENID_CONNECT', settings: { oauthClient } },
      credentials: { oauthClient: { client_id: 'orders-desk', token_endpoint_auth_method: 'client_secret_post' } },
    },
  } as never)
  const { id, credentials } = made as unknown as { id: string; credentials: { oauthClient: { client_secret: string } } }
  const params = { authServerId }
  await client.call('createServerScope', { params, body: { name: 'desk' } } as never)
  const policy = await make.aServerPolicy(authServerId, { conditions: { clients: { include: [id] } } })
  const rule = await make.aServerRule(authServerId, policy.id, {
    conditions: {
      people: { users: { include: [], exclude: [] }, groups: { include: ['EVERYONE'], exclude: [] } },
      ...{ grantTypes: { include: ['client_credentials'] }, scopes: { include: ['desk'] } },
    },
  })
  const { status } = await post(server, path('token'), {
    ...{ grant_type: 'client_credentials', scope: 'desk' },
    ...{ client_id: 'orders-desk', client_secret: credentials.oauthClient.client_secret },
  })
  expect(status).toBe(200)
  expect(tokenVerdict(await granted()).rule?.id).toBe(rule.id)
  for (const clientId of [id, 'orders-desk']) {
    const context = { authorizationServerId: authServerId, clientId, grantType: 'client_credentials', scopes: ['desk'] }
    const body = { policyTypes: ['OAUTH_AUTHORIZATION_POLICY'], policyContext: context }
    const { explanations } = (await client.call('explainPolicies', { body } as never)).body
    expect(explanations[0]?.matched?.ruleId, clientId).toBe(rule.id)
  }
})

describe('an authorization request', () => {
  const offline = () =>
    authorizeAddress(app.clientId, { scope: 'openid orders.read offline_access' }, path('authorize'))
  /** What was logged since, the oldest first. */
  const loggedBy = async (act: () => Promise<unknown>) => {
    server.clock.advance(120_000)
    const since = new Date(server.clock.now).toISOString()
    await act()
    const filter = 'eventType sw "app.oauth2"'
    return (await server.client.call('listLogEvents', { query: { since, filter } })).body
  }
  const short = (events: readonly LogEvent[]) =>
    events.map(({ eventType, actor, outcome }) => [eventType.replace('app.oauth2.as.', ''), actor.type, outcome.result])

  it('leaves an event of its code by the person, and of each token that the client gets for it', async () => {
    let code = ''
    const events = await loggedBy(async () => {
      code = answerIn(await signIn(new TestBrowser(server), offline(), ada.login))['code'] ?? ''
      await askFor({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
    })
    expect(short(events)).toEqual([
      ['authorize.code', 'User', 'SUCCESS'],
      ['token.grant.access_token', 'PublicClientApp', 'SUCCESS'],
      ['token.grant.refresh_token', 'PublicClientApp', 'SUCCESS'],
      ['token.grant.id_token', 'PublicClientApp', 'SUCCESS'],
    ])
    for (const { target, debugContext } of events) {
      expect(target?.map(({ id }) => id)).toEqual(expect.arrayContaining([app.appId, ada.id, authServerId]))
      expect(debugContext.debugData?.['grantedScopes']).toContain('orders.read')
    }
    expect(JSON.stringify(events)).not.toContain(code)
  })

  it('that no policy answers leaves one that Simulate asks again', async () => {
    const address = authorizeAddress(app.clientId, { scope: 'openid orders.write' }, path('authorize'))
    const events = await loggedBy(async () => {
      const shown = await signIn(new TestBrowser(server), address, ada.login)
      expect(answerIn(shown)).toMatchObject({ error: 'access_denied' })
      await vi.waitFor(async () => expect(await lastEvent('app.oauth2.as.authorize')).toBeDefined())
    })
    const [event] = events as [LogEvent]
    expect(short(events)).toEqual([['authorize', 'User', 'FAILURE']])
    expect(event.outcome.reason).toContain('access_denied: No policy of Orders')
    expect(tokenRequestOf(event)).toMatchObject({ user: ada.id, client: app.appId, grant: 'authorization_code' })
    expect(tokenVerdict(event)).toMatchObject({ access: 'DENY', rule: null })
    expect((await simulated(event)).decision).toBe('NO_RULE')
  })

  it('that is pushed and refused leaves one, by the client', async () => {
    const events = await loggedBy(async () => {
      const form = { response_type: 'code', redirect_uri: CALLBACK, scope: 'openid orders.unknown', state: 's-1' }
      const reply = await post(server, path('par'), { ...form, client_id: app.clientId, client_secret: app.secret })
      expect(reply.body).toMatchObject({ error: 'invalid_scope' })
      await vi.waitFor(async () => expect((await lastEvent('app.oauth2.as.authorize')).actor.id).toBe(app.appId))
    })
    expect(short(events)).toEqual([['authorize', 'PublicClientApp', 'FAILURE']])
  })

  it('for fewer scopes leaves an ID token that names those', async () => {
    const { code = '' } = answerIn(await signIn(new TestBrowser(server), offline(), ada.login))
    const { body } = await askFor({ grant_type: 'authorization_code', code, redirect_uri: CALLBACK })
    const events = await loggedBy(() =>
      askFor({ grant_type: 'refresh_token', refresh_token: String(body['refresh_token']), scope: 'openid' }),
    )
    const scopes = events.map(({ eventType, debugContext }) => [
      eventType.replace('app.oauth2.as.token.grant.', ''),
      debugContext.debugData['grantedScopes'],
    ])
    expect(scopes).toEqual([
      ['access_token', 'openid offline_access'],
      ['id_token', 'openid offline_access'],
    ])
  })

  it('that the person ends leaves one; one that only asks whether they are there leaves none', async () => {
    const browser = new TestBrowser(server)
    const events = await loggedBy(async () => {
      await browser.open(authorizeAddress(app.clientId, { prompt: 'none' }, path('authorize')))
      await browser.open(offline())
      expect(answerIn(await browser.send({ act: 'cancel' }))).toMatchObject({ error: 'access_denied' })
      await vi.waitFor(async () =>
        expect((await lastEvent('app.oauth2.as.authorize')).outcome.reason).toContain('did not go on'),
      )
    })
    expect(short(events)).toEqual([['authorize', 'SystemPrincipal', 'FAILURE']])
    expect(events[0]?.transaction.type).toBe('WEB')
  })
})
