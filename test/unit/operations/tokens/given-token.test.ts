import { expect, it } from 'vitest'
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
