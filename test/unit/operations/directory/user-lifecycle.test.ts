import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#contract/directory/user.ts'
import { LENIENT, type Client } from '../../../helpers/client.ts'
import type { Factories } from '../../../helpers/factories.ts'
import { startServer } from '../../../helpers/server.ts'

let client: Client
let make: Factories
beforeAll(async () => {
  ;({ client, make } = await startServer())
})

let count = 0
/** A person with a password, active or staged. */
async function aPerson(activate: 'true' | 'false' = 'true'): Promise<User> {
  const login = `worker${(count += 1)}@example.test`
  const profile = { login, email: login, firstName: 'Wim', lastName: 'Werker' }
  const body = { profile, credentials: { password: { value: 'Correct-Horse-7' } } }
  return (await client.call('createUser', { body, query: { activate } })).body
}
const statusOf = async (userId: string) => (await client.call('getUser', { params: { userId } })).body.status

describe('the life of a person', () => {
  it.each([
    ['activateUser', 'STAGED', 'ACTIVE'],
    ['deactivateUser', 'STAGED', 'DEPROVISIONED'],
    ['suspendUser', 'ACTIVE', 'SUSPENDED'],
    ['deactivateUser', 'ACTIVE', 'DEPROVISIONED'],
    ['unsuspendUser', 'SUSPENDED', 'ACTIVE'],
    ['deactivateUser', 'SUSPENDED', 'DEPROVISIONED'],
    ['activateUser', 'DEPROVISIONED', 'ACTIVE'],
  ] as const)('%s leads from %s to %s', async (id, from, to) => {
    const params = { userId: (await aPerson(from === 'STAGED' ? 'false' : 'true')).id }
    if (from === 'SUSPENDED') await client.call('suspendUser', { params })
    if (from === 'DEPROVISIONED') await client.call('deactivateUser', { params })
    expect(await statusOf(params.userId)).toBe(from)
    const reply = await client.call(id, { params })
    expect([reply.status, reply.body]).toEqual([200, {}])
    expect(await statusOf(params.userId)).toBe(to)
  })

  it('leads to PROVISIONED where there is no password', async () => {
    const { id } = await make.aUser()
    await client.call('deactivateUser', { params: { userId: id } })
    await client.call('activateUser', { params: { userId: id } })
    expect(await statusOf(id)).toBe('PROVISIONED')
  })

  it.each([
    ['activateUser', 'ACTIVE', 403, 'E0000016'],
    ['unsuspendUser', 'ACTIVE', 400, 'E0000001'],
    ['activateUser', 'SUSPENDED', 403, 'E0000038'],
    ['suspendUser', 'SUSPENDED', 400, 'E0000001'],
    ['deactivateUser', 'DEPROVISIONED', 403, 'E0000038'],
    ['suspendUser', 'DEPROVISIONED', 400, 'E0000001'],
  ] as const)('refuses %s from %s', async (id, from, status, code) => {
    const params = { userId: (await aPerson()).id }
    if (from === 'SUSPENDED') await client.call('suspendUser', { params })
    if (from === 'DEPROVISIONED') await client.call('deactivateUser', { params })
    const refusal = await client.refused(id, { params })
    expect([refusal.status, refusal.code]).toEqual([status, code])
    expect(await statusOf(params.userId)).toBe(from)
  })

  it('ends with the second deletion; the first deactivates', async () => {
    const params = { userId: (await aPerson()).id }
    expect((await client.call('deleteUser', { params })).status).toBe(204)
    expect(await statusOf(params.userId)).toBe('DEPROVISIONED')
    expect((await client.call('deleteUser', { params })).status).toBe(204)
    expect((await client.refused('getUser', { params })).code).toBe('E0000007')
  })
})

describe('the profile of a person', () => {
  const change = async (userId: string, profile: Record<string, unknown>) =>
    (await client.call('updateUser', { params: { userId }, body: { profile } })).body

  it('changes where it is named: null takes an attribute away, all others stay', async () => {
    const { id } = await aPerson()
    await change(id, { city: 'Ghent', title: 'Pilot' })
    const after = await change(id, { lastName: 'Weaver', city: null })
    expect(after.profile).toMatchObject({ firstName: 'Wim', lastName: 'Weaver', title: 'Pilot' })
    expect(after.profile).not.toHaveProperty('city')
    expect((await client.call('listUsers', { query: { q: 'Weaver' } })).body.map((user) => user.id)).toEqual([id])
  })

  it('writes what changed to the log, before and after, and nothing where nothing does', async () => {
    const { id } = await aPerson()
    await change(id, { title: 'Pilot' })
    await change(id, { title: 'Pilot' })
    const filter = `eventType eq "user.account.update_profile" and target.id eq "${id}"`
    const events = (await client.call('listLogEvents', { query: { filter } })).body
    expect(events.map(({ target }) => target?.[0]?.changeDetails)).toEqual([
      { from: { title: null }, to: { title: 'Pilot' } },
    ])
  })

  it.each([
    ['a login that another person has', { login: 'worker1@example.test' }, 'profile.login'],
    ['an empty name', { firstName: '' }, 'profile.firstName'],
    ['a name that is taken away', { lastName: null }, 'profile.lastName'],
    ['no address', { email: 'nowhere' }, 'profile.email'],
    ['an attribute that the schema does not know', { shoeSize: 44 }, 'profile.shoeSize'],
  ])('refuses %s, and keeps the former', async (_, profile, location) => {
    const person = await aPerson()
    const input = { params: { userId: person.id }, body: { profile } }
    const refusal = await client.refused('updateUser', input)
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000001', [location]])
    expect((await client.call('getUser', { params: { userId: person.id } })).body.profile).toEqual(person.profile)
  })

  it('is read so from clients of every age, too: null takes away, what no schema knows is refused', async () => {
    const { id } = await aPerson()
    await change(id, { city: 'Ghent' })
    const input = { params: { userId: id }, headers: LENIENT }
    const after = await client.call('updateUser', { ...input, body: { profile: { city: null } } })
    expect(after.body.profile).not.toHaveProperty('city')
    expect((await client.refused('updateUser', { ...input, body: { profile: { shoeSize: 44 } } })).status).toBe(400)
  })

  it('is all that changes so: a password or a type is refused, not passed over', async () => {
    const { id } = await aPerson()
    const body = { profile: {}, credentials: { password: { value: 'Another-Horse-8' } }, type: { id: 'oty1' } }
    const refusal = await client.refused('updateUser', { params: { userId: id }, body })
    expect([refusal.status, refusal.locations]).toEqual([400, ['credentials', 'type']])
  })
})

describe('a user type', () => {
  const aType = async (name: string) =>
    (await client.call('createUserType', { body: { name, displayName: name, description: 'Some people' } })).body

  it('changes display name and description, whole or in part, never the name', async () => {
    const type = await aType('seasonal')
    const params = { typeId: type.id }
    const part = (await client.call('updateUserType', { params, body: { displayName: 'Seasonal staff' } })).body
    expect(part).toMatchObject({ name: 'seasonal', displayName: 'Seasonal staff', description: 'Some people' })
    const body = { name: 'seasonal', displayName: 'Seasonal', description: '' }
    expect((await client.call('replaceUserType', { params, body })).body).toMatchObject(body)
    const renamed = await client.refused('replaceUserType', { params, body: { ...body, name: 'other' } })
    expect([renamed.code, renamed.locations]).toEqual(['E0000001', ['name']])
    const partly = await client.refused('replaceUserType', { params, body: { name: 'seasonal' } })
    expect(partly.locations).toEqual(['displayName', 'description'])
  })

  it('is deleted while nobody is of it, and no longer counts against the limit', async () => {
    const type = await aType('visiting')
    const params = { typeId: type.id }
    const login = 'visitor@example.test'
    const profile = { login, email: login, firstName: 'Vi', lastName: 'Sitor' }
    const user = (await client.call('createUser', { body: { profile, type: { id: type.id } } })).body
    const used = async () => {
      const refusal = await client.refused('deleteUserType', { params })
      return [refusal.status, refusal.code, refusal.body.errorCauses[0]?.reason]
    }
    expect(await used()).toEqual([403, 'E0000142', 'UNMET_REQUIREMENTS'])
    await client.call('deleteUser', { params: { userId: user.id } })
    expect(await used()).toEqual([403, 'E0000142', 'UNMET_REQUIREMENTS'])
    await client.call('deleteUser', { params: { userId: user.id } })
    expect((await client.call('deleteUserType', { params })).status).toBe(204)
    expect((await client.refused('getUserType', { params })).code).toBe('E0000007')
  })

  it('is never deleted where it is the default', async () => {
    const refusal = await client.refused('deleteUserType', { params: { typeId: 'default' } })
    expect([refusal.status, refusal.code, refusal.body.errorCauses[0]?.reason]).toEqual([403, 'E0000142', 'PROHIBITED'])
  })
})
