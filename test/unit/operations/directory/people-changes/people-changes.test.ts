import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { groupRules } from '#db/tables/group-rules.ts'
import { Exceptions } from '#operations/directory/group-rules/exceptions.ts'
import { aGroupRule, atRest } from '../../../../helpers/group-rules.ts'
import { withDatabase } from '../../../../helpers/files.ts'
import { changedPeople, getChange, settledChange, undoneChange } from '../../../../helpers/people-changes.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterEach(() => vi.restoreAllMocks())

let count = 0
/** People of a department of their own, active. */
async function aTeam(size: number) {
  const department = `Team ${(count += 1)}`
  const people = await Promise.all(
    Array.from({ length: size }, async (_, index) => {
      const login = `p${count}.${index}@example.com`
      const profile = { login, email: login, firstName: 'Jo', lastName: 'Doe', department }
      const credentials = { provider: { type: 'FEDERATION' as const, name: 'FEDERATION' } }
      const query = { activate: 'true', provider: 'true' } as const
      return (await server.client.call('createUser', { query, body: { profile, credentials } })).body.id
    }),
  )
  const ids = people.toSorted()
  return { ids, department, search: `profile.department eq "${department}"` }
}
const statusOf = async (userId: string) => (await server.client.call('getUser', { params: { userId } })).body.status
const statuses = (ids: readonly string[]) => Promise.all(ids.map(statusOf))
const membersOf = async (groupId: string) =>
  (await server.client.call('listGroupMembers', { params: { groupId } })).body.map(({ id }) => id).sort()
const eventsOf = async (userId: string, eventType: string) =>
  (
    await server.client.call('listLogEvents', {
      query: { filter: `target.id eq "${userId}" and eventType eq "${eventType}"` },
    })
  ).body
const same = (ids: readonly string[], status: string) => ids.map(() => status)

describe('a change of many people', () => {
  it('changes all whom a search finds, each with an event, and is taken back as a whole', async () => {
    const { ids, search } = await aTeam(7)
    const before = await statuses(ids)
    const { body: counted } = await server.client.call('countPeople', { query: { search } })
    expect(counted).toEqual({ count: 7 })
    const view = await changedPeople(server, { act: 'deactivate', search, expected: 7 })
    expect(view).toMatchObject({ state: 'ENDED', undoable: true, counts: { found: 7, changed: 7, refused: 0 } })
    expect(await statuses(ids)).toEqual(same(ids, 'DEPROVISIONED'))
    const [event, ...others] = await eventsOf(ids[0] ?? '', 'user.lifecycle.deactivate')
    expect([event?.outcome.result, others]).toEqual(['SUCCESS', []])

    const undone = await undoneChange(server, view.id)
    expect(undone).toMatchObject({ state: 'REVERTED', undoable: false, counts: { changed: 0, reverted: 7 } })
    expect(await statuses(ids)).toEqual(before)
    expect(await eventsOf(ids[0] ?? '', 'user.lifecycle.activate')).not.toEqual([])
  })

  it('says whom it could not change and why, and does not hold up the others', async () => {
    const { ids } = await aTeam(3)
    const [first = '', second = ''] = ids
    await changedPeople(server, { act: 'suspend', ids })
    await server.client.call('unsuspendUser', { params: { userId: first } })
    const view = await changedPeople(server, { act: 'suspend', ids: [...ids, '00uGone'] })
    expect(view.counts).toMatchObject({ found: 4, changed: 1, refused: 3 })
    expect(view.reasons).toEqual([
      { problem: 'already suspended', count: 2 },
      { problem: 'no longer there', count: 1 },
    ])
    expect(view.refused.map(({ userId }) => userId)).toEqual([...ids.slice(1), '00uGone'])
    expect((await eventsOf(second, 'user.lifecycle.suspend')).map(({ outcome }) => outcome.result).sort()).toEqual([
      'FAILURE',
      'SUCCESS',
    ])
    const { body: job } = await server.client.call('getJob', { params: { jobId: view.jobId ?? '' } })
    expect(job).toMatchObject({
      state: 'COMPLETED',
      done: 4,
      total: 4,
      facts: { changed: 1, unchanged: 0, refused: 3 },
    })
  })

  it('changes nothing where the search finds another number than was shown', async () => {
    const { ids, search } = await aTeam(2)
    const view = await changedPeople(server, { act: 'suspend', search, expected: 3 })
    expect(view.problem).toBe('The search finds 2 people now, and found 3 when it was shown. Nothing was changed.')
    expect(view).toMatchObject({ undoable: false, counts: { found: 2, pending: 2, changed: 0 } })
    expect(await statuses(ids)).not.toContain('SUSPENDED')
  })

  it('adds people to a group, and takes out again only those whom it added', async () => {
    const { ids } = await aTeam(3)
    const { id: groupId } = await server.make.aGroup()
    const [first = ''] = ids
    await server.client.call('addGroupMember', { params: { groupId, userId: first } })
    const view = await changedPeople(server, { act: 'add_to_group', groupId, ids })
    expect(view.counts).toMatchObject({ changed: 2, unchanged: 1 })
    expect(await membersOf(groupId)).toEqual(ids)
    await undoneChange(server, view.id)
    expect(await membersOf(groupId)).toEqual([first])
  })

  it('names its group as it is called now, and a deleted one as it was; so does its job', async () => {
    const { ids } = await aTeam(1)
    const { id: groupId } = await server.make.aGroup('Enginering')
    const params = { groupId }
    const { id } = await changedPeople(server, { act: 'add_to_group', groupId, ids })
    await server.client.call('replaceGroup', { params, body: { profile: { name: 'Engineering' } } })
    expect((await getChange(server, id)).groupName).toBe('Engineering')
    const removed = await changedPeople(server, { act: 'remove_from_group', groupId, ids })
    const { body: job } = await server.client.call('getJob', { params: { jobId: removed.jobId ?? '' } })
    expect(job.name).toBe('Remove from Engineering')
    await server.client.call('deleteGroup', { params })
    expect((await getChange(server, removed.id)).groupName).toBe('Engineering')
    expect((await changedPeople(server, { act: 'suspend', ids })).groupName).toBeNull()
  })

  it('takes people out of a group, and puts back those whom it took out, for the reasons that they had', async () => {
    const { ids, department } = await aTeam(4)
    const [byRule = '', byHand = '', byBoth = '', outside = ''] = ids
    const { id: groupId } = await server.make.aGroup()
    const rule = await aGroupRule(server.client, `user.department == "${department}"`, [groupId])
    const params = { groupRuleId: rule.id }
    await server.client.call('activateGroupRule', { params })
    await atRest(server.client)
    await changedPeople(server, { act: 'add_to_group', groupId, ids: [byHand, byBoth] })
    await server.client.call('deactivateGroupRule', { params })
    await changedPeople(server, { act: 'remove_from_group', groupId, ids: [byHand, outside] })
    await server.client.call('addGroupMember', { params: { groupId, userId: byHand } })
    await server.client.call('activateGroupRule', { params })
    await atRest(server.client)
    expect(await membersOf(groupId)).toEqual([byRule, byHand, byBoth])

    const view = await changedPeople(server, { act: 'remove_from_group', groupId, ids })
    expect(view.counts).toMatchObject({ changed: 3, unchanged: 1, refused: 0 })
    expect(await membersOf(groupId)).toEqual([])
    const exceptedNow = async () =>
      (await server.client.call('getGroupRule', { params })).body.conditions?.people?.users?.exclude?.toSorted()
    expect(await exceptedNow()).toEqual(ids)
    expect(await eventsOf(byRule, 'group.user_membership.remove')).toHaveLength(1)

    expect((await undoneChange(server, view.id)).counts).toMatchObject({ changed: 0, reverted: 3, kept: 0 })
    expect(await membersOf(groupId)).toEqual([byRule, byHand, byBoth])
    expect(await exceptedNow()).toEqual([byHand, outside].toSorted())
    expect(await eventsOf(byRule, 'gatehouse.group_rule.remove_exclusion')).toHaveLength(1)
  })

  it('writes the exceptions of a rule once for all people of a transaction, also where they are put back', async () => {
    const { ids, department } = await aTeam(30)
    const { id: groupId } = await server.make.aGroup()
    const rule = await aGroupRule(server.client, `user.department == "${department}"`, [groupId])
    const params = { groupRuleId: rule.id }
    await server.client.call('activateGroupRule', { params })
    await atRest(server.client)
    const writes = vi.spyOn(groupRules, 'update')
    const slices = vi.spyOn(Exceptions.prototype, 'write')
    const counted = () => [writes, slices].map(({ mock }) => mock.calls.splice(0).length) as [number, number]

    const view = await changedPeople(server, { act: 'remove_from_group', groupId, ids })
    expect(view.counts).toMatchObject({ changed: 30 })
    const [removing, removingSlices] = counted()
    expect(removing).toBeLessThanOrEqual(removingSlices)
    expect((await undoneChange(server, view.id)).counts).toMatchObject({ reverted: 30, kept: 0 })
    const [undoing, undoingSlices] = counted()
    expect(undoing).toBeGreaterThan(0)
    expect(undoing).toBeLessThanOrEqual(undoingSlices)
    expect(await membersOf(groupId)).toEqual(ids)
    const { body } = await server.client.call('getGroupRule', { params })
    expect(body.conditions?.people?.users?.exclude ?? []).toEqual([])
  })

  it('puts back who was in a group by hand too, and what a rule that reads groups gave them besides', async () => {
    const { ids } = await aTeam(3)
    const [source, group, other] = await Promise.all([1, 2, 3].map(async () => (await server.make.aGroup()).id))
    const [groupId = '', otherId = ''] = [group, other]
    await changedPeople(server, { act: 'add_to_group', groupId: source ?? '', ids })
    const rule = await aGroupRule(server.client, `isMemberOfGroup("${source}")`, [groupId, otherId])
    await server.client.call('activateGroupRule', { params: { groupRuleId: rule.id } })
    await atRest(server.client)
    await changedPeople(server, { act: 'add_to_group', groupId, ids })
    const view = await changedPeople(server, { act: 'remove_from_group', groupId, ids })
    expect([await membersOf(groupId), await membersOf(otherId)]).toEqual([[], []])
    expect((await undoneChange(server, view.id)).counts).toMatchObject({ reverted: 3, kept: 0 })
    expect([await membersOf(groupId), await membersOf(otherId)]).toEqual([ids, ids])
  })

  it.each([
    ['deactivated', 'deactivateGroupRule'],
    ['deleted', 'deleteGroupRule'],
  ] as const)('puts back who stayed in a group after its rule was %s', async (_, ending) => {
    const { ids, department } = await aTeam(2)
    const { id: groupId } = await server.make.aGroup()
    const rule = await aGroupRule(server.client, `user.department == "${department}"`, [groupId])
    const params = { groupRuleId: rule.id }
    await server.client.call('activateGroupRule', { params })
    await atRest(server.client)
    if (ending === 'deleteGroupRule') await server.client.call('deactivateGroupRule', { params })
    await server.client.call(ending, { params })
    await atRest(server.client)
    const view = await changedPeople(server, { act: 'remove_from_group', groupId, ids })
    expect([view.counts.changed, await membersOf(groupId)]).toEqual([2, []])
    expect((await undoneChange(server, view.id)).counts).toMatchObject({ reverted: 2, kept: 0 })
    expect(await membersOf(groupId)).toEqual(ids)
  })

  it('refuses to take out whom a rule put there that can except no one more, and the rule can still be edited', async () => {
    const { ids, department } = await aTeam(3)
    const [first = '', ...others] = ids
    const { id: groupId } = await server.make.aGroup()
    const users = Array.from({ length: LIMITS.conditionEntries - 1 }, (_, index) => `00uFormer${index}`)
    const rule = await aGroupRule(server.client, `user.department == "${department}"`, [groupId], { users })
    const params = { groupRuleId: rule.id }
    await server.client.call('activateGroupRule', { params })
    await atRest(server.client)
    const view = await changedPeople(server, { act: 'remove_from_group', groupId, ids })
    expect(view.counts).toMatchObject({ changed: 1, refused: 2 })
    expect(view.reasons).toEqual([
      {
        problem: `userId: the rule ${rule.name} put them there, and excludes ${LIMITS.conditionEntries} people, as many as a rule can; change its expression, so that it needs fewer exceptions`,
        count: 2,
      },
    ])
    expect(await membersOf(groupId)).toEqual(others)
    expect(await eventsOf(first, 'group.user_membership.remove')).toHaveLength(1)
    const { status, code } = await server.client.refused('removeGroupMember', {
      params: { groupId, userId: others[0] ?? '' },
    })
    expect([status, code]).toEqual([400, 'E0000001'])
    // What is not valid is no act: neither the change nor the request of its own leaves an event.
    expect(await eventsOf(others[0] ?? '', 'group.user_membership.remove')).toEqual([])
    await server.client.call('deactivateGroupRule', { params })
    const { body } = await server.client.call('getGroupRule', { params })
    await server.client.call('replaceGroupRule', { params, body: { ...body, name: `${rule.name} edited` } as never })
  })

  it('takes out whom a rule put there that can except no one more, where it is not active, and puts them back', async () => {
    const { ids, department } = await aTeam(3)
    const [alone = '', ...others] = ids
    const { id: groupId } = await server.make.aGroup()
    const users = Array.from({ length: LIMITS.conditionEntries }, (_, index) => `00uFormer${index}`)
    const rule = await aGroupRule(server.client, `user.department == "${department}"`, [groupId], { users })
    const params = { groupRuleId: rule.id }
    await server.client.call('activateGroupRule', { params })
    await atRest(server.client)
    await server.client.call('deactivateGroupRule', { params })
    await server.client.call('removeGroupMember', { params: { groupId, userId: alone } })
    const view = await changedPeople(server, { act: 'remove_from_group', groupId, ids })
    expect(view.counts).toMatchObject({ changed: 2, unchanged: 1, refused: 0 })
    expect(await membersOf(groupId)).toEqual([])
    const { body } = await server.client.call('getGroupRule', { params })
    expect(body.conditions?.people?.users?.exclude).toEqual(users)
    expect((await undoneChange(server, view.id)).counts).toMatchObject({ reverted: 2, kept: 0 })
    expect(await membersOf(groupId)).toEqual(others)
  })

  it.each([
    ['add_to_group', 'group.user_membership.add', 'addGroupMember'],
    ['remove_from_group', 'group.user_membership.remove', 'removeGroupMember'],
  ] as const)('leaves of whom %s refuses the event that a request of its own leaves', async (act, type, alone) => {
    const { ids } = await aTeam(1)
    const [userId = ''] = ids
    const { id: groupId } = await server.make.aGroup()
    // What the change does not find yet when it is asked for.
    await withDatabase(server.dataFile, (database) =>
      database.exec(`CREATE TRIGGER turn AFTER INSERT ON people_changes BEGIN
        UPDATE groups SET type = 'APP_GROUP' WHERE id = new.group_id; END`),
    )
    const view = await changedPeople(server, { act, groupId, ids })
    await withDatabase(server.dataFile, (database) => database.exec('DROP TRIGGER turn'))
    expect(view.counts).toMatchObject({ changed: 0, refused: 1 })
    expect((await server.client.refused(alone, { params: { groupId, userId } })).code).toBe('E0000006')
    const events = await eventsOf(userId, type)
    expect(events).toHaveLength(2)
    const [first, second] = events.map(({ outcome, target, debugContext }) => ({
      ...{ outcome, target, code: debugContext.debugData['errorCode'] },
    }))
    expect(first).toEqual(second)
    expect(first).toMatchObject({ outcome: { result: 'FAILURE' }, target: [{ id: userId }, { id: groupId }] })
  })

  it('leaves who came back, or lost the reason to be there, as they are when leaving a group is taken back', async () => {
    const { ids, department } = await aTeam(2)
    const { id: groupId } = await server.make.aGroup()
    const rule = await aGroupRule(server.client, `user.department == "${department}"`, [groupId])
    await server.client.call('activateGroupRule', { params: { groupRuleId: rule.id } })
    await atRest(server.client)
    const view = await changedPeople(server, { act: 'remove_from_group', groupId, ids })
    const [back = ''] = ids
    await server.client.call('addGroupMember', { params: { groupId, userId: back } })
    await server.client.call('deleteGroupRule', { params: { groupRuleId: rule.id } })
    expect((await undoneChange(server, view.id)).counts).toMatchObject({ reverted: 0, kept: 2 })
    expect(await membersOf(groupId)).toEqual([back])
  })

  it('leaves whom somebody changed since as they are when it is taken back', async () => {
    const { ids } = await aTeam(2)
    const view = await changedPeople(server, { act: 'suspend', ids })
    await server.client.call('deactivateUser', { params: { userId: ids[0] ?? '' } })
    expect((await undoneChange(server, view.id)).counts).toMatchObject({ reverted: 1, kept: 1 })
    expect(await statuses(ids)).toEqual(['DEPROVISIONED', 'ACTIVE'])
  })

  it('deletes only who is deactivated, and says that this cannot be taken back', async () => {
    const { ids } = await aTeam(2)
    await server.client.call('deactivateUser', { params: { userId: ids[0] ?? '' } })
    const view = await changedPeople(server, { act: 'delete', ids })
    expect(view).toMatchObject({ undoable: false, counts: { changed: 1, refused: 1 } })
    expect(view.reasons[0]?.problem).toBe('active, and has to be deactivated first')
    const refusal = await server.client.refused('undoPeopleChange', { params: { peopleChangeId: view.id } })
    expect(refusal.code).toBe('E0000107')
  })

  it('is cancelled between two slices: what was done stays, is counted, and can be taken back', async () => {
    const { ids, search } = await aTeam(60)
    const { id, jobId } = (await server.client.call('createPeopleChange', { body: { act: 'suspend', search } })).body
    await server.client.call('cancelJob', { params: { jobId: jobId ?? '' } })
    const view = await settledChange(server, id)
    const suspended = (await statuses(ids)).filter((status) => status === 'SUSPENDED').length
    expect(view.counts.changed).toBe(suspended)
    if (view.undoable) await undoneChange(server, id)
    expect(await statuses(ids)).not.toContain('SUSPENDED')
  })

  it('keeps the latest ones, and forgets older ones with their journals', async () => {
    const { ids } = await aTeam(1)
    const first = await changedPeople(server, { act: 'suspend', ids })
    for (let more = 0; more < 11; more += 1) await changedPeople(server, { act: 'suspend', ids })
    const { status } = await server.client.refused('getPeopleChange', { params: { peopleChangeId: first.id } })
    const { body: listed } = await server.client.call('listPeopleChanges')
    expect([status, listed.length]).toEqual([404, 10])
    expect(await getChange(server, listed[0]?.id ?? '')).toEqual(listed[0])
  })
})

it.each([
  [{ act: 'suspend' as const }, 'ids: must be given, or search in its place'],
  [{ act: 'suspend' as const, ids: ['x'], search: 'id pr' }, 'ids: must be given, or search in its place'],
  [{ act: 'suspend' as const, ids: ['x'], expected: 1 }, 'expected: is only for a search'],
  [{ act: 'suspend' as const, ids: ['x'], groupId: 'x' }, 'groupId: is only for add_to_group and remove_from_group'],
  [{ act: 'add_to_group' as const, ids: ['x'] }, 'groupId: is required'],
  [{ act: 'remove_from_group' as const, ids: ['x'] }, 'groupId: is required'],
  [{ act: 'add_to_group' as const, ids: ['x'], groupId: 'x' }, 'groupId: x (UserGroup) does not exist'],
])('%j is refused: %s', async (body, problem) => {
  const { status, body: error } = await server.client.refused('createPeopleChange', { body })
  expect([status, error.errorCauses[0]?.errorSummary]).toEqual([400, problem])
})

it('a search that cannot be read is refused as the list of people refuses it', async () => {
  const body = { act: 'suspend' as const, search: 'profile.city eq' }
  const [change, counting] = [
    await server.client.refused('createPeopleChange', { body }),
    await server.client.refused('countPeople', { query: { search: body.search } }),
  ]
  expect([change.code, counting.code]).toEqual(['E0000031', 'E0000031'])
})
