import { beforeAll, describe, expect, it } from 'vitest'
import type { AccessLossRequest } from '#contract/gatehouse/access-loss.ts'
import { aGroupRule, atRest } from '../../../../helpers/group-rules.ts'
import { changedPeople } from '../../../../helpers/people-changes.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

let server: TestServer
/** An application of all administrators. */
let forAdministrators: string
beforeAll(async () => {
  server = await startServer()
  forAdministrators = (await server.make.anApp()).id
  await assign(forAdministrators, await builtIn('Svc Administrators'))
})

const lossOf = async (body: AccessLossRequest) => (await server.client.call('previewAccessLoss', { body })).body
const namesOf = async (accessLossId: string, of: string, limit?: number) =>
  (
    await server.client.call('listLosingPeople', {
      params: { accessLossId },
      query: { of, ...(limit === undefined ? {} : { limit }) },
    })
  ).body.map(({ name }) => name)
const refused = (body: AccessLossRequest) => server.client.refused('previewAccessLoss', { body })

const assign = (appId: string, groupId: string) =>
  server.client.call('assignAppGroup', { params: { appId, groupId }, body: {} })
const join = (groupId: string, userId: string) => server.client.call('addGroupMember', { params: { groupId, userId } })
const builtIn = async (name: string) =>
  (await server.client.call('listGroups', { query: { filter: 'type eq "BUILT_IN"' } })).body.find(
    ({ profile }) => profile.name === name,
  )?.id ?? ''
const everyone = () => builtIn('Everyone')

const usersOf = async (appId: string) =>
  (await server.client.call('listAppUsers', { params: { appId } })).body.map(({ id }) => id)

/** A group of Ada, Bo and Cy with an application; Bo has it directly too, Cy through another group. */
async function aCrew() {
  const { make, client } = server
  const [app, group, other] = [await make.anApp(), await make.aGroup(), await make.aGroup()]
  const people = []
  for (const firstName of ['Ada', 'Bo', 'Cy']) people.push(await make.aUser({ firstName, lastName: 'Crew' }))
  const [ada, bo, cy] = people.map(({ id }) => id) as [string, string, string]
  for (const id of [ada, bo, cy]) await join(group.id, id)
  await join(other.id, cy)
  await assign(app.id, group.id)
  await assign(app.id, other.id)
  await client.call('assignAppUser', { params: { appId: app.id }, body: { id: bo } })
  return { appId: app.id, label: app.label, groupId: group.id, otherId: other.id, ada, bo, cy }
}

describe('a group that is no longer assigned', () => {
  it('takes an application from those who have it only through that group, and nothing changes before', async () => {
    const { appId, label, groupId, ada } = await aCrew()
    const loss = await lossOf({ change: 'UNASSIGN_GROUP', appId, groupId })
    expect(loss).toMatchObject({ people: 1, apps: [{ id: appId, name: label, people: 1, status: 'ACTIVE' }] })
    expect(await namesOf(loss.id, appId)).toEqual(['Ada Crew'])
    const { status } = await server.client.call('getAppUser', { params: { appId, userId: ada } })
    expect(status).toBe(200)
  })

  it('takes nothing where everybody has the application, nor from people who are deactivated', async () => {
    const { appId, groupId, ada } = await aCrew()
    await server.client.call('deactivateUser', { params: { userId: ada } })
    expect(await lossOf({ change: 'UNASSIGN_GROUP', appId, groupId })).toMatchObject({ people: 0, apps: [] })
    const crew = await aCrew()
    await assign(crew.appId, await everyone())
    const unassigned = { change: 'UNASSIGN_GROUP', appId: crew.appId, groupId: crew.groupId } as const
    expect(await lossOf(unassigned)).toMatchObject({ people: 0, apps: [] })
  })

  it('that is everybody takes it from all who have it in no other way', async () => {
    const { appId, ada, bo, cy } = await aCrew()
    const groupId = await everyone()
    await assign(appId, groupId)
    const outsider = await server.make.aUser()
    const loss = await lossOf({ change: 'UNASSIGN_GROUP', appId, groupId })
    const { body } = await server.client.call('listLosingPeople', {
      params: { accessLossId: loss.id },
      query: { of: appId },
    })
    const ids = body.map(({ id }) => id)
    expect(ids).toContain(outsider.id)
    for (const id of [ada, bo, cy]) expect(ids).not.toContain(id)
    expect(loss.people).toBe(ids.length)
  })
})

describe('applications that are closed', () => {
  it('are lost by all who have them, each person counted once, by pages in the order of their names', async () => {
    const [one, two] = [await aCrew(), await aCrew()]
    await server.client.call('assignAppUser', { params: { appId: two.appId }, body: { id: one.ada } })
    const loss = await lossOf({ change: 'CLOSE_APPS', appIds: [one.appId, two.appId] })
    expect(loss.people).toBe(6)
    expect(loss.apps.map(({ id, people }) => [id, people])).toEqual([
      [two.appId, 4],
      [one.appId, 3],
    ])
    expect(await namesOf(loss.id, one.appId)).toEqual(['Ada Crew', 'Bo Crew', 'Cy Crew'])
    expect(await namesOf(loss.id, one.appId, 2)).toEqual(['Ada Crew', 'Bo Crew'])
  })

  it('are lost by everybody where Everyone has them, and by no one where no one has', async () => {
    const [app, unused] = [await server.make.anApp(), await server.make.anApp()]
    await assign(app.id, await everyone())
    const loss = await lossOf({ change: 'CLOSE_APPS', appIds: [app.id, unused.id] })
    const active = (await server.client.call('listUsers', { query: { limit: 200 } })).body.length
    expect(loss).toMatchObject({ people: active, apps: [{ id: app.id, people: active }], moreApps: 0 })
  })
})

describe('people who leave a group', () => {
  it('lose what they have only through it; active rules that ask for it are named', async () => {
    const { appId, label, groupId, ada, bo, cy } = await aCrew()
    const outsider = await server.make.aUser()
    const filled = await server.make.aGroup()
    const filling = await aGroupRule(server.client, `isMemberOfGroup("${groupId}")`, [filled.id])
    await server.client.call('activateGroupRule', { params: { groupRuleId: filling.id } })
    await atRest(server.client)
    const ids = [ada, bo, cy, outsider.id]
    const loss = await lossOf({ change: 'LEAVE_GROUP', groupId, ids })
    expect(loss).toMatchObject({ people: 1, apps: [{ id: appId, name: label, people: 1 }], exceptions: [] })
    expect(loss.asking).toEqual([{ id: filling.id, name: filling.name }])
    expect(await namesOf(loss.id, appId)).toEqual(['Ada Crew'])
    expect(await lossOf({ change: 'LEAVE_GROUP', groupId, ids: [outsider.id] })).toMatchObject({
      people: 0,
      asking: [],
    })
  })

  it('leave the other groups of a rule that excepts them, and lose what they have only through those', async () => {
    const { client, make } = server
    const [left, filled, kept] = [await make.aGroup(), await make.aGroup(), await make.aGroup()]
    const [byRule, byHand] = [await make.aUser({ department: 'Sail' }), await make.aUser({ department: 'Sail' })]
    await join(filled.id, byHand.id)
    const rules = []
    for (const groupIds of [[left.id, filled.id, kept.id], [kept.id]])
      rules.push(await aGroupRule(client, 'user.department == "Sail"', groupIds))
    for (const { id } of rules) await client.call('activateGroupRule', { params: { groupRuleId: id } })
    await atRest(client)
    const [lost, stays, both] = [await make.anApp(), await make.anApp(), await make.anApp()]
    await assign(lost.id, filled.id)
    await assign(stays.id, kept.id)
    for (const { id } of [filled, kept]) await assign(both.id, id)
    const ids = [byRule.id, byHand.id]
    const loss = await lossOf({ change: 'LEAVE_GROUP', groupId: left.id, ids })
    expect(loss).toMatchObject({ people: 1, apps: [{ id: lost.id, people: 1 }], moreApps: 0 })
    for (const userId of ids) await client.call('removeGroupMember', { params: { groupId: left.id, userId } })
    const has = async (appId: string, userId: string) =>
      (await client.call('listAppUsers', { params: { appId } })).body.some(({ id }) => id === userId)
    expect([await has(lost.id, byRule.id), await has(lost.id, byHand.id)]).toEqual([false, true])
    for (const { id } of [stays, both]) expect(await has(id, byRule.id)).toBe(true)
  })

  it('lose what administrators have, where no role is left to them', async () => {
    const { client, make } = server
    const [crew, other] = [await make.aGroup(), await make.aGroup()]
    for (const { id: groupId } of [crew, other])
      await client.call('assignGroupRole', { params: { groupId }, body: { type: 'HELP_DESK_ADMIN' } })
    const [byCrew, byBoth, bySelf] = [await make.aUser(), await make.aUser(), await make.aUser()]
    const ids = [byCrew.id, byBoth.id, bySelf.id]
    for (const userId of ids) await join(crew.id, userId)
    await join(other.id, byBoth.id)
    const role = { params: { userId: bySelf.id }, body: { type: 'REPORT_ADMIN' } } as const
    await client.call('assignUserRole', role)
    const before = await usersOf(forAdministrators)
    const loss = await lossOf({ change: 'LEAVE_GROUP', groupId: crew.id, ids })
    expect(loss).toMatchObject({ people: 1, apps: [{ id: forAdministrators, people: 1 }] })
    for (const userId of ids) await client.call('removeGroupMember', { params: { groupId: crew.id, userId } })
    const after = await usersOf(forAdministrators)
    expect(before.filter((id) => !after.includes(id))).toEqual([byCrew.id])
  })

  it('are excepted as the removal itself excepts them, those of a search too', async () => {
    const group = await server.make.aGroup()
    const people = [await server.make.aUser({ department: 'Rope' }), await server.make.aUser({ department: 'Rope' })]
    const rule = await aGroupRule(server.client, 'user.department == "Rope"', [group.id])
    await server.client.call('activateGroupRule', { params: { groupRuleId: rule.id } })
    await atRest(server.client)
    const search = 'profile.department eq "Rope"'
    const loss = await lossOf({ change: 'LEAVE_GROUP', groupId: group.id, search })
    expect(loss.exceptions).toEqual([{ id: rule.id, name: rule.name, people: 2 }])
    expect(await namesOf(loss.id, rule.id)).toHaveLength(2)
    await changedPeople(server, { act: 'remove_from_group', groupId: group.id, search, expected: 2 })
    const { conditions } = (await server.client.call('getGroupRule', { params: { groupRuleId: rule.id } })).body
    expect(conditions.people?.users?.exclude?.toSorted()).toEqual(people.map(({ id }) => id).toSorted())
  })
})

describe('an administrator role that is taken away', () => {
  const leavers = async (take: () => Promise<unknown>) => {
    const before = await usersOf(forAdministrators)
    await take()
    const after = await usersOf(forAdministrators)
    return before.filter((id) => !after.includes(id))
  }

  it('from a person takes what administrators have, unless another role is left to them', async () => {
    const { client, make } = server
    const person = await make.aUser()
    const group = await make.aGroup()
    await join(group.id, person.id)
    const held = (type: 'HELP_DESK_ADMIN' | 'REPORT_ADMIN') =>
      client.call('assignUserRole', { params: { userId: person.id }, body: { type } })
    const [desk, report] = [(await held('HELP_DESK_ADMIN')).body, (await held('REPORT_ADMIN')).body]
    const take = { change: 'TAKE_ROLE', assigneeId: person.id } as const
    expect(await lossOf({ ...take, type: 'REPORT_ADMIN' })).toMatchObject({ people: 0, apps: [] })
    await client.call('unassignUserRole', { params: { userId: person.id, roleId: report.id } })
    const ofGroup = await client.call('assignGroupRole', {
      params: { groupId: group.id },
      body: { type: 'HELP_DESK_ADMIN' },
    })
    expect((await lossOf({ ...take, type: 'HELP_DESK_ADMIN' })).people).toBe(0)
    await client.call('unassignGroupRole', { params: { groupId: group.id, roleId: ofGroup.body.id } })
    const loss = await lossOf({ ...take, type: 'HELP_DESK_ADMIN' })
    expect(loss).toMatchObject({ people: 1, apps: [{ id: forAdministrators, people: 1 }] })
    const unassigned = { params: { userId: person.id, roleId: desk.id } }
    expect(await leavers(() => client.call('unassignUserRole', unassigned))).toEqual([person.id])
  })

  it('from a group takes it from the members without a role of their own; rules that ask for administrators are named', async () => {
    const { client, make } = server
    const [group, filled] = [await make.aGroup(), await make.aGroup()]
    const [byGroup, bySelf, gone] = [await make.aUser(), await make.aUser(), await make.aUser()]
    for (const { id } of [byGroup, bySelf, gone]) await join(group.id, id)
    await client.call('assignUserRole', { params: { userId: bySelf.id }, body: { type: 'HELP_DESK_ADMIN' } })
    const role = await client.call('assignGroupRole', {
      params: { groupId: group.id },
      body: { type: 'HELP_DESK_ADMIN' },
    })
    await client.call('deactivateUser', { params: { userId: gone.id } })
    const asking = await aGroupRule(client, `isMemberOfGroup("${await builtIn('Svc Administrators')}")`, [filled.id])
    await client.call('activateGroupRule', { params: { groupRuleId: asking.id } })
    await atRest(client)
    const loss = await lossOf({ change: 'TAKE_ROLE', assigneeId: group.id, type: 'HELP_DESK_ADMIN' })
    expect(loss).toMatchObject({ people: 1, apps: [{ id: forAdministrators, people: 1 }] })
    expect(loss.asking).toEqual([{ id: asking.id, name: asking.name }])
    expect(await namesOf(loss.id, forAdministrators)).toEqual([
      `${byGroup.profile.firstName} ${byGroup.profile.lastName}`,
    ])
    const unassigned = { params: { groupId: group.id, roleId: role.body.id } }
    const left = await leavers(() => client.call('unassignGroupRole', unassigned))
    expect(left.filter((id) => id !== gone.id)).toEqual([byGroup.id])
  })
})

describe('groups that are deleted', () => {
  it('take what their members have only through them, what the role of a group gave them too', async () => {
    const { client } = server
    const { appId, groupId, otherId, ada, cy } = await aCrew()
    await client.call('assignGroupRole', { params: { groupId }, body: { type: 'HELP_DESK_ADMIN' } })
    const one = await lossOf({ change: 'DELETE_GROUPS', groupIds: [groupId] })
    expect(one).toMatchObject({ people: 3, moreApps: 0, exceptions: [], asking: [] })
    expect(one.apps.map(({ id, people }) => [id, people])).toEqual([
      [forAdministrators, 3],
      [appId, 1],
    ])
    expect(await namesOf(one.id, appId)).toEqual(['Ada Crew'])
    const both = await lossOf({ change: 'DELETE_GROUPS', groupIds: [groupId, otherId] })
    expect(await namesOf(both.id, appId)).toEqual(['Ada Crew', 'Cy Crew'])
    const had = await Promise.all([appId, forAdministrators].map(usersOf))
    for (const id of [groupId, otherId]) await client.call('deleteGroup', { params: { groupId: id } })
    const has = await Promise.all([appId, forAdministrators].map(usersOf))
    const lost = had.map((ids, at) => ids.filter((id) => !has[at]?.includes(id)))
    expect(lost[0]?.toSorted()).toEqual([ada, cy].toSorted())
    expect(lost[1]).toHaveLength(3)
  })

  it('leave people in the other groups of a rule that names one; rules that ask for one are named', async () => {
    const { client, make } = server
    const [gone, filled, after] = [await make.aGroup(), await make.aGroup(), await make.aGroup()]
    const person = await make.aUser({ department: 'Loft' })
    const filling = await aGroupRule(client, 'user.department == "Loft"', [gone.id, filled.id])
    const following = await aGroupRule(client, `isMemberOfGroup("${gone.id}")`, [after.id])
    for (const { id } of [filling, following]) await client.call('activateGroupRule', { params: { groupRuleId: id } })
    await atRest(client)
    const [lost, stays] = [await make.anApp(), await make.anApp()]
    await assign(lost.id, gone.id)
    await assign(stays.id, filled.id)
    const loss = await lossOf({ change: 'DELETE_GROUPS', groupIds: [gone.id] })
    expect(loss).toMatchObject({ people: 1, apps: [{ id: lost.id, people: 1 }], moreApps: 0 })
    expect(loss.asking).toEqual([{ id: following.id, name: following.name }])
    await client.call('deleteGroup', { params: { groupId: gone.id } })
    await atRest(client)
    expect([await usersOf(lost.id), await usersOf(stays.id)]).toEqual([[], [person.id]])
  })
})

it('what does not exist is named, and so is what does not fit together', async () => {
  const { appId, groupId } = await aCrew()
  const at = async (body: AccessLossRequest) => {
    const { code, locations } = await refused(body)
    return [code, ...locations]
  }
  expect(await at({ change: 'CLOSE_APPS', appIds: [appId, '0oaNONE'] })).toEqual(['E0000001', 'appIds[1]'])
  expect(await at({ change: 'DELETE_GROUPS', groupIds: ['00gNONE', groupId] })).toEqual(['E0000001', 'groupIds[0]'])
  expect(await at({ change: 'DELETE_GROUPS', groupIds: [] })).toEqual(['E0000001', 'groupIds'])
  expect(await at({ change: 'UNASSIGN_GROUP', appId: '0oaNONE', groupId })).toEqual(['E0000001', 'appId'])
  expect(await at({ change: 'LEAVE_GROUP', groupId: '00gNONE', ids: ['00u1'] })).toEqual(['E0000001', 'groupId'])
  expect(await at({ change: 'LEAVE_GROUP', groupId })).toEqual(['E0000001', 'ids'])
  expect((await at({ change: 'LEAVE_GROUP', groupId, search: 'profile.' }))[0]).toBe('E0000031')
  const role = { change: 'TAKE_ROLE', assigneeId: groupId, type: 'HELP_DESK_ADMIN' } as const
  expect(await at(role)).toEqual(['E0000001', 'type'])
  const unknown = { params: { accessLossId: 'aclNONE' }, query: { of: appId } }
  expect((await server.client.refused('listLosingPeople', unknown)).code).toBe('E0000007')
  const { id: accessLossId } = await lossOf({ change: 'CLOSE_APPS', appIds: [appId] })
  for (const of of ['0oaNONE', 'constructor', '__proto__'])
    expect((await server.client.refused('listLosingPeople', { params: { accessLossId }, query: { of } })).code).toBe(
      'E0000007',
    )
})
