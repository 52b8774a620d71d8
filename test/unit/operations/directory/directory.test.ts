import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../helpers/client.ts'
import type { Factories } from '../../../helpers/factories.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
})

const members = async (groupId: string) =>
  (await client.call('listGroupMembers', { params: { groupId } })).body.map((user) => user.id)
const everyone = async () => (await client.call('listGroups', { query: { q: 'Everyone' } })).body[0]?.id as string

describe('a group', () => {
  it('takes and gives back members, and a repeat is fine', async () => {
    const [group, user] = [await make.aGroup(), await make.aUser()]
    const params = { groupId: group.id, userId: user.id }
    for (let times = 0; times < 2; times++) expect((await client.call('addGroupMember', { params })).status).toBe(204)
    expect(await members(group.id)).toEqual([user.id])
    for (let times = 0; times < 2; times++)
      expect((await client.call('removeGroupMember', { params })).status).toBe(204)
    expect(await members(group.id)).toEqual([])
  })

  it('remembers when its members changed, and only then', async () => {
    const [group, user] = [await make.aGroup(), await make.aUser()]
    server.clock.advance(60_000)
    await client.call('addGroupMember', { params: { groupId: group.id, userId: user.id } })
    const read = async () => (await client.call('getGroup', { params: { groupId: group.id } })).body
    const changed = new Date(server.clock.now).toISOString()
    expect(await read()).toMatchObject({ lastMembershipUpdated: changed, lastUpdated: group.lastUpdated })
    server.clock.advance(60_000)
    await client.call('addGroupMember', { params: { groupId: group.id, userId: user.id } })
    expect((await read()).lastMembershipUpdated).toBe(changed)
  })

  it('stamps the group whoever joins or leaves it: with a person who is made, and with one who is deleted', async () => {
    const group = await make.aGroup()
    const read = async () => (await client.call('getGroup', { params: { groupId: group.id } })).body
    server.clock.advance(60_000)
    const joined = new Date(server.clock.now).toISOString()
    const user = await make.aUser({}, [group.id])
    expect((await read()).lastMembershipUpdated).toBe(joined)
    await client.call('deleteUser', { params: { userId: user.id } })
    expect((await read()).lastMembershipUpdated).toBe(joined)
    server.clock.advance(60_000)
    await client.call('deleteUser', { params: { userId: user.id } })
    expect((await read()).lastMembershipUpdated).toBe(new Date(server.clock.now).toISOString())
  })

  it('has a name that no other has, whatever its case', async () => {
    await make.aGroup('Treasury')
    for (const name of ['Treasury', 'TREASURY', ' treasury ', 'everyone']) {
      const refusal = await client.refused('createGroup', { body: { profile: { name } } })
      expect([refusal.code, refusal.locations], name).toEqual(['E0000001', ['profile.name']])
    }
  })

  it('is renamed and described, with the change in the log', async () => {
    const group = await make.aGroup()
    const params = { groupId: group.id }
    server.clock.advance(60_000)
    const profile = { name: `${group.profile.name} and friends`, description: 'Who they are' }
    const changed = (await client.call('replaceGroup', { params, body: { profile } })).body
    const lastUpdated = new Date(server.clock.now).toISOString()
    expect(changed).toEqual({ ...group, profile, lastUpdated })
    const bare = (await client.call('replaceGroup', { params, body: { profile: { name: profile.name } } })).body
    expect(bare.profile).toEqual({ name: profile.name, description: null })
    const events = (await client.call('listLogEvents', { query: { limit: 1000 } })).body
    const updates = events.filter(({ eventType }) => eventType === 'group.profile.update')
    expect(updates.map(({ target }) => target?.[0]?.changeDetails)).toEqual([
      { from: { name: group.profile.name, description: null }, to: profile },
      { from: { description: 'Who they are' }, to: { description: null } },
    ])
  })

  it('cannot take the name of another, but may change the case of its own', async () => {
    const [group, other] = [await make.aGroup('Cashiers'), await make.aGroup()]
    const params = { groupId: group.id }
    const taken = { profile: { name: other.profile.name.toUpperCase() } }
    expect((await client.refused('replaceGroup', { params, body: taken })).locations).toEqual(['profile.name'])
    const body = { profile: { name: 'CASHIERS' } }
    expect((await client.call('replaceGroup', { params, body })).body.profile.name).toBe('CASHIERS')
  })

  it('is gone with its memberships and assignments once deleted; its people stay', async () => {
    const group = await make.aGroup()
    const user = await make.aUser({}, [group.id])
    const app = await make.anApp()
    await client.call('assignAppGroup', { params: { appId: app.id, groupId: group.id } })
    await client.call('deleteGroup', { params: { groupId: group.id } })
    expect((await client.refused('getGroup', { params: { groupId: group.id } })).code).toBe('E0000007')
    const groups = (await client.call('listUserGroups', { params: { userId: user.id } })).body
    expect(groups.map(({ type }) => type)).toEqual(['BUILT_IN'])
    expect((await client.call('listAppGroups', { params: { appId: app.id } })).body).toEqual([])
  })
})

describe('Everyone', () => {
  it('holds everyone, without being told', async () => {
    const user = await make.aUser()
    expect(await members(await everyone())).toContain(user.id)
    const groups = (await client.call('listUserGroups', { params: { userId: user.id } })).body
    expect(groups.map((group) => group.id)).toEqual([await everyone()])
  })

  it('takes no members by hand, and can be neither renamed nor deleted', async () => {
    const params = { groupId: await everyone(), userId: (await make.aUser()).id }
    for (const id of ['addGroupMember', 'removeGroupMember', 'replaceGroup', 'deleteGroup'] as const) {
      const body = id === 'replaceGroup' ? { profile: { name: 'Anyone' } } : undefined
      const refusal = await client.refused(id, { params, body })
      expect([refusal.status, refusal.code], id).toEqual([403, 'E0000006'])
    }
  })
})

describe('a person', () => {
  const profile = (login: string) => ({ login, email: login, firstName: 'Ida', lastName: 'Berg' })

  it('has the status that password and activation make', async () => {
    const credentials = { password: { value: 'Correct-Horse-7' } }
    for (const [body, activate, status] of [
      [{ profile: profile('a@example.test'), credentials }, 'true', 'ACTIVE'],
      [{ profile: profile('b@example.test') }, 'true', 'PROVISIONED'],
      [{ profile: profile('c@example.test'), credentials }, 'false', 'STAGED'],
    ] as const) {
      const user = (await client.call('createUser', { body, query: { activate } })).body
      expect(user.status).toBe(status)
      expect(user.activated === null).toBe(activate === 'false')
    }
  })

  it('never shows a password, only that there is one', async () => {
    const body = { profile: profile('d@example.test'), credentials: { password: { value: 'Correct-Horse-7' } } }
    const reply = await client.call('createUser', { body })
    expect(reply.body.credentials?.password).toEqual({})
    expect((await make.aUser()).credentials).not.toHaveProperty('password')
  })

  it('is found by id, login, or the part before the @ where only one has it', async () => {
    const user = await make.aUser({ login: 'greta@one.example.test' })
    for (const userId of [user.id, 'greta@one.example.test', 'GRETA@one.example.test', 'greta'])
      expect((await client.call('getUser', { params: { userId } })).body.id, userId).toBe(user.id)
    await make.aUser({ login: 'greta@two.example.test' })
    expect((await client.refused('getUser', { params: { userId: 'greta' } })).code).toBe('E0000007')
  })

  it('has a login that no other has, whatever its case', async () => {
    await make.aUser({ login: 'olga@example.test' })
    const refusal = await client.refused('createUser', { body: { profile: profile('OLGA@example.test') } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['profile.login']])
  })

  it('has no property that profiles do not know, and is told of every fault', async () => {
    const body = { profile: { login: 'x', email: 'no address', firstName: '', colour: 'blue' } }
    const refusal = await client.refused('createUser', { body })
    expect(refusal.locations.sort()).toEqual(['profile.email', 'profile.firstName', 'profile.login'])
    const { firstName: _, ...nameless } = profile('nameless@example.test')
    const unknown = await client.refused('createUser', { body: { profile: { ...nameless, colour: 'blue', size: 4 } } })
    expect(unknown.locations.sort()).toEqual(['profile.colour', 'profile.firstName', 'profile.size'])
  })

  it('is of a user type that exists', async () => {
    const type = (await client.call('createUserType', { body: { name: 'contractor', displayName: 'Contractor' } })).body
    const made = await client.call('createUser', {
      body: { profile: profile('e@example.test'), type: { id: type.id } },
    })
    expect(made.body.type).toEqual({ id: type.id })
    const body = { profile: profile('f@example.test'), type: { id: 'otyNothing' } }
    expect((await client.refused('createUser', { body })).locations).toEqual(['type.id'])
  })
})

describe('user types', () => {
  it('are at most ten, with names of their own', async () => {
    const body = (name: string) => ({ name, displayName: name })
    expect((await client.refused('createUserType', { body: body('USER') })).locations).toEqual(['name'])
    expect((await client.refused('createUserType', { body: body('1st') })).locations).toEqual(['name'])
    const count = (await client.call('listUserTypes')).body.length
    for (let index = count; index < 10; index++) await client.call('createUserType', { body: body(`type${index}`) })
    expect((await client.refused('createUserType', { body: body('eleventh') })).code).toBe('E0000001')
    expect((await client.call('getUserType', { params: { typeId: 'default' } })).body.default).toBe(true)
  })
})

describe('an application', () => {
  it('is assigned to a person, and taken away again', async () => {
    const [app, user] = [await make.anApp(), await make.aUser()]
    const params = { appId: app.id }
    const assigned = (await client.call('assignAppUser', { params, body: { id: user.id } })).body
    expect(assigned).toMatchObject({ id: user.id, scope: 'USER' })
    const removal = { ...params, userId: user.id }
    expect((await client.call('removeAppUser', { params: removal })).status).toBe(204)
    expect((await client.refused('removeAppUser', { params: removal })).code).toBe('E0000007')
  })

  it('ranks its groups from 0, and changes an assignment in place', async () => {
    const app = await make.anApp()
    const [first, second] = [await make.aGroup(), await make.aGroup()]
    const assign = async (groupId: string, body?: object) =>
      (await client.call('assignAppGroup', { params: { appId: app.id, groupId }, ...(body ? { body } : {}) })).body
    expect((await assign(first.id)).priority).toBe(0)
    expect((await assign(second.id)).priority).toBe(1)
    expect((await assign(first.id, { priority: 4 })).priority).toBe(4)
    expect((await assign(first.id)).priority).toBe(4)
    expect((await client.call('listGroupApps', { params: { groupId: first.id } })).body.map(({ id }) => id)).toEqual([
      app.id,
    ])
    await client.call('removeAppGroup', { params: { appId: app.id, groupId: first.id } })
    const gone = await client.refused('removeAppGroup', { params: { appId: app.id, groupId: first.id } })
    expect(gone.body.errorSummary).toContain('(UserGroup)')
  })

  it('may bear the label of another', async () => {
    await make.anApp('Twin')
    expect((await make.anApp('Twin')).label).toBe('Twin')
  })

  it('starts inactive when asked to', async () => {
    const body = soundApp('SAML_2_0', 'Later')
    expect((await client.call('createApp', { body, query: { activate: 'false' } })).body.status).toBe('INACTIVE')
  })
})
