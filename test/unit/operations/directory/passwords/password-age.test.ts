import { beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../../helpers/endpoint.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

const DAY_MS = 86_400_000
const PASSWORD = 'Correct-Horse-7'
let server: TestServer
let count = 0
/** Begins again, which looks for what is due. */
async function restart(): Promise<void> {
  await server.stop()
  server = await startServer({ dataFile: server.dataFile, clock: server.clock })
}
beforeAll(async () => {
  server = await startServer()
})

/** A group whose policy lets passwords grow so old. */
async function aGroupWith(maxAgeDays: number): Promise<string> {
  const { id } = await server.make.aGroup()
  const conditions = { people: { groups: { include: [id] } } }
  const settings = { password: { age: { maxAgeDays } } }
  await server.make.aRule(await server.make.aPolicy('PASSWORD', { conditions, settings } as never))
  return id
}

async function aPerson(groupIds: string[], credentials: object = { password: { value: PASSWORD } }): Promise<string> {
  const login = `aged${(count += 1)}@example.test`
  const profile = { login, email: login, firstName: 'Old', lastName: 'Timer' }
  return (await server.client.call('createUser', { body: { profile, groupIds, credentials } as never })).body.id
}
const statusOf = async (userId: string) => (await server.client.call('getUser', { params: { userId } })).body.status
const change = (oldPassword: string, newPassword: string) => ({
  oldPassword: { value: oldPassword },
  newPassword: { value: newPassword },
})
const eventsOf = async (userId: string) => {
  const filter = `eventType eq "user.account.reset_password" and target.id eq "${userId}"`
  return (await server.client.call('listLogEvents', { query: { filter } })).body
}

describe('a password that is older than the policy of its person allows', () => {
  it('expires when it is used, and another one begins anew', async () => {
    const userId = await aPerson([await aGroupWith(30)])
    server.clock.advance(30 * DAY_MS - 1)
    const weak = { params: { userId }, body: change(PASSWORD, 'weak') }
    await server.client.refused('changePassword', weak)
    expect(await statusOf(userId)).toBe('ACTIVE')
    server.clock.advance(1)
    await server.client.refused('changePassword', { params: { userId }, body: change('wrong', 'Another-Horse-8') })
    expect(await statusOf(userId)).toBe('ACTIVE')
    expect((await server.client.refused('changePassword', weak)).code).toBe('E0000080')
    expect(await statusOf(userId)).toBe('PASSWORD_EXPIRED')
    const [event, ...others] = await eventsOf(userId)
    expect(others).toEqual([])
    expect(event).toMatchObject({
      actor: { type: 'SystemPrincipal' },
      target: [{ id: userId, changeDetails: { from: { status: 'ACTIVE' }, to: { status: 'PASSWORD_EXPIRED' } } }],
    })
    await server.client.call('changePassword', { params: { userId }, body: change(PASSWORD, 'Another-Horse-8') })
    expect(await statusOf(userId)).toBe('ACTIVE')
  })

  it('expires by the clock, once that is believed, of those whose policy says so and who sign in with one', async () => {
    const [never, month] = [await aGroupWith(0), await aGroupWith(20)]
    const old = await aPerson([month])
    const suspended = await aPerson([month])
    await server.client.call('suspendUser', { params: { userId: suspended } })
    const elsewhere = { provider: { type: 'FEDERATION', name: 'FEDERATION' } }
    const others = [await aPerson([never, month]), await aPerson([month], elsewhere), await aPerson([]), suspended]
    server.clock.advance(21 * DAY_MS)
    others.push(await aPerson([month]))
    await restart()
    const { body: concerns } = await server.client.call('listLogConcerns')
    expect(concerns.map(({ kind }) => kind)).toEqual(['CLOCK'])
    expect(await statusOf(old)).toBe('ACTIVE')
    await server.client.call('acceptLogConcerns', { body: { reason: 'Three weeks passed' } })
    await restart()
    await eventually(async () => expect(await statusOf(old)).toBe('PASSWORD_EXPIRED'))
    expect(await Promise.all(others.map(statusOf))).toEqual(['ACTIVE', 'ACTIVE', 'ACTIVE', 'SUSPENDED', 'ACTIVE'])
    expect((await eventsOf(old)).map(({ actor }) => actor.type)).toEqual(['SystemPrincipal'])
  })
})
