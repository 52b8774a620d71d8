import { beforeAll, describe, expect, it } from 'vitest'
import { BUILT_IN_GROUPS } from '#contract/directory/built-in-groups.ts'
import { ruleBody } from '../../../helpers/group-rules.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let call: TestServer['client']['call']
let refused: TestServer['client']['refused']
/** Of the group of all administrators. */
let groupId: string
beforeAll(async () => {
  server = await startServer()
  ;({ call, refused } = server.client)
  groupId = (await builtIn())[1]?.id ?? ''
})

const builtIn = async () => (await call('listGroups', { query: { filter: 'type eq "BUILT_IN"' } })).body
const members = async () => (await call('listGroupMembers', { params: { groupId } })).body.map(({ id }) => id)
const isMember = async (userId: string) => (await members()).includes(userId)
const give = async (userId: string, type: 'HELP_DESK_ADMIN' | 'READ_ONLY_ADMIN' = 'HELP_DESK_ADMIN') =>
  (await call('assignUserRole', { params: { userId }, body: { type } })).body.id
const take = (userId: string, roleId: string) => call('unassignUserRole', { params: { userId, roleId } })

const movesOf = async (userId: string) => {
  const filter = `target.id eq "${userId}" and target.id eq "${groupId}"`
  const { body } = await call('listLogEvents', { query: { filter, sortOrder: 'ASCENDING' } })
  return body.map(({ eventType }) => eventType.replace('group.user_membership.', ''))
}

describe('the built-in group of administrators', () => {
  it('is there from the start, behind Everyone, with the owner [spec/5 3/administrators]', async () => {
    const { everyone, administrators } = BUILT_IN_GROUPS
    expect((await builtIn()).map(({ profile }) => profile)).toEqual([everyone, administrators])
    expect(await members()).toEqual([(await call('getUser', { params: { userId: 'me' } })).body.id])
    const { body } = await call('listGroups', { query: { filter: 'type eq "BUILT_IN"', expand: 'stats' } })
    expect(body[1]?._embedded?.stats?.usersCount).toBe(1)
  })

  it('is joined with the first role and left with the last, each with its event', async () => {
    const { id } = await server.make.aUser()
    const first = await give(id)
    const second = await give(id, 'READ_ONLY_ADMIN')
    expect(await isMember(id)).toBe(true)
    expect((await call('listUserGroups', { params: { userId: id } })).body.map(({ profile }) => profile.name)).toEqual([
      ...['Everyone', 'Svc Administrators'],
    ])
    await take(id, first)
    expect(await isMember(id)).toBe(true)
    await take(id, second)
    expect(await isMember(id)).toBe(false)
    expect(await movesOf(id)).toEqual(['add', 'remove'])
  })

  it('has the members of a group that holds a role, until they leave it, it loses the role, or it is deleted', async () => {
    const people = await Promise.all([1, 2, 3].map(() => server.make.aUser()))
    const [a, b, c] = people.map(({ id }) => id) as [string, string, string]
    const { id: deskId } = await server.make.aGroup()
    const join = (userId: string) => call('addGroupMember', { params: { groupId: deskId, userId } })
    await join(a)
    await call('assignGroupRole', { params: { groupId: deskId }, body: { type: 'HELP_DESK_ADMIN' } })
    expect(await isMember(a)).toBe(true)
    await join(b)
    await join(c)
    expect(await members()).toEqual(expect.arrayContaining([a, b, c]))
    await call('removeGroupMember', { params: { groupId: deskId, userId: c } })
    expect(await isMember(c)).toBe(false)
    await give(b)
    await call('deleteGroup', { params: { groupId: deskId } })
    expect([await isMember(a), await isMember(b)]).toEqual([false, true])
  })

  it('is changed by roles alone: adding, removing, renaming, owning, deleting and giving it a role are refused', async () => {
    const { id: userId } = await server.make.aUser()
    await give(userId)
    const refusals = [
      refused('addGroupMember', { params: { groupId, userId } }),
      refused('removeGroupMember', { params: { groupId, userId } }),
      refused('replaceGroup', { params: { groupId }, body: { profile: { name: 'Others' } } }),
      refused('addGroupOwner', { params: { groupId }, body: { id: userId, type: 'USER' } }),
      refused('deleteGroup', { params: { groupId } }),
    ]
    expect((await Promise.all(refusals)).map(({ code }) => code)).toEqual(Array.from(refusals, () => 'E0000006'))
    const role = await refused('assignGroupRole', { params: { groupId }, body: { type: 'HELP_DESK_ADMIN' } })
    expect(role.body.errorCauses[0]?.errorSummary).toContain('type: the members of Svc Administrators are those')
    const roleId = await give(userId, 'READ_ONLY_ADMIN').catch(() => '')
    const limited = { params: { userId, roleId, targetGroupId: groupId } }
    expect((await refused('addUserRoleGroup', limited)).code).toBe('E0000001')
    expect(await isMember(userId)).toBe(true)
  })

  it('counts in the conditions of group rules', async () => {
    const { id: target } = await server.make.aGroup('Watched')
    const rule = ruleBody(`isMemberOfGroup("${groupId}")`, [target])
    const { id: groupRuleId } = (await call('createGroupRule', { body: rule })).body
    await call('activateGroupRule', { params: { groupRuleId } })
    const { id } = await server.make.aUser()
    const roleId = await give(id)
    const inTarget = async () =>
      (await call('listGroupMembers', { params: { groupId: target } })).body.map((one) => one.id)
    expect(await inTarget()).toContain(id)
    await take(id, roleId)
    expect(await inTarget()).not.toContain(id)
  })

  it('is joined and left by more people than are looked at together', async () => {
    const { id: crew } = await server.make.aGroup()
    const people = await Promise.all(Array.from({ length: 510 }, () => server.make.aUser({}, [crew])))
    const before = (await members()).length
    const count = async () => {
      const { body } = await call('listGroups', { query: { filter: `id eq "${groupId}"`, expand: 'stats' } })
      return body[0]?._embedded?.stats?.usersCount
    }
    const role = (await call('assignGroupRole', { params: { groupId: crew }, body: { type: 'HELP_DESK_ADMIN' } })).body
    expect(await count()).toBe(before + people.length)
    await call('unassignGroupRole', { params: { groupId: crew, roleId: role.id } })
    expect(await count()).toBe(before)
    expect(await movesOf(people.at(-1)?.id ?? '')).toEqual(['add', 'remove'])
  })

  it('is left by who is deleted', async () => {
    const { id: userId } = await server.make.aUser()
    await give(userId)
    for (const _ of ['deactivated', 'deleted']) await call('deleteUser', { params: { userId } })
    expect(await isMember(userId)).toBe(false)
  })
})
