import { beforeAll, describe, expect, it } from 'vitest'
import type { GroupRulesPreview } from '#contract/gatehouse/group-rule-preview.ts'
import type { Client } from '../../../../helpers/client.ts'
import type { Factories } from '../../../../helpers/factories.ts'
import { aGroupRule, atRest, ruleBody } from '../../../../helpers/group-rules.ts'
import { startServer } from '../../../../helpers/server.ts'

let client: Client
let make: Factories
beforeAll(async () => {
  ;({ client, make } = await startServer())
})

const preview = async (body: object) => (await client.call('previewGroupRule', { body: body as never })).body
const peopleOf = async (previewId: string, effect: 'JOINS' | 'LEAVES', limit?: number) =>
  client.call('listPreviewedPeople', { params: { previewId }, query: { effect, ...(limit && { limit }) } })
const members = async (groupId: string) =>
  (await client.call('listGroupMembers', { params: { groupId } })).body.map(({ id }) => id)
const factsOf = async (id: string) =>
  (await client.call('listGroupRuleFacts')).body.find((facts) => facts.id === id) ?? { people: -1, conflicts: [] }

async function activate(groupRuleId: string): Promise<void> {
  await client.call('activateGroupRule', { params: { groupRuleId } })
  await atRest(client)
}

describe('the preview of a group rule', () => {
  it('counts who would join, names them by pages in the order of their names, and changes nothing', async () => {
    const group = await make.aGroup()
    for (const lastName of ['Zorn', 'Adam', 'Moor'])
      await make.aUser({ department: 'Glass', firstName: 'Ida', lastName })
    const rule = await aGroupRule(client, 'user.department == "Glass"', [group.id])
    const found = await preview({ ruleId: rule.id })
    expect(found).toMatchObject({ matching: 3, joins: { people: 3 }, leaves: { people: 0 }, conflicts: [] })
    expect(found.considered).toBeGreaterThanOrEqual(3)
    expect(found.joins.sample.map(({ name }) => name)).toEqual(['Ida Adam', 'Ida Moor', 'Ida Zorn'])
    expect(found.groups).toEqual([{ id: group.id, name: group.profile.name, joins: 3, leaves: 0 }])
    const page = await peopleOf(found.id, 'JOINS', 2)
    expect(page.body.map(({ name }) => name)).toEqual(['Ida Adam', 'Ida Moor'])
    expect(page.headers.get('Link')).toContain('rel="next"')
    expect(await members(group.id)).toEqual([])
  })

  it('says who would leave when a rule is changed, and when it goes with its people', async () => {
    const group = await make.aGroup()
    const [stays, goes] = [
      await make.aUser({ department: 'Wool' }),
      await make.aUser({ department: 'Wool', city: 'Ulm' }),
    ]
    const rule = await aGroupRule(client, 'user.department == "Wool"', [group.id])
    await activate(rule.id)
    const narrower = ruleBody('user.department == "Wool" && user.city != "Ulm"', [group.id])
    const changed = await preview({ ruleId: rule.id, rule: narrower })
    expect(changed).toMatchObject({ joins: { people: 0 }, leaves: { people: 1 } })
    expect((await peopleOf(changed.id, 'LEAVES')).body.map(({ id }) => id)).toEqual([goes.id])
    const removed = await preview({ ruleId: rule.id, change: 'DELETE' })
    expect((await peopleOf(removed.id, 'LEAVES')).body.map(({ id }) => id).toSorted()).toEqual(
      [stays.id, goes.id].toSorted(),
    )
  })

  it('follows rules that ask for the groups that it fills', async () => {
    const [first, second] = [await make.aGroup(), await make.aGroup()]
    const user = await make.aUser({ department: 'Silk' })
    await activate((await aGroupRule(client, `isMemberOfGroup("${first.id}")`, [second.id])).id)
    const found = await preview({ rule: ruleBody('user.department == "Silk"', [first.id]) })
    expect(found.groups.map(({ id, joins }) => [id, joins]).toSorted()).toEqual(
      [
        [first.id, 1],
        [second.id, 1],
      ].toSorted(),
    )
    expect((await peopleOf(found.id, 'JOINS')).body.map(({ id }) => id)).toEqual([user.id])
  })

  it('counts people for whom the expression cannot be decided by their type, with a reason and an example', async () => {
    const group = await make.aGroup()
    await make.aUser({ department: null })
    const found = await preview({
      rule: ruleBody('String.len(user.department) > 3', [group.id]),
    })
    const [type] = found.undecided
    expect(type?.people).toBeGreaterThan(0)
    expect(type?.userType.name).toBe('User')
    expect(type?.reason).not.toBe('')
    expect(found.matching + (type?.people ?? 0)).toBeLessThanOrEqual(found.considered)
  })

  it('refuses what is no rule, and names the place in the draft', async () => {
    const group = await make.aGroup()
    expect((await client.refused('previewGroupRule', { body: {} })).locations).toEqual(['ruleId'])
    const wrong = { rule: ruleBody('String.startsWith(user.x', [group.id]) }
    expect((await client.refused('previewGroupRule', { body: wrong })).locations).toEqual([
      'rule.conditions.expression.value',
    ])
    expect((await client.refused('previewGroupRule', { body: { ruleId: '0prNONE' } })).code).toBe('E0000007')
    const unknown = { params: { previewId: 'grvNONE' }, query: { effect: 'JOINS' as const } }
    expect((await client.refused('listPreviewedPeople', unknown)).code).toBe('E0000007')
  })
})

describe('the preview of several group rules', () => {
  const previewAll = async (...ruleIds: string[]) =>
    (await client.call('previewGroupRules', { body: { ruleIds } })).body
  const ruleIn = ({ rules }: GroupRulesPreview, ruleId: string) => rules.find(({ id }) => id === ruleId)

  it('counts by rule and together what happens once all are active, those who are put there by several once', async () => {
    const [one, two] = [await make.aGroup(), await make.aGroup()]
    const both = await make.aUser({ department: 'Jute', city: 'Gent' })
    const single = await make.aUser({ department: 'Jute', city: 'Hull' })
    const byDepartment = await aGroupRule(client, 'user.department == "Jute"', [one.id])
    const byCity = await aGroupRule(client, 'user.city == "Gent"', [one.id, two.id])
    const found = await previewAll(byDepartment.id, byCity.id)
    expect(found).toMatchObject({ joins: { people: 2 }, leaves: { people: 0 }, unsettled: 0 })
    expect(found.groups).toEqual([
      { id: one.id, name: one.profile.name, joins: 2, leaves: 0 },
      { id: two.id, name: two.profile.name, joins: 1, leaves: 0 },
    ])
    expect(found.rules).toHaveLength(2)
    expect(ruleIn(found, byDepartment.id)).toMatchObject({ matching: 2, joins: 2, leaves: 0 })
    expect(ruleIn(found, byCity.id)).toMatchObject({ matching: 1, joins: 1, leaves: 0 })
    const people = (await peopleOf(found.id, 'JOINS')).body.map(({ id }) => id).toSorted()
    expect(people).toEqual([both.id, single.id].toSorted())
    expect(await members(one.id)).toEqual([])
    for (const { id } of [byDepartment, byCity]) await activate(id)
    expect((await members(one.id)).toSorted()).toEqual(people)
    expect(await members(two.id)).toEqual([both.id])
    // What is active changes nothing when it is activated again.
    expect(await previewAll(byDepartment.id, byCity.id)).toMatchObject({ joins: { people: 0 }, groups: [] })
  })

  it('says who would leave, and for whom a rule cannot be decided', async () => {
    const group = await make.aGroup()
    const stale = await make.aUser({ department: 'Hemp' })
    const rule = await aGroupRule(client, 'user.department == "Hemp"', [group.id])
    await activate(rule.id)
    await client.call('deactivateGroupRule', { params: { groupRuleId: rule.id } })
    await client.call('updateUser', { params: { userId: stale.id }, body: { profile: { department: null } } })
    const undecided = await aGroupRule(client, 'String.len(user.department) > 300', [group.id])
    const found = await previewAll(rule.id, undecided.id)
    expect(found).toMatchObject({ joins: { people: 0 }, leaves: { people: 1 } })
    expect(ruleIn(found, rule.id)?.leaves).toBe(1)
    expect(ruleIn(found, undecided.id)?.leaves).toBe(0)
    expect(ruleIn(found, undecided.id)?.undecided).toBeGreaterThan(0)
    await activate(rule.id)
    expect(await members(group.id)).toEqual([])
  })

  it('follows rules that feed each other only when they are active together, and calls that a conflict', async () => {
    const [first, second] = [await make.aGroup(), await make.aGroup()]
    const { id: userId } = await make.aUser()
    await client.call('addGroupMember', { params: { groupId: first.id, userId } })
    const onward = await aGroupRule(client, `isMemberOfGroup("${first.id}")`, [second.id])
    const back = await aGroupRule(client, `isMemberOfGroup("${second.id}")`, [first.id])
    const alone = await previewAll(onward.id)
    expect(alone.rules.map(({ conflicts }) => conflicts)).toEqual([[]])
    expect(alone.groups.map(({ id }) => id)).toEqual([second.id])
    const together = await previewAll(onward.id, back.id)
    for (const { conflicts } of together.rules) expect(conflicts).toMatchObject([{ kind: 'CYCLE', count: 2 }])
  })

  it('names the rules that do not exist or cannot be activated, and takes as many as one review', async () => {
    const rule = await aGroupRule(client, 'user.title == "Nobody"', [(await make.aGroup()).id])
    const gone = await make.aGroup()
    const invalid = await aGroupRule(client, 'user.title == "Nobody"', [gone.id, (await make.aGroup()).id])
    await client.call('deleteGroup', { params: { groupId: gone.id } })
    const refused = (ruleIds: string[]) => client.refused('previewGroupRules', { body: { ruleIds } })
    expect((await refused([rule.id, '0prNONE'])).locations).toEqual(['ruleIds[1]'])
    expect((await refused(['0prNONE', rule.id, '0prGONE'])).locations).toEqual(['ruleIds[0]', 'ruleIds[2]'])
    expect((await refused([rule.id, invalid.id])).locations).toEqual(['ruleIds[1]'])
    expect((await refused([])).locations).toEqual(['ruleIds'])
    expect((await refused(Array.from({ length: 101 }, () => rule.id))).locations).toEqual(['ruleIds'])
  })
})

describe('the conflicts of a group rule', () => {
  const kinds = (conflicts: readonly { kind: string }[]) => conflicts.map(({ kind }) => kind)

  it('are rules that feed each other, in the order in which they do', async () => {
    const [one, two] = [await make.aGroup(), await make.aGroup()]
    const first = await aGroupRule(client, `isMemberOfGroupName("${two.profile.name}")`, [one.id])
    const second = await aGroupRule(client, `isMemberOfGroup("${one.id}")`, [two.id])
    expect((await factsOf(first.id)).conflicts).toEqual([])
    await activate(first.id)
    const { conflicts } = await preview({ ruleId: second.id })
    expect(conflicts).toMatchObject([{ kind: 'CYCLE', count: 2, rules: [{ id: second.id }, { id: first.id }] }])
  })

  it.each([
    ['by a pattern of its name', (name: string) => `isMemberOfGroupNameRegex("^${name.slice(0, -1)}.$")`],
    ['by a name that it computes', (name: string) => `isMemberOfGroupName(String.append("${name}", ""))`],
  ])('are rules that ask for their own group, %s', async (_, condition) => {
    const group = await make.aGroup()
    const rule = await aGroupRule(client, condition(group.profile.name), [group.id])
    const { conflicts } = await preview({ ruleId: rule.id })
    expect(conflicts).toMatchObject([{ kind: 'CYCLE', rules: [{ id: rule.id }] }])
  })

  it('are groups that are gone or take no members', async () => {
    const [gone, everyone] = [
      await make.aGroup(),
      (await client.call('listGroups', { query: { q: 'Everyone' } })).body[0]?.id as string,
    ]
    const rule = await aGroupRule(client, 'user.city == "Nowhere"', [gone.id])
    await client.call('deleteGroup', { params: { groupId: gone.id } })
    expect((await factsOf(rule.id)).conflicts).toMatchObject([{ kind: 'GROUP_GONE', ids: [gone.id], count: 1 }])
    const draft = await preview({ rule: ruleBody('user.city == "Elsewhere"', [everyone]) })
    expect(draft.conflicts).toMatchObject([{ kind: 'GROUP_TAKES_NO_MEMBERS', ids: [everyone] }])
  })

  it('are the same condition twice, however it is spaced, and people of whom exceptions are left', async () => {
    const group = await make.aGroup()
    const [user, other] = [await make.aUser(), await aGroupRule(client, 'user.title == "Same  one"', [group.id])]
    const rule = await aGroupRule(client, ' user.title=="Same  one"', [group.id], { users: [user.id] })
    const params = { userId: user.id }
    expect(kinds((await factsOf(rule.id)).conflicts)).toEqual(['SAME_CONDITION'])
    await client.call('deactivateUser', { params })
    await client.call('deleteUser', { params })
    const { conflicts } = await factsOf(rule.id)
    expect(conflicts).toMatchObject([
      { kind: 'SAME_CONDITION', rules: [{ id: other.id, name: other.name }] },
      { kind: 'EXCLUSION_GONE', ids: [user.id], count: 1 },
    ])
  })
})

it('facts count the people whom a rule put into groups, each once', async () => {
  const [one, two] = [await make.aGroup(), await make.aGroup()]
  await make.aUser({ department: 'Felt' })
  const rule = await aGroupRule(client, 'user.department == "Felt"', [one.id, two.id])
  expect((await factsOf(rule.id)).people).toBe(0)
  await activate(rule.id)
  expect((await factsOf(rule.id)).people).toBe(1)
})
