import { beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '#audit-log/transaction.ts'
import { consentedScopes, keepConsents } from '#operations/oauth/consents.ts'
import { linksOf } from '../../../helpers/client.ts'
import { aToken, consentingServer, recordsLeft, type Consenting } from '../../../helpers/consenting.ts'
import type { TestServer } from '../../../helpers/server.ts'
import { withRows } from '../../../helpers/with-rows.ts'

/** Two scopes of a server and one of the organization for one client, one more for another, and tokens of each. */
async function consent(tx: Tx, { userId, appId, otherAppId, serverId }: Consenting): Promise<void> {
  await keepConsents(tx, { userId, appId, serverId, scopes: ['profile', 'email', 'email'] })
  await keepConsents(tx, { userId, appId, serverId: null, scopes: ['svc.users.read.self'] })
  await keepConsents(tx, { userId, appId: otherAppId, serverId, scopes: ['profile'] })
  for (const model of ['RefreshToken', 'AccessToken', 'AuthorizationCode'] as const)
    await aToken(tx, { model, userId, appId, serverId })
  await aToken(tx, { userId, appId: otherAppId, serverId })
}

const ALL_LEFT = ['AccessToken', 'AuthorizationCode', 'RefreshToken', 'RefreshToken']

const eventsOf = async ({ client }: TestServer, eventType: string) =>
  (await client.call('listLogEvents', { query: { filter: `eventType eq "${eventType}"` } })).body

describe('what a person has consented to', () => {
  let at: Consenting & { server: TestServer }
  beforeAll(async () => {
    at = await consentingServer(consent)
  })

  it('is listed with a Link of its default page, by pages and by scope', async () => {
    const { server, userId } = at
    const { body, headers } = await server.client.call('listUserGrants', { params: { userId } })
    const path = `${server.url}/api/v1/users/${userId}/grants`
    expect(linksOf(headers)).toEqual({ self: `${path}?limit=20` })
    expect(body.map(({ scopeId }) => scopeId).sort()).toEqual(['email', 'profile', 'profile', 'svc.users.read.self'])
    const first = await server.client.call('listUserGrants', { params: { userId }, query: { limit: '3' } })
    const rest = await server.client.follow<typeof body>(linksOf(first.headers)['next'] ?? '')
    expect([...first.body, ...rest.body]).toEqual(body)
    const ofScope = await server.client.call('listUserGrants', { params: { userId }, query: { scopeId: 'email' } })
    expect(ofScope.body.map(({ scopeId }) => scopeId)).toEqual(['email'])
    const lost = await server.client.refused('listUserGrants', { params: { userId }, query: { after: 'oagX' } })
    expect(lost.code).toBe('E0000029')
  })

  it('is read by its id, in one order, with its scope where that is asked for', async () => {
    const { server, userId, appId, serverId } = at
    const listed = (await server.client.call('listUserGrants', { params: { userId }, query: { scopeId: 'email' } }))
      .body
    const params = { userId, grantId: listed[0]?.id ?? '' }
    const { body } = await server.client.call('getUserGrant', { params, query: { expand: 'scope' } })
    const scopes = (await server.client.call('listServerScopes', { params: { authServerId: serverId } })).body
    const { id, displayName, description } = scopes.find(({ name }) => name === 'email') ?? {}
    const servers = `${server.url}/api/v1/authorizationServers/${serverId}`
    const scope = { id, name: 'email', displayName, description }
    expect(Object.entries(body)).toEqual([
      ['id', expect.stringMatching(/^oag[0-9A-Za-z]{17}$/)],
      ['status', 'ACTIVE'],
      ['created', '2026-03-02T09:00:00.000Z'],
      ['lastUpdated', '2026-03-02T09:00:00.000Z'],
      ['issuer', `http://localhost:${server.port}/oauth2/${serverId}`],
      ['clientId', appId],
      ['userId', userId],
      ['scopeId', 'email'],
      ['source', 'END_USER'],
      ['_embedded', { scope: { ...scope, _links: { scope: { href: `${servers}/scopes/${id}`, title: 'email' } } } }],
      ['_links', expect.anything()],
    ])
    expect(Object.entries(body._links)).toEqual([
      ['app', { href: `${server.url}/api/v1/apps/${appId}`, title: 'Reader' }],
      ['authorizationServer', { href: servers, title: 'Papers' }],
      ['self', { href: `${server.url}/api/v1/users/${userId}/grants/${body.id}`, hints: { allow: ['GET', 'DELETE'] } }],
      ['client', { href: `${server.url}/oauth2/v1/clients/${appId}`, title: 'Reader' }],
      ['user', { href: `${server.url}/api/v1/users/${userId}`, title: 'Ada Byron' }],
    ])
    expect(listed[0]).toEqual({ ...body, _embedded: undefined })
  })

  it('of the organization names it as tokens do, and no server', async () => {
    const { server, userId } = at
    const query = { scopeId: 'svc.users.read.self', expand: 'scope' } as const
    const [one] = (await server.client.call('listUserGrants', { params: { userId }, query })).body
    expect(one?.issuer).toBe(`http://localhost:${server.port}`)
    expect(one?._links).not.toHaveProperty('authorizationServer')
    expect(one?._embedded?.scope).toMatchObject({ id: 'svc.users.read.self', name: 'svc.users.read.self' })
  })

  it('is listed by client, and a client or a consent of nothing is not found', async () => {
    const { server, userId, otherAppId } = at
    const list = (clientId: string) => ({ params: { userId, clientId } })
    const { body } = await server.client.call('listUserClientGrants', list(otherAppId))
    expect(body.map(({ clientId, scopeId }) => [clientId, scopeId])).toEqual([[otherAppId, 'profile']])
    const refusal = await server.client.refused('listUserClientGrants', list('nothing'))
    expect(refusal.body.errorSummary).toContain('nothing (PublicClientApp)')
    const other = (await server.make.aUser()).id
    const params = { userId: other, grantId: body[0]?.id ?? '' }
    for (const id of ['getUserGrant', 'revokeUserGrant'] as const)
      expect((await server.client.refused(id, { params })).body.errorSummary).toContain('(OAuth2ScopeConsentGrant)')
  })

  it('leaves one event for each time that something new was consented to', async () => {
    const granted = await eventsOf(at.server, 'app.oauth2.as.consent.grant')
    expect(granted.map(({ debugContext }) => debugContext.debugData['grantedScopes'])).toEqual([
      'profile email',
      'profile',
    ])
    expect(granted[0]?.target?.map(({ type }) => type)).toEqual(['User', 'AppInstance', 'AuthorizationServer'])
    expect(await eventsOf(at.server, 'app.oauth2.consent.grant')).toHaveLength(1)
  })
})

describe('a consent', () => {
  it('that is given again stays as it is, without an event, and is known from then on', async () => {
    const { server, ...ids } = await consentingServer(consent)
    const again = await withRows(server, async (tx) => {
      await keepConsents(tx, { ...ids, scopes: ['profile'] })
      expect(await consentedScopes(tx, ids)).toEqual(new Set(['profile', 'email']))
      expect(await consentedScopes(tx, { ...ids, serverId: null })).toEqual(new Set(['svc.users.read.self']))
    })
    expect(await eventsOf(again, 'app.oauth2.as.consent.grant')).toHaveLength(2)
  })

  it('that is revoked takes the tokens along that the client has by the person, and no others', async () => {
    const { server, userId } = await consentingServer(consent)
    const [one] = (await server.client.call('listUserGrants', { params: { userId }, query: { scopeId: 'email' } })).body
    const params = { userId, grantId: one?.id ?? '' }
    expect((await server.client.call('revokeUserGrant', { params })).status).toBe(204)
    expect(await recordsLeft(server)).toEqual(['RefreshToken'])
    expect((await server.client.refused('getUserGrant', { params })).status).toBe(404)
    const [event] = await eventsOf(server, 'app.oauth2.as.consent.revoke')
    expect(event?.debugContext.debugData).toMatchObject({ revokedScopes: 'email', endedTokens: 2 })
  })

  it('to a client is revoked with all others to it', async () => {
    const { server, userId, appId, otherAppId } = await consentingServer(consent)
    const params = { userId, clientId: appId }
    expect((await server.client.call('revokeUserClientGrants', { params })).status).toBe(204)
    await server.client.call('revokeUserClientGrants', { params })
    expect(await recordsLeft(server)).toEqual(['RefreshToken'])
    const left = (await server.client.call('listUserGrants', { params: { userId } })).body
    expect(left.map(({ clientId }) => clientId)).toEqual([otherAppId])
    expect(await eventsOf(server, 'app.oauth2.as.consent.revoke.user.client')).toHaveLength(1)
  })

  it('of a person is revoked with all others of theirs', async () => {
    const { server, userId } = await consentingServer(consent)
    expect(await recordsLeft(server)).toEqual(ALL_LEFT)
    expect((await server.client.call('revokeUserGrants', { params: { userId } })).status).toBe(204)
    expect(await recordsLeft(server)).toEqual([])
    expect((await server.client.call('listUserGrants', { params: { userId } })).body).toEqual([])
    expect(await eventsOf(server, 'app.oauth2.as.consent.revoke.user')).toHaveLength(1)
  })

  it('ends with the authorization server whose scope it is for', async () => {
    const { server, userId, serverId } = await consentingServer(consent)
    await server.client.call('deleteAuthorizationServer', { params: { authServerId: serverId } })
    const left = (await server.client.call('listUserGrants', { params: { userId } })).body
    expect(left.map(({ scopeId }) => scopeId)).toEqual(['svc.users.read.self'])
  })
})
