import okta, { type Client } from '@okta/okta-sdk-nodejs'
import { beforeAll, describe, expect, it } from 'vitest'
import { all, idOf, sent, startSdk } from './sdk.ts'

let client: Client
beforeAll(async () => {
  ;({ client } = await startSdk())
})

let count = 0
const aPerson = (profile: object = {}, activate = false) => {
  const login = `person${(count += 1)}@example.test`
  const body = { profile: { firstName: 'Some', lastName: 'Body', email: login, login, ...profile } }
  return client.userApi.createUser({ body, activate })
}
const aGroup = (name: string) => client.groupApi.createGroup({ group: sent({ profile: { name } }) })

describe('through the client library, people', () => {
  it('are made, and the owner of the token is one of them', async () => {
    const me = await client.userApi.getUser({ userId: 'me' })
    expect(me).toBeInstanceOf(okta.UserGetSingleton)
    expect(me.status).toBe('ACTIVE')
    const password = { value: 'Correct-Horse-7' }
    const profile = { firstName: 'Ada', lastName: 'First', email: 'ada@example.test', login: 'ada@example.test' }
    const ada = await client.userApi.createUser({ body: { profile, credentials: { password } } })
    expect(ada).toBeInstanceOf(okta.User)
    expect([ada.status, ada.created, ada.credentials?.provider?.type]).toEqual(['ACTIVE', expect.any(Date), 'OKTA'])
  })

  it('are listed by pages, filtered and searched', async () => {
    for (let n = 0; n < 5; n += 1) await aPerson({ lastName: `Paged ${n}` })
    const everyone = await all(client.userApi.listUsers())
    const paged = await all(client.userApi.listUsers({ limit: 2 }))
    expect(paged.map(idOf)).toEqual(everyone.map(idOf))
    expect(paged.every((user) => user instanceof okta.User)).toBe(true)
    const found = await all(client.userApi.listUsers({ search: 'profile.lastName eq "Paged 3"' }))
    expect(found.map(({ profile }) => profile?.lastName)).toEqual(['Paged 3'])
    const staged = await all(client.userApi.listUsers({ filter: 'status eq "STAGED"' }))
    expect(staged.length).toBeGreaterThanOrEqual(5)
  })

  it('are changed in part, and replaced by what was read', async () => {
    const { id: userId = '' } = await aPerson()
    const changed = await client.userApi.updateUser({ userId, user: { profile: { nickName: 'Rob' } } })
    expect(changed.profile).toMatchObject({ nickName: 'Rob', lastName: 'Body' })
    const read = await client.userApi.getUser({ userId })
    const replaced = await client.userApi.replaceUser({ userId, user: sent({ ...read }) })
    expect(replaced.profile).toEqual(read.profile)
  })

  it('go through their lifecycle, to the end', async () => {
    const { userApi } = client
    const userId = idOf(await aPerson())
    const statusAfter = async (step: Promise<unknown>) => (await step, (await userApi.getUser({ userId })).status)
    expect(await userApi.activateUser({ userId, sendEmail: false })).toBeInstanceOf(okta.UserActivationToken)
    const { activationToken } = await userApi.reactivateUser({ userId, sendEmail: false })
    expect(activationToken).toMatch(/\S{20}/)
    const credentials = { password: { value: 'Correct-Horse-7' } }
    expect(await statusAfter(userApi.updateUser({ userId, user: sent({ credentials }) }))).toBe('ACTIVE')
    expect(await statusAfter(userApi.suspendUser({ userId }))).toBe('SUSPENDED')
    expect(await statusAfter(userApi.unsuspendUser({ userId }))).toBe('ACTIVE')
    const { resetPasswordUrl } = await userApi.generateResetPasswordToken({ userId, sendEmail: false })
    expect(resetPasswordUrl).toMatch(/^http/)
    expect(await statusAfter(userApi.deactivateUser({ userId }))).toBe('DEPROVISIONED')
    await userApi.deleteUser({ userId })
    await expect(userApi.getUser({ userId })).rejects.toMatchObject({ status: 404 })
  })
})

describe('through the client library, groups', () => {
  it('are made, listed by pages, found, changed and deleted', async () => {
    for (const name of ['East', 'West', 'North']) await aGroup(name)
    const names = (groups: okta.Group[]) => groups.map(({ profile }) => profile?.name)
    const groups = await all(client.groupApi.listGroups({ limit: 1 }))
    expect(names(groups)).toEqual(expect.arrayContaining(['Everyone', 'Okta Administrators', 'East', 'West', 'North']))
    const [east] = await all(client.groupApi.listGroups({ search: 'profile.name eq "East" and type eq "OKTA_GROUP"' }))
    expect(east).toBeInstanceOf(okta.Group)
    const groupId = idOf(east ?? {})
    const group = await client.groupApi.getGroup({ groupId })
    const changed = sent<okta.Group>({ ...group, profile: { name: 'Far East' } })
    expect((await client.groupApi.replaceGroup({ groupId, group: sent(changed) })).profile?.name).toBe('Far East')
    await client.groupApi.deleteGroup({ groupId })
    expect(names(await all(client.groupApi.listGroups({ q: 'Far' })))).toEqual([])
  })

  it('have members and owners', async () => {
    const [userId, groupId] = [idOf(await aPerson()), idOf(await aGroup('Crew'))]
    await client.groupApi.assignUserToGroup({ groupId, userId })
    expect((await all(client.groupApi.listGroupUsers({ groupId }))).map(idOf)).toEqual([userId])
    expect((await all(client.userApi.listUserGroups({ userId }))).map(idOf)).toContain(groupId)
    await client.groupApi.unassignUserFromGroup({ groupId, userId })
    await client.groupApi.assignGroupOwner({ groupId, GroupOwner: sent({ id: userId, type: 'USER' }) })
    const owners = await all(client.groupApi.listGroupOwners({ groupId }))
    expect(owners).toMatchObject([{ id: userId, type: 'USER' }])
    await client.groupApi.deleteGroupOwner({ groupId, ownerId: userId })
  })

  it('are filled by rules, which are replaced by what was read', async () => {
    const { groupApi } = client
    const userId = idOf(await aPerson({ lastName: 'Ruled' }))
    const groupId = idOf(await aGroup('Ruled'))
    const groupRule = {
      ...{ type: 'group_rule', name: 'By name', actions: { assignUserToGroups: { groupIds: [groupId] } } },
      conditions: { expression: { value: 'user.lastName == "Ruled"', type: 'urn:okta:expression:1.0' } },
    }
    const made = await groupApi.createGroupRule({ groupRule: sent(groupRule) })
    const ruleId = idOf(made)
    expect(made).toBeInstanceOf(okta.GroupRule)
    const replaced = await groupApi.replaceGroupRule({ ruleId, groupRule: await groupApi.getGroupRule({ ruleId }) })
    expect(replaced).toMatchObject({ name: 'By name', status: 'INACTIVE' })
    await groupApi.activateGroupRule({ ruleId })
    const isMember = async () => (await all(groupApi.listGroupUsers({ groupId }))).map(idOf).includes(userId)
    await expect.poll(isMember, { timeout: 60_000 }).toBe(true)
    await groupApi.deactivateGroupRule({ ruleId })
    await groupApi.deleteGroupRule({ ruleId })
    expect(await all(groupApi.listGroupRules())).toEqual([])
  })
})

describe('through the client library, the schema', () => {
  it('of a type of people gets an attribute, is sent back as it was read, and goes with its type', async () => {
    const { userTypeApi, schemaApi } = client
    const made = await userTypeApi.createUserType({ userType: sent({ name: 'guest', displayName: 'Guest' }) })
    const typeId = idOf(made)
    const userType = await userTypeApi.getUserType({ typeId })
    expect(userType).toBeInstanceOf(okta.UserType)
    const renamed = await userTypeApi.replaceUserType({
      typeId,
      userType: sent({ ...userType, displayName: 'Visitor' }),
    })
    expect(renamed.displayName).toBe('Visitor')
    const { href = '' } = (made._links as Record<string, { href?: string }>)['schema'] ?? {}
    const schemaId = href.split('/').at(-1) ?? ''
    const custom = { id: '#custom', type: 'object', properties: { shoe: { title: 'Shoe size', type: 'string' } } }
    const schema = await schemaApi.updateUserProfile({ schemaId, userSchema: sent({ definitions: { custom } }) })
    expect(schema).toBeInstanceOf(okta.UserSchema)
    const again = await schemaApi.updateUserProfile({
      schemaId,
      userSchema: await schemaApi.getUserSchema({ schemaId }),
    })
    expect(again.definitions?.custom?.properties).toMatchObject({ shoe: { title: 'Shoe size' } })
    expect((await all(userTypeApi.listUserTypes())).map(({ name }) => name)).toEqual(['user', 'guest'])
    await userTypeApi.deleteUserType({ typeId })
  })

  it('of groups gets an attribute', async () => {
    const custom = { id: '#custom', type: 'object', properties: { cost: { title: 'Cost centre', type: 'string' } } }
    await client.schemaApi.updateGroupSchema({ GroupSchema: sent({ definitions: { custom } }) })
    const schema = await client.schemaApi.getGroupSchema()
    expect(schema).toBeInstanceOf(okta.GroupSchema)
    expect(schema.definitions?.custom?.properties).toMatchObject({ cost: { title: 'Cost centre' } })
  })
})
