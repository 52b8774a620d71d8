import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const DAY_MS = 86_400_000
const params = { authServerId: 'default' }

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  ;({ client } = server)
})

const keys = async () => (await client.call('listServerKeys', { params })).body
const kids = async () => Object.fromEntries((await keys()).map(({ status, kid }) => [status, kid]))
const signing = async () => (await client.call('getAuthorizationServer', { params })).body.credentials.signing
/** In steps in which the token of the test is used, which ends 30 days later; a write comes after that of its use. */
async function pass(days: number): Promise<void> {
  for (let left = days; left > 0; left -= 20) {
    server.clock.advance(Math.min(left, 20) * DAY_MS)
    await client.call('activateAuthorizationServer', { params })
  }
}
const rollovers = async () =>
  (await client.call('listLogEvents', { query: { since: '2026-01-01T00:00:00.000Z', limit: 1000 } })).body.filter(
    ({ eventType }) => eventType === 'app.oauth2.as.key.rollover',
  )

describe('the keys of an authorization server', () => {
  it('are the one that it names and the next one, public halves only', async () => {
    const [listed, again] = await Promise.all([keys(), keys()])
    expect(again).toEqual(listed)
    expect(listed.map(({ status }) => status)).toEqual(['ACTIVE', 'NEXT'])
    expect(listed[0]).toEqual({
      ...{ status: 'ACTIVE', alg: 'RS256', kty: 'RSA', use: 'sig', e: 'AQAB' },
      kid: (await signing()).kid,
      n: expect.stringMatching(/^[\w-]{342}$/) as string,
      _links: { self: expect.any(Object) as object },
    })
    const kid = String(listed[1]?.kid)
    expect((await client.call('getServerKey', { params: { ...params, kid } })).body).toEqual(listed[1])
    const missing = await client.refused('getServerKey', { params: { ...params, kid: 'other' } })
    expect([missing.status, missing.code]).toEqual([404, 'E0000007'])
  })

  it('follow one another when somebody asks, each with the one before it still there', async () => {
    const before = await kids()
    const rotated = (await client.call('rotateServerKeys', { params, body: { use: 'sig' } })).body
    expect(rotated.map(({ status, kid }) => [status, kid]).slice(0, 1)).toEqual([['ACTIVE', before['NEXT']]])
    expect((await kids())['EXPIRED']).toBe(before['ACTIVE'])
    expect((await signing()).kid).toBe(before['NEXT'])
    expect((await rollovers()).at(-1)?.target?.[0]?.changeDetails).toEqual({
      from: { kid: before['ACTIVE'] },
      to: { kid: before['NEXT'] },
    })
    await client.call('rotateServerKeys', { params })
    expect(Object.values(await kids())).not.toContain(before['ACTIVE'])
  })

  it('follow one another by themselves after 90 days, unless they are rotated by hand', async () => {
    const before = await kids()
    const events = (await rollovers()).length
    await pass(89)
    expect(await kids()).toEqual(before)
    await pass(2)
    expect((await kids())['ACTIVE']).toBe(before['NEXT'])
    expect(await rollovers()).toHaveLength(events + 1)

    const { name, audiences } = (await client.call('getAuthorizationServer', { params })).body
    const body = { name, audiences, credentials: { signing: { rotationMode: 'MANUAL' as const } } }
    const replaced = (await client.call('replaceAuthorizationServer', { params, body })).body
    expect(replaced.credentials.signing).toMatchObject({ rotationMode: 'MANUAL' })
    expect(replaced.credentials.signing).not.toHaveProperty('nextRotation')
    const kept = await kids()
    await pass(400)
    expect(await kids()).toEqual(kept)
  })
})
