import { beforeAll, describe, expect, it } from 'vitest'
import { linksOf } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let ids: string[]
const params = { authServerId: 'default' }
const aServer = async (name: string) =>
  (await server.client.call('createAuthorizationServer', { body: { name, audiences: ['api://x'] } })).body.id
const list = async (query: Record<string, string> = {}) =>
  (await server.client.call('listAssociatedServers', { params, query })).body.map(({ name }) => name)
const eventsOf = async (eventType: string) =>
  (await server.client.call('listLogEvents', { query: { filter: `eventType eq "${eventType}"` } })).body

beforeAll(async () => {
  server = await startServer()
  ids = [await aServer('Ledger'), await aServer('Letters'), await aServer('Papers')]
})

describe('an authorization server', () => {
  it('trusts those that it is told to, once each, and lists them or all others [spec/5 1/GET authorizationServers/{id}/associatedServers]', async () => {
    expect(await list()).toEqual([])
    const trusted = ids.slice(0, 2)
    const { status, body } = await server.client.call('associateServers', { params, body: { trusted } })
    expect([status, body.map(({ id }) => id)]).toEqual([200, trusted])
    await server.client.call('associateServers', { params, body: { trusted: trusted.slice(1) } })
    expect((await list()).sort()).toEqual(['Ledger', 'Letters'])
    expect(await list({ trusted: 'false' })).toEqual(['Papers'])
    expect(await list({ q: 'led' })).toEqual(['Ledger'])
    const first = await server.client.call('listAssociatedServers', { params, query: { limit: '1' } })
    const rest = await server.client.follow<typeof first.body>(linksOf(first.headers)['next'] ?? '')
    expect([...first.body, ...rest.body].map(({ name }) => name).sort()).toEqual(['Ledger', 'Letters'])
    const events = await eventsOf('app.oauth2.trusted_server.add')
    expect(events.map(({ target }) => target?.at(1)?.id)).toEqual(trusted)
  })

  it('stops trusting another one, which it then does no longer', async () => {
    const one = { ...params, associatedServerId: ids[0] ?? '' }
    await server.client.call('associateServers', { params, body: { trusted: [one.associatedServerId] } })
    expect((await server.client.call('deleteAssociatedServer', { params: one })).status).toBe(204)
    expect(await list()).not.toContain('Ledger')
    expect((await server.client.refused('deleteAssociatedServer', { params: one })).code).toBe('E0000007')
    expect(await eventsOf('app.oauth2.trusted_server.delete')).toHaveLength(1)
  })

  it('trusts neither itself nor what is not there', async () => {
    const [own] = (await server.client.call('listAuthorizationServers', { query: { q: 'default' } })).body
    for (const id of [own?.id, 'ausNothing']) {
      const refusal = await server.client.refused('associateServers', { params, body: { trusted: [id] } })
      expect([refusal.code, refusal.locations], id).toEqual(['E0000001', ['trusted[0]']])
    }
  })

  it('trusts one that is deleted no longer', async () => {
    const gone = await aServer('Gone')
    await server.client.call('associateServers', { params, body: { trusted: [gone] } })
    await server.client.call('deleteAuthorizationServer', { params: { authServerId: gone } })
    expect(await list()).not.toContain('Gone')
  })
})
