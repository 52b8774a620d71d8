import { rm } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ApiTokenDetails, ApiTokenWrite } from '#contract/access/api-token.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { refusalOf } from '../../../helpers/client.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { startServer, TestClock, type TestServer } from '../../../helpers/server.ts'

const HOUR_MS = 3_600_000

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const madeWith = async (body: ApiTokenWrite, at = server) => (await at.client.call('createApiToken', { body })).body
const made = (name: string, at = server) => madeWith({ name }, at)
const groupsWith = (token: string, at = server) =>
  fetch(`${at.url}/api/v1/groups`, { headers: { Authorization: `SSWS ${token}` } })
const details = async (id: string, at = server): Promise<ApiTokenDetails> =>
  (await at.client.call('getApiTokenDetails', { params: { apiTokenId: id } })).body
const zoneOf = (value: string, name: string) =>
  server.client
    .call('createZone', { body: { type: 'IP', name, gateways: [{ type: 'CIDR', value }] } })
    .then(({ body }) => body.id)
const eventsAbout = async (id: string, at = server) =>
  (await at.client.call('listLogEvents', { query: { filter: `target.id eq "${id}"` } })).body

describe('a new token', () => {
  it('works at once, and its value is told only once', async () => {
    const { id, token } = await made('CI')
    expect(token).toMatch(/^00[\w-]{40}$/)
    expect((await groupsWith(token)).status).toBe(200)
    const shown = [
      (await server.client.call('listApiTokens')).body,
      (await server.client.call('listApiTokenDetails')).body,
      await details(id),
      await eventsAbout(id),
    ]
    expect(JSON.stringify(shown)).not.toContain(token)
  })

  it('acts for whoever made it, and says so in the log', async () => {
    const { id, token, user } = await made('Of the administrator')
    expect(user).toEqual({ id: expect.any(String) as string, name: 'Workspace Owner', isPerson: true })
    await fetch(`${server.url}/api/v1/groups`, {
      method: 'POST',
      headers: { Authorization: `SSWS ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ profile: { name: 'By the token' } }),
    })
    const filter = 'eventType eq "group.lifecycle.create" and displayMessage eq "Create group"'
    const [event] = (await server.client.call('listLogEvents', { query: { filter, sortOrder: 'DESCENDING' } })).body
    expect(event?.actor.id).toBe(user.id)
    expect(event?.transaction?.detail).toMatchObject({ requestApiTokenId: id })
  })

  it('needs a name, and zones of addresses that are there', async () => {
    const dynamic = await server.client.call('createZone', {
      body: { type: 'DYNAMIC', name: 'A country', locations: [{ country: 'DE' }] },
    })
    const causes = async (body: unknown) =>
      (await server.client.refused('createApiToken', { body })).body.errorCauses?.map(
        ({ location, errorSummary }) => `${location}: ${errorSummary}`,
      )
    expect(await causes({})).toEqual([expect.stringContaining('name')])
    expect(await causes({ name: ' ' })).toEqual([expect.stringContaining('name')])
    expect(await causes({ name: 'X', network: { connection: 'ZONE' } })).toEqual([expect.stringContaining('include')])
    const include = ['nzo00000000000000001', dynamic.body.id]
    expect(await causes({ name: 'X', network: { connection: 'ZONE', include } })).toEqual([
      expect.stringContaining('network.include[0]'),
      expect.stringContaining('not a zone of addresses'),
    ])
  })
})

describe('a restriction that is misspelt', () => {
  const inZone = { connection: 'ZONE', include: ['nzo00000000000000001'] }
  it.each([{ netwrok: inZone }, { network: { ...inZone, Connection: 'ZONE' } }, { network: {} }])(
    'makes no token that works from anywhere: %j',
    async (part) => {
      expect((await server.client.refused('createApiToken', { body: { name: 'Misspelt', ...part } })).status).toBe(400)
    },
  )

  it('takes no restriction away', async () => {
    const here = await zoneOf('127.0.0.0/8', 'Spelt well')
    const network = { connection: 'ZONE' as const, include: [here] }
    const { id } = await madeWith({ name: 'Kept', network })
    for (const sent of [{}, { Connection: 'ANYWHERE' }, null]) {
      await fetch(`${server.url}/api/v1/api-tokens/${id}`, {
        method: 'PUT',
        headers: { Authorization: `SSWS ${server.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Kept', network: sent }),
      })
      expect((await details(id)).network).toEqual(network)
    }
  })
})

describe('the last use of a token', () => {
  it('is told to the second, with the address of the client, and nothing before there was any', async () => {
    const { id, token } = await made('Used')
    expect((await details(id)).lastUsed).toBeNull()
    server.clock.advance(61_000)
    await groupsWith(token)
    server.clock.advance(5_000)
    await groupsWith(token)
    const time = new Date(server.clock.now).toISOString()
    expect((await details(id)).lastUsed).toEqual({ time, address: '127.0.0.1' })
  })

  it('is still known, to the hour, after the service was started again', async () => {
    const clock = new TestClock()
    const first = await startServer({ clock })
    const { id, token } = await made('Used before', first)
    await groupsWith(token, first)
    const noted = new Date(clock.now).toISOString()
    clock.advance(HOUR_MS / 2)
    await groupsWith(token, first)
    await first.stop()
    const second = await startServer({ dataFile: first.dataFile, clock })
    expect((await details(id, second)).lastUsed).toEqual({ time: noted, address: '127.0.0.1' })
  })

  it('does not bring its end forward where the clock is put back meanwhile', async () => {
    const clock = new TestClock()
    const leaping = await startServer({ clock })
    const { token } = await made('Used while the clock leaps', leaping)
    for (const days of [20, -40, 40]) {
      clock.advance(days * 24 * HOUR_MS)
      await groupsWith(token, leaping)
      // What is written of the use is read again by the next.
      await leaping.client.call('createGroup', { body: { profile: { name: `After ${days} at ${clock.now}` } } })
    }
    await leaping.stop()
  })

  it('is not written more than once an hour', async () => {
    const { id, token } = await made('Used often')
    const stored = async () => (await server.client.call('getApiToken', { params: { apiTokenId: id } })).body.expiresAt
    const ends: string[] = []
    for (let minutes = 0; minutes < 90; minutes += 30) {
      await groupsWith(token)
      await expect.poll(stored).toEqual(expect.any(String))
      ends.push(await stored())
      server.clock.advance(HOUR_MS / 2)
    }
    expect(ends[1]).toBe(ends[0])
    await expect.poll(stored).not.toBe(ends[0])
  })
})

describe('a token for some networks', () => {
  it('works from their zones alone; the refusal names the address, and leaves one event', async () => {
    const elsewhere = await zoneOf('192.0.2.0/24', 'Office')
    const here = await zoneOf('127.0.0.0/8', 'This machine')
    const inside = await madeWith({ name: 'Inside', network: { connection: 'ZONE', include: [elsewhere, here] } })
    const outside = await madeWith({ name: 'Outside', network: { connection: 'ZONE', include: [elsewhere] } })
    const spared = await madeWith({ name: 'Spared', network: { connection: 'ZONE', exclude: [here] } })
    expect((await groupsWith(inside.token)).status).toBe(200)
    for (const { id, token } of [outside, spared]) {
      const { status, code, body } = await refusalOf(await groupsWith(token))
      expect([status, code, body.errorCauses?.[0]?.errorSummary]).toEqual([
        403,
        'E0000006',
        'The token does not work from 127.0.0.1.',
      ])
      await groupsWith(token)
      await expect
        .poll(async () => (await eventsAbout(id)).filter(({ eventType }) => eventType.endsWith('refuse')).length)
        .toBe(1)
      expect((await details(id)).lastUsed).toBeNull()
    }
    await server.client.call('deleteZone', { params: { zoneId: here } })
    expect((await groupsWith(inside.token)).status).toBe(403)
    expect((await groupsWith(spared.token)).status).toBe(200)
  })

  it('cannot be narrowed so that the request itself would be refused', async () => {
    const elsewhere = await zoneOf('198.51.100.0/24', 'Far away')
    const { id, token } = await made('Careful')
    const body = JSON.stringify({ name: 'Careful', network: { connection: 'ZONE', include: [elsewhere] } })
    const headers = { Authorization: `SSWS ${token}`, 'Content-Type': 'application/json' }
    const put = await fetch(`${server.url}/api/v1/api-tokens/${id}`, { method: 'PUT', headers, body })
    expect((await refusalOf(put)).code).toBe('E0000001')
    expect((await groupsWith(token)).status).toBe(200)
    const other = await server.client.call('replaceApiToken', {
      params: { apiTokenId: id },
      body: JSON.parse(body) as ApiTokenWrite,
    })
    expect(other.body.network).toEqual({ connection: 'ZONE', include: [elsewhere] })
    expect((await groupsWith(token)).status).toBe(403)
  })
})

describe('a token that is changed', () => {
  it('keeps its network where none is sent, and its event tells before and after', async () => {
    const here = await zoneOf('127.0.0.0/8', 'Here')
    const { id } = await madeWith({ name: 'Before', network: { connection: 'ZONE', include: [here] } })
    const { body } = await server.client.call('replaceApiToken', {
      params: { apiTokenId: id },
      body: { name: 'After' },
    })
    expect(body).toMatchObject({ name: 'After', network: { connection: 'ZONE', include: [here] } })
    const update = (await eventsAbout(id)).find(({ eventType }) => eventType === 'system.api_token.update')
    expect(update?.target?.[0]?.changeDetails).toEqual({ from: { name: 'Before' }, to: { name: 'After' } })
  })

  it('takes what clients read back, as ordinary clients send it', async () => {
    const { id } = await made('Echo')
    const { body } = await server.client.call('getApiToken', { params: { apiTokenId: id } })
    const echoed = await server.client.call('replaceApiToken', { params: { apiTokenId: id }, body })
    expect(echoed.body).toEqual({ ...body, lastUpdated: expect.any(String) as string })
  })
})

describe('a token that is revoked', () => {
  it('is refused from then on, and gone [spec/5 11/unknown]', async () => {
    const { id, token } = await made('Short')
    expect((await groupsWith(token)).status).toBe(200)
    await server.client.call('revokeApiToken', { params: { apiTokenId: id } })
    expect((await groupsWith(token)).status).toBe(401)
    const { status, body } = await server.client.refused('revokeApiToken', { params: { apiTokenId: id } })
    expect([status, body.errorSummary]).toEqual([404, expect.stringContaining('(Token)')])
    expect((await eventsAbout(id)).map(({ eventType }) => eventType)).toContain('system.api_token.revoke')
  })

  it('can be the one that asks for it', async () => {
    const { token } = await made('Leaving')
    const headers = { Authorization: `SSWS ${token}` }
    const reply = await fetch(`${server.url}/api/v1/api-tokens/current`, { method: 'DELETE', headers })
    expect(reply.status).toBe(204)
    expect((await groupsWith(token)).status).toBe(401)
  })
})

it('a list tells no window, one token does; and each links whose it is [spec/5 11/shape] [spec/5 11/tokenWindow]', async () => {
  const { id, user } = await made('Shape')
  const listed = (await server.client.call('listApiTokens')).body.find((token) => token.id === id)
  const read = (await server.client.call('getApiToken', { params: { apiTokenId: id } })).body
  expect([listed?.tokenWindow, read.tokenWindow]).toEqual([null, 'P30D'])
  expect(read).toEqual({
    ...{ id, name: 'Shape', userId: user.id, clientName: 'Svc API', tokenWindow: 'P30D' },
    ...{ network: { connection: 'ANYWHERE' }, expiresAt: expect.any(String) as string },
    ...{ created: expect.any(String) as string, lastUpdated: expect.any(String) as string },
    _links: {
      self: { href: `${server.url}/api/v1/api-tokens/${id}`, hints: { allow: ['GET', 'DELETE'] } },
      user: { href: `${server.url}/api/v1/users/${user.id}`, hints: { allow: ['GET'] } },
    },
  })
})

it('the token of this request is marked', async () => {
  const current = (await server.client.call('listApiTokenDetails')).body.filter(({ isCurrent }) => isCurrent)
  expect(current).toHaveLength(1)
})

it('a token that somebody calls as the given one is called stays when another one is given', async () => {
  const first = await startServer({ token: 'first-given-token-of-a-test' })
  const { token } = await made('Given at start', first)
  await first.stop()
  const second = await startServer({ token: 'second-given-token-of-a-test', dataFile: first.dataFile })
  expect((await groupsWith(token, second)).status).toBe(200)
})

it('as many tokens as there may be keep no one from starting the service; those that ended do not count', async () => {
  const first = await startServer()
  await first.stop()
  const sql = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${LIMITS.apiTokens})
    INSERT INTO api_tokens (id, name, hash, user_id, created, last_updated, expires_at)
    SELECT '00Tmany' || i, 'Many', 'hash' || i, '00u1', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z' FROM n`
  await withDatabase(first.dataFile, (database) => database.run(sql))
  await rm(`${first.dataFile}.token`)
  const second = await startServer({ dataFile: first.dataFile })
  const body = { name: 'One more' }
  expect((await second.client.refused('createApiToken', { body })).code).toBe('E0000001')
  await second.stop()
  await withDatabase(first.dataFile, (database) =>
    database.run(`UPDATE api_tokens SET expires_at = '2026-01-02T00:00:00.000Z' WHERE name = 'Many'`),
  )
  const third = await startServer({ dataFile: first.dataFile })
  expect((await third.client.call('createApiToken', { body })).status).toBe(200)
})
