import { describe, expect, it } from 'vitest'
import { CONTACT_TYPES } from '#contract/organization/settings.ts'
import { openStore } from '#db/store.ts'
import { settings } from '#db/tables/settings.ts'
import { users } from '#db/tables/users.ts'
import { roleAssignments } from '#db/tables/role-assignments.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { anAdministrator } from '../../../helpers/administrators.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const me = async ({ client }: TestServer) => (await client.call('getUser', { params: { userId: 'me' } })).body

/** Stops the service, changes its file as by hand, and starts it again. */
async function changedByHand(
  server: TestServer,
  work: (tx: WriteTransaction) => Promise<unknown>,
  options: Parameters<typeof startServer>[0] = {},
): Promise<TestServer> {
  const { dataFile, clock } = server
  await server.stop()
  const store = await openStore(dataFile, new Date(clock.now).toISOString())
  await store.write(work)
  await store.close()
  return startServer({ dataFile, clock, ...options })
}

/** Makes of a workspace one as 0.2 left it: the administrator was none of its people. */
async function asInVersion02(tx: WriteTransaction) {
  const owner = await settings.get(tx, 'owner')
  const { id } = JSON.parse(owner?.value ?? '') as { id: string }
  await users.remove(tx, { id })
  await settings.remove(tx, { key: 'owner' })
  const value = { id, login: 'administrator@gatehouse.local', displayName: 'Local administrator' }
  await settings.insert(tx, { key: 'administrator', value: JSON.stringify(value) })
}

const ownerEvents = async ({ client }: TestServer) =>
  (await client.call('listLogEvents', { query: { filter: 'actor.type eq "SystemPrincipal"' } })).body
    .map(({ eventType }) => eventType)
    .filter((type) => /^(?:user|gatehouse.owner|group.user|gatehouse.organization)/.test(type))

describe('a new workspace', () => {
  it('has one person, who owns it: active, a super administrator, among the administrators, and both contacts [spec/6 5/owner]', async () => {
    const server = await startServer()
    const { call } = server.client
    const [owner, ...others] = (await call('listUsers')).body
    expect(others).toEqual([])
    expect(owner).toMatchObject({
      status: 'ACTIVE',
      profile: { login: 'owner@example.com', email: 'owner@example.com', firstName: 'Workspace', lastName: 'Owner' },
    })
    const userId = owner?.id ?? ''
    expect((await me(server)).id).toBe(userId)
    expect((await call('listUserRoles', { params: { userId } })).body).toMatchObject([{ type: 'SUPER_ADMIN' }])
    const names = (await call('listUserGroups', { params: { userId } })).body.map(({ profile }) => profile.name)
    expect(names).toEqual(['Everyone', 'Svc Administrators'])
    for (const contactType of CONTACT_TYPES)
      expect((await call('getContact', { params: { contactType } })).body.userId).toBe(userId)
    expect((await call('listApiTokens')).body).toMatchObject([{ name: 'First token', userId }])
  })

  it('has no event of that, as of nothing that is there from the beginning', async () => {
    expect(await ownerEvents(await startServer())).toEqual([])
  })

  it('names its owner in what the first token does', async () => {
    const server = await startServer({ owner: 'keeper@example.test' })
    await server.make.aGroup()
    const filter = 'eventType eq "group.lifecycle.create"'
    const [event] = (await server.client.call('listLogEvents', { query: { filter } })).body
    const { id } = await me(server)
    const actor = { id, alternateId: 'keeper@example.test', displayName: 'Workspace Owner' }
    expect(event?.actor).toMatchObject(actor)
  })

  it.each(['', 'keeper', 'keeper@', 'two words@example.test'])(
    'refuses %o as the address of its owner',
    async (owner) => {
      await expect(startServer({ owner })).rejects.toThrow('is named by an email address')
    },
  )

  it('calls its owner by their name at once when that changes', async () => {
    const server = await startServer()
    const { id: userId } = await me(server)
    await server.client.call('updateUser', { params: { userId }, body: { profile: { firstName: 'Ada' } } })
    const { id } = await server.make.aGroup()
    const filter = `target.id eq "${id}"`
    const [event] = (await server.client.call('listLogEvents', { query: { filter } })).body
    expect(event?.actor.displayName).toBe('Ada Owner')
  })
})

describe('a workspace of an earlier version', () => {
  it('gets an owner when it is opened, to whom its tokens belong, and says so in its log', async () => {
    const before = await startServer()
    const { token } = before
    const server = await changedByHand(before, asInVersion02)
    expect(server.token).toBe(token)
    const { id, profile } = await me(server)
    expect(profile['login']).toBe('owner@example.com')
    expect((await server.client.call('listApiTokens')).body).toMatchObject([{ userId: id }])
    expect(await ownerEvents(server)).toEqual([
      'user.lifecycle.create',
      'user.lifecycle.activate',
      'user.account.privilege.grant',
      'gatehouse.organization.contact.update',
      'gatehouse.organization.contact.update',
      'gatehouse.owner.update',
      'group.user_membership.add',
    ])
    const roles = (await server.client.call('listUserRoles', { params: { userId: id } })).body
    expect(roles).toMatchObject([{ type: 'SUPER_ADMIN' }])
  })

  it('keeps its own contacts, and its people their addresses', async () => {
    const before = await startServer({ owner: 'first@example.test' })
    const { id: userId } = await before.make.aUser({ login: 'Owner@example.com', email: 'other@example.test' })
    await before.client.call('replaceContact', { params: { contactType: 'BILLING' }, body: { userId } })
    const server = await changedByHand(before, asInVersion02)
    expect((await me(server)).profile['login']).toBe('owner2@example.com')
    const contactOf = async (contactType: string) =>
      (await server.client.call('getContact', { params: { contactType } })).body.userId
    expect([await contactOf('BILLING'), await contactOf('TECHNICAL')]).toEqual([userId, (await me(server)).id])
  })

  it('is not opened with the address of another person as its owner’s', async () => {
    const before = await startServer()
    const { profile } = await before.make.aUser()
    const owner = String(profile['login'])
    await expect(changedByHand(before, asInVersion02, { owner })).rejects.toThrow(
      `Another person has the address ${owner}`,
    )
    const server = await startServer({ dataFile: before.dataFile, clock: before.clock, owner: 'free@example.test' })
    expect((await me(server)).profile['login']).toBe('free@example.test')
  })

  it('makes one owner however often it is opened', async () => {
    const first = await changedByHand(await startServer(), asInVersion02)
    const count = (await ownerEvents(first)).length
    const { id } = await me(first)
    const again = await changedByHand(first, () => Promise.resolve())
    expect([(await ownerEvents(again)).length, (await me(again)).id]).toEqual([count, id])
  })
})

describe('a workspace whose owner is gone', () => {
  it('gets another where they were deleted from the file by hand, and a token that works', async () => {
    const before = await startServer()
    const { id } = await me(before)
    const server = await changedByHand(before, async (tx) => {
      await roleAssignments.remove(tx, { assigneeId: id, type: 'SUPER_ADMIN' })
      await users.remove(tx, { id })
    })
    const owner = await me(server)
    expect(owner.id).not.toBe(id)
    expect(server.token).not.toBe(before.token)
  })

  it('is handed to the super administrator who was there first, and says so', async () => {
    const before = await startServer()
    const { id: userId } = await me(before)
    const heir = await anAdministrator(before, 'SUPER_ADMIN')
    const headers = { Authorization: `SSWS ${heir.token}` }
    await before.client.call('deactivateUser', { params: { userId }, headers })
    const server = await changedByHand(before, () => Promise.resolve())
    expect((await me(server)).id).toBe(heir.userId)
    expect((await ownerEvents(server)).filter((type) => type.startsWith('gatehouse.owner'))).toHaveLength(1)
  })

  it('accepts the token that is given at the start, which is the new owner’s from then on', async () => {
    const given = 'a-token-that-was-given-at-the-start'
    const before = await startServer({ token: given })
    const { id: userId } = await me(before)
    const heir = await anAdministrator(before, 'SUPER_ADMIN')
    const headers = { Authorization: `SSWS ${heir.token}` }
    await before.client.call('deactivateUser', { params: { userId }, headers })
    const server = await changedByHand(before, () => Promise.resolve(), { token: given })
    expect((await me(server)).id).toBe(heir.userId)
  })

  it('makes nothing of a token that belonged to somebody who was deleted', async () => {
    const before = await startServer()
    const gone = await anAdministrator(before, 'SUPER_ADMIN')
    await before.client.call('deactivateUser', { params: { userId: gone.userId } })
    await before.client.call('deleteUser', { params: { userId: gone.userId } })
    const server = await changedByHand(before, () => Promise.resolve())
    const reply = await server.client.fetch('/api/v1/users/me', { headers: { Authorization: `SSWS ${gone.token}` } })
    expect(reply.status).toBe(401)
  })
})

it('the owner of the sample organization is one of its people', async () => {
  const server = await startServer({ sample: true })
  const owner = await me(server)
  expect(owner.profile).toMatchObject({ firstName: 'Maren', lastName: 'Oduya', title: 'Head of identity' })
  expect((await server.client.call('getContact', { params: { contactType: 'TECHNICAL' } })).body.userId).toBe(owner.id)
  const people = await server.client.call('listUsers', { query: { limit: 200, q: 'owner' } })
  expect(people.body).toEqual([])
  expect((await server.client.call('getCallerRights')).body).toMatchObject({ isOwner: true, roles: ['SUPER_ADMIN'] })
})

it('a workspace with people besides its owner does not take the sample', async () => {
  const server = await startServer()
  await server.make.aUser()
  expect((await server.client.refused('loadSample')).code).toBe('E0000113')
})
