import { describe, expect, it } from 'vitest'
import { startServer, TestClock, type TestServer } from '../../../helpers/server.ts'

const DAY_MS = 86_400_000
const FIRST = 'first-given-token-of-a-test'
const SECOND = 'second-given-token-of-a-test'

const statusOf = async ({ url }: TestServer, token: string) =>
  (await fetch(`${url}/api/v1/groups`, { headers: { Authorization: `SSWS ${token}` } })).status

const events = async ({ client }: TestServer) =>
  (
    await client.call('listLogEvents', {
      query: { filter: 'eventType sw "system.api_token"', since: '2026-01-01T00:00:00Z' },
    })
  ).body.map(({ eventType }) => eventType)

it('the same token is good again at a start after 31 days without use, and the log says so', async () => {
  const clock = new TestClock()
  const first = await startServer({ token: FIRST, clock })
  const { dataFile } = first
  await first.stop()
  clock.advance(31 * DAY_MS)
  const second = await startServer({ token: FIRST, dataFile, clock })
  expect(await statusOf(second, FIRST)).toBe(200)
  expect(await events(second)).toEqual(['system.api_token.create', 'system.api_token.update'])
  clock.advance(29 * DAY_MS)
  expect(await statusOf(second, FIRST)).toBe(200)
})

it('a former token ends with the start under another one', async () => {
  const first = await startServer({ token: FIRST })
  const { dataFile } = first
  await first.stop()
  const second = await startServer({ token: SECOND, dataFile })
  expect([await statusOf(second, FIRST), await statusOf(second, SECOND)]).toEqual([401, 200])
  expect(await events(second)).toContain('system.api_token.revoke')
  await second.stop()
  const third = await startServer({ token: FIRST, dataFile })
  expect([await statusOf(third, FIRST), await statusOf(third, SECOND)]).toEqual([200, 401])
})

it('a start under the same token changes nothing, and a token that was not given at a start stays', async () => {
  const first = await startServer()
  const { dataFile, token } = first
  await first.stop()
  await (await startServer({ token: FIRST, dataFile })).stop()
  const again = await startServer({ token: FIRST, dataFile })
  expect([await statusOf(again, FIRST), await statusOf(again, token)]).toEqual([200, 200])
  expect(await events(again)).toEqual(['system.api_token.create', 'system.api_token.create'])
})

describe('a token that zones shut out meanwhile', () => {
  /** Restricts the token of a service to a zone of this machine, and moves the zone elsewhere. */
  async function shutOut(server: TestServer): Promise<void> {
    const gateways = (value: string) => [{ type: 'CIDR' as const, value }]
    const zone = { type: 'IP' as const, name: 'Here', gateways: gateways('127.0.0.0/8') }
    const { id: zoneId } = (await server.client.call('createZone', { body: zone })).body
    const { body } = await server.client.call('listApiTokenDetails')
    const { id: apiTokenId, name } = body.find(({ isCurrent }) => isCurrent) ?? { id: '', name: '' }
    const network = { connection: 'ZONE' as const, include: [zoneId] }
    await server.client.call('replaceApiToken', { params: { apiTokenId }, body: { name, network } })
    await server.client.call('replaceZone', {
      params: { zoneId },
      body: { ...zone, gateways: gateways('192.0.2.0/24') },
    })
    expect(await statusOf(server, server.token)).toBe(403)
    await server.stop()
  }

  it('works again after a start that it is given to, and the log says so', async () => {
    const first = await startServer({ token: FIRST })
    await shutOut(first)
    const second = await startServer({ token: FIRST, dataFile: first.dataFile })
    expect(await statusOf(second, FIRST)).toBe(200)
    expect((await events(second)).filter((type) => type === 'system.api_token.update')).toHaveLength(2)
  })

  it('is replaced by another one where it stands in the file of the service', async () => {
    const first = await startServer()
    await shutOut(first)
    const second = await startServer({ dataFile: first.dataFile })
    expect(second.token).not.toBe(first.token)
    expect(await statusOf(second, second.token)).toBe(200)
  })
})
