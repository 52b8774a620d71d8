import { beforeAll, describe, expect, it } from 'vitest'
import { OAUTH_SCOPES } from '#contract/interface/oauth-scopes.ts'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { issuerOf } from '../../helpers/oauth-clients.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const SCOPE = 'svc.users.read'
const aClient = async () => (await server.client.call('createApp', { body: soundApp('OPENID_CONNECT', 'Reader') })).body
const grant = async (appId: string, scopeId = SCOPE) =>
  (await server.client.call('grantScope', { params: { appId }, body: { issuer: server.url, scopeId } })).body
const list = async (appId: string) => (await server.client.call('listAppGrants', { params: { appId } })).body
const eventsOf = async (appId: string) =>
  (
    await server.client.call('listLogEvents', { query: { limit: 1000, filter: `target.id eq "${appId}"` } })
  ).body.filter(({ eventType }) => eventType.includes('consent'))

describe('a grant of a client', () => {
  it('is answered in one order, with its scope once it is made [spec/5 8.7/grants] [spec/5 1/POST grants] [spec/4 apps/grants]', async () => {
    const app = await aClient()
    const { status, body } = await server.client.call('grantScope', {
      params: { appId: app.id },
      body: { issuer: server.url, scopeId: SCOPE },
    })
    const self = `${server.url}/api/v1/apps/${app.id}`
    const actor = (await eventsOf(app.id))[0]?.actor
    expect(status).toBe(200)
    expect(Object.entries(body)).toEqual([
      ['id', expect.stringMatching(/^oag[0-9A-Za-z]{17}$/)],
      ['status', 'ACTIVE'],
      ['created', app.created],
      ['createdBy', { id: actor?.id, type: 'User' }],
      ['lastUpdated', app.created],
      ['issuer', server.url],
      ['clientId', app.id],
      ['scopeId', SCOPE],
      ['source', 'ADMIN'],
      ['_embedded', { scope: { id: SCOPE } }],
      ['_links', expect.anything()],
    ])
    expect(Object.entries(body._links)).toEqual([
      ['app', { href: self, title: 'Reader' }],
      ['self', { href: `${self}/grants/${body.id}`, hints: { allow: ['GET', 'DELETE'] } }],
      ['client', { href: `${server.url}/oauth2/v1/clients/${app.id}`, title: 'Reader' }],
    ])
  })

  it('is listed and read without its scope unless that is asked for, in a list without a Link [spec/5 1/GET grants] [spec/5 1/GET grant] [spec/5 0.3/none]', async () => {
    const { id: appId } = await aClient()
    expect(await list(appId)).toEqual([])
    const { _embedded: embedded, ...first } = await grant(appId)
    const { _embedded: _same, ...second } = await grant(appId, 'svc.groups.manage')
    const { body, headers } = await server.client.call('listAppGrants', { params: { appId } })
    expect(body).toEqual([first, second])
    expect(headers.get('Link')).toBeNull()
    const query = { expand: 'scope' as const }
    const params = { appId, grantId: first.id }
    expect((await server.client.call('getAppGrant', { params })).body).toEqual(first)
    expect((await server.client.call('getAppGrant', { params, query })).body._embedded).toEqual(embedded)
    const expanded = (await server.client.call('listAppGrants', { params: { appId }, query })).body
    expect(expanded.map(({ _embedded: shown }) => shown?.scope.id)).toEqual([SCOPE, 'svc.groups.manage'])
  })

  it('is there once, however often it is given, and tells who gave it in the log', async () => {
    const { id: appId } = await aClient()
    const first = await grant(appId)
    server.clock.advance(60_000)
    expect(await grant(appId)).toEqual(first)
    expect(await list(appId)).toHaveLength(1)
    const [event, ...others] = await eventsOf(appId)
    expect([event?.eventType, others]).toEqual(['app.oauth2.admin.consent.grant', []])
    expect(event?.target?.map(({ type, displayName }) => [type, displayName])).toEqual([
      ['AppInstance', 'Reader'],
      ['ScopeGrant', SCOPE],
    ])
  })

  it('is revoked with 204, and the log tells what it was [spec/5 1/DELETE grant]', async () => {
    const { id: appId } = await aClient()
    const { id: grantId } = await grant(appId)
    const params = { appId, grantId }
    expect((await server.client.call('revokeAppGrant', { params })).status).toBe(204)
    expect(await list(appId)).toEqual([])
    for (const id of ['getAppGrant', 'revokeAppGrant'] as const) {
      const refusal = await server.client.refused(id, { params })
      expect([refusal.status, refusal.body.errorSummary]).toEqual([
        404,
        expect.stringContaining(`${grantId} (OAuth2ScopeConsentGrant)`),
      ])
    }
    const events = await eventsOf(appId)
    const revoked = events.find(({ eventType }) => eventType === 'app.oauth2.admin.consent.revoke')
    expect(revoked?.target?.[1]?.changeDetails).toMatchObject({ from: { scopeId: SCOPE }, to: { scopeId: null } })
  })

  it('of one client is none of another, and goes with its application', async () => {
    const [mine, other] = [await aClient(), await aClient()]
    const { id: grantId } = await grant(mine.id)
    const elsewhere = { params: { appId: other.id, grantId } }
    expect((await server.client.refused('getAppGrant', elsewhere)).code).toBe('E0000007')
    expect((await server.client.refused('revokeAppGrant', elsewhere)).code).toBe('E0000007')
    await server.client.call('deactivateApp', { params: { appId: mine.id } })
    await server.client.call('deleteApp', { params: { appId: mine.id } })
    expect((await server.client.refused('listAppGrants', { params: { appId: mine.id } })).code).toBe('E0000007')
  })

  it('takes the organization by the name that tokens have for it, too [spec/4 apps/grants]', async () => {
    const params = { appId: (await aClient()).id }
    const body = { issuer: issuerOf(server), scopeId: SCOPE }
    expect((await server.client.call('grantScope', { params, body })).body).toMatchObject({ scopeId: SCOPE })
  })

  it.each([
    ['another issuer', { issuer: 'https://elsewhere.example.test' }, 'issuer'],
    ['no issuer', { issuer: undefined }, 'issuer'],
    ['an unknown scope', { scopeId: 'svc.nothing.read' }, 'scopeId'],
    ['a scope of OpenID Connect', { scopeId: 'openid' }, 'scopeId'],
    ['no scope', { scopeId: undefined }, 'scopeId'],
  ])('is refused for %s, by the name of the field [spec/4 apps/grants]', async (_what, over, field) => {
    const params = { appId: (await aClient()).id }
    const body = { issuer: server.url, scopeId: SCOPE, ...over } as never
    const refusal = await server.client.refused('grantScope', { params, body })
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', [field]])
  })

  it('is for clients of OpenID Connect, none of the platform', async () => {
    const app = await server.make.anApp()
    const body = { issuer: server.url, scopeId: SCOPE }
    const refusal = await server.client.refused('grantScope', { params: { appId: app.id }, body })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['appId']])
    expect(await list(app.id)).toEqual([])
    const [own] = (await server.client.call('listApps', { query: { q: 'svc_enduser' } })).body
    const platform = await server.client.refused('grantScope', { params: { appId: own?.id ?? '' }, body })
    expect([platform.status, platform.code]).toEqual([403, 'E0000006'])
  })
})

describe('the scopes that can be granted', () => {
  it('are 97, each once, those of every call of the interface among them [spec/4 scopes/known] [spec/4 scopes/grants]', () => {
    expect([OAUTH_SCOPES.length, new Set(OAUTH_SCOPES).size]).toEqual([97, 97])
    const asked = ROUTE_LIST.flatMap(({ route }) => (route.path.startsWith('/api/v1/') ? (route.scope ?? []) : []))
    expect(asked.filter((scope) => !OAUTH_SCOPES.includes(scope))).toEqual([])
    const ofApps = ROUTE_LIST.filter(({ route }) => /\/apps\/\{appId\}\/(grants|tokens)/.test(route.path))
    const areas = ofApps.map(({ route }) => `${route.path.split('/')[5]} ${route.scope?.split('.')[1]}`)
    expect([...new Set(areas)]).toEqual(['grants appGrants', 'tokens apps'])
  })
})

describe('the tokens of a client', () => {
  it('are none at first, in a list that shows 20 [spec/5 8.7/tokens] [spec/5 1/GET tokens] [spec/5 0.3/twenty] [spec/4 apps/tokens]', async () => {
    const { id: appId } = await aClient()
    const { status, body, headers } = await server.client.call('listAppTokens', { params: { appId } })
    expect([status, body]).toEqual([200, []])
    expect(headers.get('Link')).toBe(`<${server.url}/api/v1/apps/${appId}/tokens?limit=20>; rel="self"`)
    const lost = await server.client.refused('listAppTokens', { params: { appId }, query: { after: 'oarNothing' } })
    expect(lost.code).toBe('E0000029')
  })

  it('may be asked for with the person, who is not embedded [spec/6 20/expand user]', async () => {
    const { id: appId } = await aClient()
    const { status, body } = await server.client.call('listAppTokens', { params: { appId }, query: { expand: 'user' } })
    expect([status, body]).toEqual([200, []])
  })

  it('are all revoked with 204, unknown ones not found by both ids [spec/5 1/DELETE tokens] [spec/5 1/GET token] [spec/5 1/DELETE token]', async () => {
    const { id: appId } = await aClient()
    expect((await server.client.call('revokeAppTokens', { params: { appId } })).status).toBe(204)
    for (const id of ['getAppToken', 'revokeAppToken'] as const) {
      const { status, code, body } = await server.client.refused(id, { params: { appId, tokenId: 'oarX' } })
      expect([status, code, body.errorSummary]).toEqual([
        404,
        'E0000007',
        expect.stringContaining(`${appId}.oarX (OAuth2RefreshTokenTx)`),
      ])
    }
  })

  it('are those of an application that there is', async () => {
    for (const id of ['listAppTokens', 'revokeAppTokens', 'getAppToken', 'revokeAppToken'] as const) {
      const refusal = await server.client.refused(id, { params: { appId: '0oaNothing', tokenId: 'x' } as never })
      expect(refusal.body.errorSummary).toContain('(AppInstance)')
    }
  })
})

it('what a person has consented to is a list of its own, without what was granted to clients [spec/5 1/GET user grants]', async () => {
  const app = await aClient()
  await grant(app.id)
  const params = { userId: (await server.make.aUser()).id }
  const { body, headers } = await server.client.call('listUserGrants', { params })
  expect([body, headers.get('Link')]).toEqual([[], expect.stringContaining('limit=20>; rel="self"')])
  expect((await server.client.call('listUserClients', { params })).body).toEqual([])
  expect((await server.client.call('revokeUserGrants', { params })).status).toBe(204)
  expect(await list(app.id)).toHaveLength(1)
})
