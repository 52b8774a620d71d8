import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { groupRules } from '#db/tables/group-rules.ts'
import { Exceptions } from '#operations/directory/group-rules/exceptions.ts'
import { appliedDirectory, checkedDirectory, rowsOf, settledImport } from '../../../../helpers/directory-import.ts'
import { aGroupRule, atRest } from '../../../../helpers/group-rules.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterEach(() => vi.restoreAllMocks())

let count = 0
/** People of a city of their own, whom an active rule puts into a group. @param room for so many exceptions; absent: as many as can be */
async function aRuledGroup(size: number, room: number = LIMITS.conditionEntries) {
  const city = `City ${(count += 1)}`
  const logins = Array.from({ length: size }, (_, index) => `m${count}.${String(index).padStart(4, '0')}@example.com`)
  const lines = logins.map((login) => `${login},Jo,Doe,${login},${city}`)
  await appliedDirectory(server, `login,firstName,lastName,email,city\n${lines.join('\n')}\n`)
  const group = await server.make.aGroup()
  const users = Array.from({ length: LIMITS.conditionEntries - room }, (_, index) => `00uFormer${index}`)
  const rule = await aGroupRule(server.client, `user.city == "${city}"`, [group.id], { users })
  await server.client.call('activateGroupRule', { params: { groupRuleId: rule.id } })
  await atRest(server.client)
  return { logins, rule, ruleId: rule.id, groupId: group.id, groupName: group.profile.name }
}
const fileOf = (groupName: string, logins: readonly string[]) =>
  ['group,user', ...logins.map((login) => `${groupName},${login}`), ''].join('\n')
const REMOVING = { kind: 'memberships', options: { remove: true } } as const
const byLogin = (userId: string) => ({ params: { userId } })
const membersOf = async (groupId: string) =>
  (await server.client.call('listGroupMembers', { params: { groupId } })).body
    .map(({ profile }) => profile.login)
    .sort()
const excepted = async (groupRuleId: string) =>
  (await server.client.call('getGroupRule', { params: { groupRuleId } })).body.conditions?.people?.users?.exclude ?? []
const idOf = async (login: string) => (await server.client.call('getUser', byLogin(login))).body.id
const undone = async (directoryImportId: string) => {
  await server.client.call('undoDirectoryImport', { params: { directoryImportId } })
  return settledImport(server, directoryImportId)
}
/** Takes the reason of the rule away. */
const move = (login: string) =>
  server.client.call('updateUser', { ...byLogin(login), body: { profile: { city: 'Elsewhere' } } })

describe('an import that removes people from a group', () => {
  it('is undone to the reasons that they had, and no rule excepts them any more', async () => {
    const { logins, ruleId, groupId, groupName } = await aRuledGroup(3)
    const [byRule = '', byBoth = '', stays = ''] = logins
    await server.client.call('addGroupMember', { params: { groupId, userId: await idOf(byBoth) } })
    const { id } = await appliedDirectory(server, fileOf(groupName, [byRule, byBoth]), REMOVING)
    expect(await membersOf(groupId)).toEqual([stays])
    expect(await excepted(ruleId)).toHaveLength(2)
    expect(await undone(id)).toMatchObject({ state: 'REVERTED', applied: 0 })
    expect([await membersOf(groupId), await excepted(ruleId)]).toEqual([logins, []])
    expect((await rowsOf(server, id)).map(({ problems }) => problems)).toEqual([[], []])
    for (const login of logins) await move(login)
    expect(await membersOf(groupId)).toEqual([byBoth])
  })

  it('leaves no exception where one of its rows fails', async () => {
    const { logins, ruleId, groupId, groupName } = await aRuledGroup(130)
    const { id } = await checkedDirectory(server, fileOf(groupName, logins), REMOVING)
    // Once deactivates, twice deletes.
    for (const _ of [1, 2]) await server.client.call('deleteUser', byLogin(logins.at(-1) ?? ''))
    await server.client.call('applyDirectoryImport', { params: { directoryImportId: id } })
    const view = await settledImport(server, id)
    expect(view).toMatchObject({ state: 'REVERTED', problem: expect.stringContaining('Line 131: ') })
    expect([await membersOf(groupId), await excepted(ruleId)]).toEqual([logins.slice(0, -1), []])
  })

  it('writes the exceptions of a rule once in a transaction, forth and back', async () => {
    const { logins, groupName } = await aRuledGroup(30)
    const writes = vi.spyOn(groupRules, 'update')
    const slices = vi.spyOn(Exceptions.prototype, 'write')
    const { id } = await appliedDirectory(server, fileOf(groupName, logins), REMOVING)
    expect(writes.mock.calls).toHaveLength(1)
    await undone(id)
    expect(writes.mock.calls.length).toBeGreaterThan(1)
    expect(writes.mock.calls.length).toBeLessThanOrEqual(slices.mock.calls.length)
  })

  it('of an application puts back into its group', async () => {
    const source = (await server.make.anApp('Payroll')).id
    const login = String((await server.make.aUser()).profile.login)
    await appliedDirectory(server, 'name\nPaid\n', { kind: 'groups', options: { source } })
    const file = fileOf('Paid', [login])
    await appliedDirectory(server, file, { kind: 'memberships', options: { source } })
    const namesOf = async () =>
      (await server.client.call('listUserGroups', byLogin(login))).body.map(({ profile }) => profile.name)
    const { id } = await appliedDirectory(server, file, { kind: 'memberships', options: { source, remove: true } })
    expect(await namesOf()).not.toContain('Paid')
    await undone(id)
    expect(await namesOf()).toContain('Paid')
  })

  it('tells of its rows what a file says, not what it keeps to be undone', async () => {
    const { logins, groupName } = await aRuledGroup(1)
    const { id } = await appliedDirectory(server, fileOf(groupName, logins), REMOVING)
    expect(await rowsOf(server, id)).toMatchObject([{ action: 'UPDATE', applied: true, before: null }])
  })
})

describe('a row whose membership began or ended by an earlier one, through a rule', () => {
  it('is as it should be where people are removed from all groups of a rule, forth and back', async () => {
    const { logins, rule } = await aRuledGroup(2)
    const groups = await Promise.all([1, 2].map(() => server.make.aGroup()))
    const ids = groups.map(({ id }) => id)
    const { id: ruleId } = await aGroupRule(server.client, rule.conditions?.expression?.value ?? '', ids)
    await server.client.call('activateGroupRule', { params: { groupRuleId: ruleId } })
    await atRest(server.client)
    const lines = logins.flatMap((login) => groups.map(({ profile }) => `${profile.name},${login}`))
    const view = await appliedDirectory(server, ['group,user', ...lines, ''].join('\n'), REMOVING)
    expect(view).toMatchObject({ state: 'APPLIED', problem: null, counts: { update: 4 }, applied: 2 })
    expect([await Promise.all(ids.map(membersOf)), await excepted(ruleId)]).toMatchObject([[[], []], { length: 2 }])
    await undone(view.id)
    expect([await Promise.all(ids.map(membersOf)), await excepted(ruleId)]).toEqual([[logins, logins], []])
    expect((await rowsOf(server, view.id)).flatMap(({ problems }) => problems)).toEqual([])
  })

  it('is as it should be where a rule follows a group that people are added to, forth and back', async () => {
    const login = String((await server.make.aUser()).profile.login)
    const [source, following] = [await server.make.aGroup(), await server.make.aGroup()]
    const rule = await aGroupRule(server.client, `isMemberOfGroup("${source.id}")`, [following.id])
    await server.client.call('activateGroupRule', { params: { groupRuleId: rule.id } })
    await atRest(server.client)
    const file = `group,user\n${source.profile.name},${login}\n${following.profile.name},${login}\n`
    const view = await appliedDirectory(server, file, { kind: 'memberships' })
    expect(view).toMatchObject({ state: 'APPLIED', problem: null, counts: { create: 2 } })
    expect(await Promise.all([source.id, following.id].map(membersOf))).toEqual([[login], [login]])
    await undone(view.id)
    expect(await Promise.all([source.id, following.id].map(membersOf))).toEqual([[], []])
  })

  it.each(['first', 'last'] as const)('stands by hand, also where the group of the rule comes %s', async (place) => {
    const login = String((await server.make.aUser()).profile.login)
    const [source, following] = [await server.make.aGroup(), await server.make.aGroup()]
    const rule = await aGroupRule(server.client, `isMemberOfGroup("${source.id}")`, [following.id])
    await server.client.call('activateGroupRule', { params: { groupRuleId: rule.id } })
    await atRest(server.client)
    const lines = [`${source.profile.name},${login}`, `${following.profile.name},${login}`]
    const ordered = place === 'last' ? lines : lines.toReversed()
    await appliedDirectory(server, ['group,user', ...ordered, ''].join('\n'), { kind: 'memberships' })
    await server.client.call('removeGroupMember', { params: { groupId: source.id, userId: await idOf(login) } })
    await atRest(server.client)
    expect(await Promise.all([source.id, following.id].map(membersOf))).toEqual([[], [login]])
  })
})

describe('an import that adds people to a group', () => {
  it('leaves whom a rule has put there since, when it is undone, and no rule excepts them', async () => {
    const { logins, rule, ruleId, groupId, groupName } = await aRuledGroup(2)
    const [here = '', there = ''] = logins
    await move(here)
    await move(there)
    const { id } = await appliedDirectory(server, fileOf(groupName, logins), { kind: 'memberships' })
    const city = rule.conditions?.expression?.value?.split('"')[1] ?? ''
    await server.client.call('updateUser', { ...byLogin(here), body: { profile: { city } } })
    await undone(id)
    expect([await membersOf(groupId), await excepted(ruleId)]).toEqual([[here], []])
    await move(here)
    expect(await membersOf(groupId)).toEqual([])
  })
})

describe('the check of an import that removes people from a group', () => {
  const noRoom = (name: string) => ({
    field: 'user',
    message: `the rule ${name} put them there, and excludes ${LIMITS.conditionEntries} people with the lines before, as many as a rule can; change its expression, so that it needs fewer exceptions`,
  })

  it('says for whom a rule that put them there has no room, over all rows of the file', async () => {
    const { logins, rule, groupName } = await aRuledGroup(250, 248)
    const { id, counts } = await checkedDirectory(server, fileOf(groupName, logins), REMOVING)
    expect(counts).toMatchObject({ update: 248, invalid: 2 })
    const { body: wrong } = await server.client.call('listDirectoryImportRows', {
      params: { directoryImportId: id },
      query: { action: 'INVALID' },
    })
    expect(wrong.map(({ line, name, problems }) => [line, name, problems])).toEqual([
      [250, `${logins[248]} in ${groupName}`, [noRoom(rule.name)]],
      [251, `${logins[249]} in ${groupName}`, [noRoom(rule.name)]],
    ])
    expect((await server.client.refused('applyDirectoryImport', { params: { directoryImportId: id } })).status).toBe(
      403,
    )
  })

  it('counts neither people of other reasons nor rules that are not active', async () => {
    const { logins, ruleId, groupId, groupName } = await aRuledGroup(2, 1)
    const [byRule = '', moved = ''] = logins
    await move(moved)
    await server.client.call('addGroupMember', { params: { groupId, userId: await idOf(moved) } })
    const file = fileOf(groupName, [moved, byRule])
    expect((await checkedDirectory(server, file, REMOVING)).counts).toMatchObject({ update: 2, invalid: 0 })
    await server.client.call('deactivateGroupRule', { params: { groupRuleId: ruleId } })
    const full = await aRuledGroup(2, 0)
    expect((await checkedDirectory(server, fileOf(full.groupName, full.logins), REMOVING)).counts.invalid).toBe(2)
    await server.client.call('deactivateGroupRule', { params: { groupRuleId: full.ruleId } })
    const { state } = await appliedDirectory(server, fileOf(full.groupName, full.logins), REMOVING)
    expect([state, await membersOf(full.groupId)]).toEqual(['APPLIED', []])
  })

  it('counts once whom a rule put into several groups', async () => {
    const { logins, rule, ruleId, groupId, groupName } = await aRuledGroup(1, 0)
    const other = await server.make.aGroup()
    await server.client.call('deactivateGroupRule', { params: { groupRuleId: ruleId } })
    const users = (await excepted(ruleId)).slice(1)
    const expression = rule.conditions?.expression?.value ?? ''
    const { id: groupRuleId } = await aGroupRule(server.client, expression, [groupId, other.id], { users })
    await server.client.call('activateGroupRule', { params: { groupRuleId } })
    await atRest(server.client)
    const file = `group,user\n${groupName},${logins[0]}\n${other.profile.name},${logins[0]}\n`
    expect((await checkedDirectory(server, file, REMOVING)).counts).toMatchObject({ update: 2, invalid: 0 })
  })
})
