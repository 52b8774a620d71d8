import { beforeEach, describe, expect, it } from 'vitest'
import { RATE_LIMITS } from '#contract/interface/rate-limits.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const LOGS = { organization: 50, token: 25 }

let server: TestServer
beforeEach(async () => {
  server = await startServer()
})

const setLimits = (enabled: boolean) => server.client.call('replaceRateLimits', { body: { enabled } })
const newToken = async () => (await server.client.call('createApiToken', { body: { name: 'Client' } })).body.token
const readLogs = (token: string) =>
  fetch(`${server.url}/api/v1/logs?limit=1`, { headers: { Authorization: `SSWS ${token}` } })
async function readLogsOften(token: string, times: number): Promise<Response[]> {
  const replies: Response[] = []
  for (let time = 0; time < times; time++) replies.push(await readLogs(token))
  return replies
}
const headersOf = ({ headers }: Response) =>
  ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-rate-limit-${name}`))
const events = async (type: string) =>
  (await server.client.call('listLogEvents', { query: { filter: `eventType eq "${type}"` } })).body

describe('while they are off', () => {
  it('each reply has the limit, of which only its own request is used, and nothing is refused', async () => {
    const replies = await readLogsOften(server.token, LOGS.organization + 10)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const limit = RATE_LIMITS.logs.perMinute
    expect(new Set(replies.map((reply) => headersOf(reply).slice(0, 2).join()))).toEqual(
      new Set([`${limit},${limit - 1}`]),
    )
    expect((await server.client.call('getRateLimits')).body.buckets.map(({ used }) => used)).toContain(0)
  })
})

describe('while they are on', () => {
  it('a token may take half of a bucket; each reply says what is left, and the refusal when to try again', async () => {
    const token = await newToken()
    await setLimits(true)
    const replies = await readLogsOften(token, LOGS.token)
    expect(replies.map(({ status }) => status)).toEqual(Array(LOGS.token).fill(200))
    expect(replies.map((reply) => headersOf(reply).slice(0, 2))).toEqual(
      replies.map((_, at) => [String(LOGS.token), String(LOGS.token - 1 - at)]),
    )
    const refused = await readLogs(token)
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ errorCode: 'E0000047', errorCauses: [] })
    const [limit, remaining, reset] = headersOf(refused)
    expect([limit, remaining]).toEqual([String(LOGS.token), '0'])
    const waitS = Number(reset) - Date.parse(refused.headers.get('date') ?? '') / 1_000
    expect(waitS).toBeGreaterThan(0)
    expect(waitS).toBeLessThanOrEqual(61)
  })

  it('all tokens together may not take more than the bucket; what one was refused takes nothing from the others', async () => {
    const [first, second, third] = [await newToken(), await newToken(), await newToken()]
    await setLimits(true)
    await readLogsOften(first, LOGS.token + 5)
    const replies = await readLogsOften(second, LOGS.token)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const over = await readLogs(third)
    expect([over.status, headersOf(over)[0]]).toEqual([429, String(LOGS.organization)])
  })

  it('the log warns at 60 % and tells of the first refusal, once a minute for each limit', async () => {
    const token = await newToken()
    await setLimits(true)
    await readLogsOften(token, LOGS.token + 5)
    await setLimits(false)
    await expect.poll(() => events('system.org.rate_limit.violation')).toHaveLength(1)
    const [violation] = await events('system.org.rate_limit.violation')
    expect(violation).toMatchObject({
      outcome: { result: 'DENY' },
      target: [{ id: 'logs', displayName: 'Audit log' }],
      debugContext: { debugData: { limit: LOGS.token, used: LOGS.token + 1, share: 'token' } },
    })
    expect(await events('system.org.rate_limit.warning')).toHaveLength(1)
  })

  it('our own operations are not limited, and tell how much is used', async () => {
    const token = await newToken()
    await setLimits(true)
    await readLogsOften(token, 7)
    const reply = await fetch(`${server.url}/gatehouse/v1/rate-limits`, {
      headers: { Authorization: `SSWS ${server.token}` },
    })
    expect(headersOf(reply)).toEqual([null, null, null])
    const { body } = await server.client.call('getRateLimits')
    expect(body).toMatchObject({ enabled: true, concurrency: { used: 0 } })
    expect(body.buckets.find(({ id }) => id === 'logs')).toMatchObject({ used: 7, limit: LOGS.organization })
    expect(body.buckets.find(({ id }) => id === 'all')).toMatchObject({ used: 7 })
  })

  it('what refuses the removal of bounced addresses says to wait ten minutes', async () => {
    const token = await newToken()
    await setLimits(true)
    const statuses: [number, string | null][] = []
    for (let time = 0; time < 31; time++) {
      const reply = await fetch(`${server.url}/api/v1/org/email/bounces/remove-list`, {
        method: 'POST',
        headers: { Authorization: `SSWS ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ emailAddresses: ['a@example.com'] }),
      })
      statuses.push([reply.status, reply.headers.get('retry-after')])
    }
    expect(statuses.at(-1)).toEqual([429, '600'])
    expect(statuses.slice(0, -1).every(([status, after]) => status === 200 && after === null)).toBe(true)
  })
})

it('switching them is an event, begins a new minute, and outlives a start', async () => {
  const token = await newToken()
  await setLimits(true)
  await readLogsOften(token, LOGS.token + 1)
  await setLimits(false)
  await setLimits(true)
  expect((await readLogs(token)).status).toBe(200)
  expect((await events('gatehouse.rate_limits.update')).map(({ target }) => target?.[0]?.changeDetails?.to)).toEqual([
    { enabled: true },
    { enabled: false },
    { enabled: true },
  ])
  await server.stop()
  const again = await startServer({ dataFile: server.dataFile, clock: server.clock })
  expect((await again.client.call('getRateLimits')).body.enabled).toBe(true)
})
