import { beforeAll, describe, expect, it } from 'vitest'
import type { Tx } from '#audit-log/transaction.ts'
import { linksOf } from '../../../helpers/client.ts'
import { anAdministrator } from '../../../helpers/administrators.ts'
import { aToken, consentingServer, recordsLeft, type Consenting } from '../../../helpers/consenting.ts'
import type { TestServer } from '../../../helpers/server.ts'

/** Two tokens of one client, of the organization and of a server, each with an access token; one of another client. */
async function give(tx: Tx, { userId, appId, otherAppId, serverId }: Consenting): Promise<void> {
  const ofServer = { userId, appId, serverId, grantId: 'papers', scope: 'email offline_access gone' }
  const ofOrganization = { userId, appId, grantId: 'organization', scope: 'openid' }
  for (const token of [ofServer, ofOrganization]) {
    await aToken(tx, token)
    await aToken(tx, { ...token, model: 'AccessToken' })
  }
  await aToken(tx, { ...ofServer, consumed: 1 })
  await aToken(tx, { userId, appId: otherAppId, serverId, grantId: 'other' })
  await aToken(tx, { userId, appId, grantId: 'expired', days: 1 / 24 })
}

const HOURS_MS = 3_600_000
const setUp = async () => {
  const at = await consentingServer(give)
  at.server.clock.advance(2 * HOURS_MS)
  return at
}

const eventsOf = async ({ client }: TestServer, eventType: string) =>
  (await client.call('listLogEvents', { query: { filter: `eventType eq "${eventType}"` } })).body

describe('refresh tokens', () => {
  let at: Consenting & { server: TestServer }
  beforeAll(async () => {
    at = await setUp()
  })

  it('of a client are told by ids of their own, in one order, with their scopes where that is asked for [spec/5 8.7/tokens] [spec/5 1/GET token] [spec/4 apps/tokens]', async () => {
    const { server, userId, appId, serverId } = at
    const listed = (await server.client.call('listAppTokens', { params: { appId } })).body
    expect(listed).toHaveLength(2)
    const tokenId = listed.find(({ scopes }) => scopes.includes('email'))?.id ?? ''
    const { body } = await server.client.call('getAppToken', { params: { appId, tokenId }, query: { expand: 'scope' } })
    const self = `${server.url}/api/v1/apps/${appId}/tokens/${tokenId}`
    expect(Object.entries(body)).toEqual([
      ['id', expect.stringMatching(/^oar[0-9A-Za-z]{17}$/)],
      ['status', 'ACTIVE'],
      ['created', '2026-03-02T09:00:00.000Z'],
      ['lastUpdated', '2026-03-02T09:00:00.000Z'],
      ['expiresAt', '2026-03-09T09:00:00.000Z'],
      ['issuer', `http://localhost:${server.port}/oauth2/${serverId}`],
      ['clientId', appId],
      ['userId', userId],
      ['scopes', ['email', 'offline_access', 'gone']],
      ['_embedded', expect.anything()],
      ['_links', expect.anything()],
    ])
    expect(body._embedded?.scopes.map(({ name, id }) => [name, id === name])).toEqual([
      ['email', false],
      ['offline_access', false],
      ['gone', true],
    ])
    const server_ = `${server.url}/api/v1/authorizationServers/${serverId}`
    expect(Object.entries(body._links)).toEqual([
      ['app', { href: `${server.url}/api/v1/apps/${appId}`, title: 'Reader' }],
      ['authorizationServer', { href: server_, title: 'Papers' }],
      ['self', { href: self, hints: { allow: ['GET', 'DELETE'] } }],
      ['revoke', { href: self, hints: { allow: ['DELETE'] } }],
      ['client', { href: `${server.url}/oauth2/v1/clients/${appId}`, title: 'Reader' }],
      ['user', { href: `${server.url}/api/v1/users/${userId}`, title: 'Ada Byron' }],
    ])
    expect(listed.find(({ id }) => id === tokenId)).toEqual({ ...body, _embedded: undefined })
  })

  it('come by pages', async () => {
    const { server, appId } = at
    const all = (await server.client.call('listAppTokens', { params: { appId } })).body
    const first = await server.client.call('listAppTokens', { params: { appId }, query: { limit: '1' } })
    const rest = await server.client.follow<typeof all>(linksOf(first.headers)['next'] ?? '')
    expect([...first.body, ...rest.body]).toEqual(all)
    expect(linksOf(rest.headers)).not.toHaveProperty('next')
  })

  it('hang on people and on authorization servers, too, each with addresses there [spec/5 1/GET server token]', async () => {
    const { server, userId, appId, serverId } = at
    const ofUser = { userId, clientId: appId }
    const byPerson = (await server.client.call('listUserClientTokens', { params: ofUser })).body
    expect(byPerson.map(({ scopes }) => scopes.length).sort()).toEqual([1, 3])
    const ofServer = { authServerId: serverId, clientId: appId }
    const [one, ...others] = (await server.client.call('listServerClientTokens', { params: ofServer })).body
    expect(others).toEqual([])
    const tokenId = one?.id ?? ''
    const { body } = await server.client.call('getServerClientToken', { params: { ...ofServer, tokenId } })
    expect(body).toEqual(one)
    const path = `${server.url}/api/v1/authorizationServers/${serverId}/clients/${appId}/tokens/${tokenId}`
    expect(body._links['self']).toMatchObject({ href: path })
    const same = (await server.client.call('getUserClientToken', { params: { ...ofUser, tokenId } })).body
    expect(same._links['self']).toMatchObject({
      href: `${server.url}/api/v1/users/${userId}/clients/${appId}/tokens/${tokenId}`,
    })
  })

  it('are found only where they hang, and clients only where there are such [spec/5 1/GET server tokens]', async () => {
    const { server, userId, appId, otherAppId, serverId } = at
    const [token] = (await server.client.call('listAppTokens', { params: { appId: otherAppId } })).body
    const tokenId = token?.id ?? ''
    const other = (await server.make.aUser()).id
    const elsewhere = [
      ['getAppToken', { appId }, `${appId}.${tokenId}`],
      ['getUserClientToken', { userId, clientId: appId }, `${appId}.${tokenId}`],
      ['getUserClientToken', { userId: other, clientId: otherAppId }, `${otherAppId}.${tokenId}`],
      ['getServerClientToken', { authServerId: 'default', clientId: otherAppId }, `${otherAppId}.${tokenId}`],
    ] as const
    for (const [id, params, named] of elsewhere) {
      const refusal = await server.client.refused(id, { params: { ...params, tokenId } })
      expect(refusal.body.errorSummary).toContain(`${named} (OAuth2RefreshTokenTx)`)
    }
    const unknown = { params: { authServerId: serverId, clientId: 'nothing' } }
    const refusal = await server.client.refused('listServerClientTokens', unknown)
    expect([refusal.status, refusal.body.errorSummary]).toEqual([
      404,
      expect.stringContaining('nothing (PublicClientApp)'),
    ])
  })

  it('tell which clients hold some, by person and by server', async () => {
    const { server, userId, appId, otherAppId, serverId } = at
    const byPerson = await server.client.call('listUserClients', { params: { userId } })
    expect(byPerson.headers.get('Link')).toBeNull()
    expect(byPerson.body.map(({ client_id }) => client_id).sort()).toEqual([appId, otherAppId].sort())
    const address = `${server.url}/api/v1/users/${userId}/clients/${appId}`
    expect(byPerson.body.find(({ client_id }) => client_id === appId)).toEqual({
      ...{ client_id: appId, client_name: 'Reader', client_uri: null, logo_uri: null },
      _links: {
        grants: { href: `${address}/grants`, hints: { allow: ['GET', 'DELETE'] } },
        tokens: { href: `${address}/tokens`, hints: { allow: ['GET', 'DELETE'] } },
      },
    })
    const byServer = await server.client.call('listServerClients', { params: { authServerId: serverId } })
    expect(byServer.body).toHaveLength(2)
    expect(byServer.body[0]?._links).not.toHaveProperty('grants')
    const none = await server.client.call('listServerClients', { params: { authServerId: 'default' } })
    expect(none.body).toEqual([])
  })

  it('are seen only as far as limits of roles reach', async () => {
    const { server, userId, appId } = at
    const group = await server.make.aGroup()
    const { token } = await anAdministrator(server, 'USER_ADMIN', { groupIds: [group.id] })
    const params = { userId, clientId: appId }
    expect((await server.client.refused('listUserClientTokens', { params, token })).code).toBe('E0000006')
    await server.client.call('addGroupMember', { params: { groupId: group.id, userId } })
    const headers = { Authorization: `SSWS ${token}` }
    expect((await server.client.call('listUserClientTokens', { params, headers })).body).toHaveLength(2)
  })
})

describe('a refresh token that is revoked', () => {
  it('takes the access tokens along that came of it, and what it has replaced [spec/5 1/DELETE token]', async () => {
    const { server, appId, userId, serverId } = await setUp()
    const listed = (await server.client.call('listAppTokens', { params: { appId } })).body
    const params = { appId, tokenId: listed.find(({ scopes }) => scopes.length === 3)?.id ?? '' }
    expect((await server.client.call('revokeAppToken', { params })).status).toBe(204)
    expect((await server.client.call('listAppTokens', { params: { appId } })).body).toHaveLength(1)
    const left = await recordsLeft(server)
    expect(left.filter((model) => model === 'AccessToken')).toHaveLength(1)
    expect((await server.client.refused('revokeAppToken', { params })).status).toBe(404)
    const [event] = await eventsOf(server, 'app.oauth2.as.token.revoke')
    expect(event?.target?.map(({ id }) => id)).toEqual([userId, appId, serverId])
    expect(event?.debugContext.debugData['tokenId']).toBe(params.tokenId)
  })

  it('is one of a person or of a server as well', async () => {
    const { server, appId, userId, serverId } = await setUp()
    const ofServer = { authServerId: serverId, clientId: appId }
    const [one] = (await server.client.call('listServerClientTokens', { params: ofServer })).body
    await server.client.call('revokeServerClientToken', { params: { ...ofServer, tokenId: one?.id ?? '' } })
    const ofUser = { userId, clientId: appId }
    const [other] = (await server.client.call('listUserClientTokens', { params: ofUser })).body
    await server.client.call('revokeUserClientToken', { params: { ...ofUser, tokenId: other?.id ?? '' } })
    expect((await server.client.call('listAppTokens', { params: { appId } })).body).toEqual([])
    expect(await eventsOf(server, 'app.oauth2.as.token.revoke')).toHaveLength(1)
    expect(await eventsOf(server, 'app.oauth2.token.revoke')).toHaveLength(1)
  })
})

describe('all tokens', () => {
  it('of a client are revoked with one event, and none where there are none [spec/5 1/DELETE tokens]', async () => {
    const { server, appId, otherAppId } = await setUp()
    for (const time of [1, 2])
      expect((await server.client.call('revokeAppTokens', { params: { appId } })).status, `${time}`).toBe(204)
    expect(await recordsLeft(server)).toEqual(['RefreshToken'])
    expect((await server.client.call('listAppTokens', { params: { appId: otherAppId } })).body).toHaveLength(1)
    expect(await eventsOf(server, 'app.oauth2.token.revoke.implicit.client')).toHaveLength(1)
  })

  it('that a client holds by a person or of a server are revoked, and no others', async () => {
    const { server, appId, userId, serverId } = await setUp()
    const ofServer = { authServerId: serverId, clientId: appId }
    expect((await server.client.call('revokeServerClientTokens', { params: ofServer })).status).toBe(204)
    const left = (await server.client.call('listAppTokens', { params: { appId } })).body
    expect(left.map(({ scopes }) => scopes)).toEqual([['openid']])
    expect((await server.client.call('revokeUserClientTokens', { params: { userId, clientId: appId } })).status).toBe(
      204,
    )
    expect((await server.client.call('listAppTokens', { params: { appId } })).body).toEqual([])
    expect(await eventsOf(server, 'app.oauth2.token.revoke.implicit.as')).toHaveLength(1)
    expect(await eventsOf(server, 'app.oauth2.token.revoke.implicit.user')).toHaveLength(1)
  })
})
