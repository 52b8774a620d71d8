import { beforeAll, describe, expect, it } from 'vitest'
import { startServer, TestClock, type TestServer } from '../../../helpers/server.ts'

const HOUR_MS = 3_600_000

let near: TestServer
let far: TestServer
beforeAll(async () => {
  ;[near, far] = await Promise.all([startServer({ clock: new TestClock(Date.now() - HOUR_MS) }), startServer()])
})

let made = 0
async function connect(authentication: { type: 'API_TOKEN'; token: string }, address = far.url): Promise<string> {
  const body = { name: `Remote ${(made += 1)}`, address, authentication }
  return (await near.client.call('createConnection', { body })).body.id
}
const test = async (connectionId: string) =>
  (await near.client.call('testConnection', { params: { connectionId } })).body

describe('a test of a connection', () => {
  it('says engine, clock, rights and limits, and notes its requests', async () => {
    const connectionId = await connect({ type: 'API_TOKEN', token: far.token })
    const result = await test(connectionId)
    expect(result).toMatchObject({ problem: null, engine: 'identity' })
    // The clock of this test stands still.
    expect(result.clockDifferenceMs).toBeGreaterThan(HOUR_MS - 2_000)
    expect(result.clockDifferenceMs).toBeLessThan(2 * HOUR_MS)
    expect(result.areas.length).toBeGreaterThan(10)
    expect(result.areas.filter(({ problem }) => problem !== null)).toEqual([])
    expect(result.holder).toMatchObject({ login: 'owner@example.com', roles: ['Super Administrator'] })
    expect(result.limits).toContainEqual(expect.objectContaining({ bucket: 'users.list', limit: 600, ours: 300 }))
    const { body } = await near.client.call('listConnectionRequests', {
      params: { connectionId },
      query: { limit: 200 },
    })
    expect(body.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['getWellKnownOrganization', 'listGroups', 'getUser', 'listUserRoles']),
    )
    const events = await near.client.call('listLogEvents', {
      query: { filter: 'eventType eq "gatehouse.connection.test"' },
    })
    expect(events.body.map(({ outcome }) => outcome?.result)).toEqual(['SUCCESS'])
  })

  it('says what a token of a lesser role cannot read', async () => {
    const { body: person } = await far.client.call('createUser', {
      query: { activate: 'true' },
      body: {
        profile: { login: 'help@example.test', email: 'help@example.test', firstName: 'H', lastName: 'D' },
        credentials: { password: { value: 'Correct-horse-7' } },
      },
    })
    await far.client.call('assignUserRole', {
      params: { userId: person.id },
      body: { type: 'HELP_DESK_ADMIN' },
    } as never)
    const { token } = (await far.client.call('createApiToken', { body: { name: 'T', userId: person.id } })).body
    const { problem, areas, holder } = await test(await connect({ type: 'API_TOKEN', token }))
    const unreadable = areas.flatMap((area) => (area.problem === null ? [] : [area.operation]))
    expect(problem).toBeNull()
    expect(unreadable).toContain('listPolicies')
    expect(unreadable).not.toContain('listGroups')
    expect(holder?.login).toBe('help@example.test')
  })

  it('of a token that is not valid says so in one sentence', async () => {
    const { problem, engine, holder } = await test(await connect({ type: 'API_TOKEN', token: 'nothing-of-the-kind' }))
    expect(engine).toBe('identity')
    expect(holder).toBeNull()
    expect(problem).toMatch(/^Remote \d+: “.*” \(GET .*\) answered 401 \(E0000011: .*\)\.$/)
    const events = await near.client.call('listLogEvents', { query: { filter: 'outcome.result eq "FAILURE"' } })
    expect(events.body.map(({ eventType }) => eventType)).toContain('gatehouse.connection.test')
  })

  it('of an address where nothing answers says so', async () => {
    const { problem, areas } = await test(await connect({ type: 'API_TOKEN', token: 'x' }, 'http://127.0.0.1:1'))
    expect(problem).toMatch(/^Remote \d+: the remote at http:\/\/127\.0\.0\.1:1 does not answer: connection refused\.$/)
    expect(areas).toEqual([])
  })
})
