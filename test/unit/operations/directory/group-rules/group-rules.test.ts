import { beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../../helpers/client.ts'
import type { Factories } from '../../../../helpers/factories.ts'
import { aGroupRule, atRest, ruleBody } from '../../../../helpers/group-rules.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
})

const body = ruleBody
const aRule = (...parts: Parameters<typeof ruleBody>) => aGroupRule(client, ...parts)
const rest = () => atRest(client)

async function activate(groupRuleId: string): Promise<void> {
  expect((await client.call('activateGroupRule', { params: { groupRuleId } })).status).toBe(204)
  await rest()
}

const members = async (groupId: string) =>
  (await client.call('listGroupMembers', { params: { groupId } })).body.map(({ id }) => id)
const eventsOf = async (type: string) =>
  (await client.call('listLogEvents', { query: { filter: `eventType eq "${type}"`, sortOrder: 'DESCENDING' } })).body

describe('a group rule', () => {
  it('is answered in the form of the interface, without links [spec/5 4/form] [spec/5 4/key order] [spec/5 4/timestamps] [spec/4 group rules/create]', async () => {
    const group = await make.aGroup()
    const { headers, body: rule } = await client.call('createGroupRule', {
      body: body('String.startsWith(user.firstName, "andy")', [group.id]),
    })
    expect(headers).toBeDefined()
    for (const name of ['', 'x'.repeat(51)]) {
      const named = { ...body('true', [group.id]), name }
      expect((await client.refused('createGroupRule', { body: named })).locations).toEqual(['name'])
    }
    expect(Object.keys(rule)).toEqual([
      ...['type', 'id', 'status', 'name', 'created', 'lastUpdated', 'conditions', 'actions', 'allGroupsValid'],
    ])
    expect(rule).toMatchObject({ type: 'group_rule', status: 'INACTIVE', allGroupsValid: true })
    expect([rule.created, rule.lastUpdated]).toEqual([expect.stringMatching(/\.000Z$/), rule.created])
    expect(rule.id).toMatch(/^0pr/)
    expect(JSON.stringify(rule.conditions)).toBe(
      '{"people":{"users":{"exclude":[]},"groups":{"exclude":[]}},"expression":{"value":"String.startsWith(user.firstName, \\"andy\\")","type":"urn:svc:expression:1.0"}}',
    )
  })

  it('is found by a part of its name, with the names of its groups where they are asked for [spec/5 4/list] [spec/5 4/slash] [spec/4 group rules/list]', async () => {
    const group = await make.aGroup()
    const rule = await aRule('user.title == "x"', [group.id])
    const query = { search: rule.name.toLowerCase(), expand: 'groupIdToGroupNameMap' as const }
    const found = (await client.call('listGroupRules', { query })).body.find(({ id }) => id === rule.id)
    expect(found?._embedded).toEqual({ groupIdToGroupNameMap: { [group.id]: group.profile.name } })
    const { headers } = await client.call('listGroupRules')
    expect(headers.get('Link')).toContain('limit=50')
    expect((await client.refused('listGroupRules', { query: { limit: 201 } })).status).toBe(400)
    const slash = await client.fetch('/api/v1/groups/rules/?limit=1')
    expect(slash.status).toBe(200)
    expect(slash.headers.get('Link')).toContain('limit=1')
  })

  it('names what is wrong with it [spec/5 4/unknown rule]', async () => {
    const group = await make.aGroup()
    const everyone = (await client.call('listGroups', { query: { q: 'Everyone' } })).body[0]?.id as string
    const bad = await client.refused('createGroupRule', { body: body('String.startsWith(user.x', [group.id]) })
    expect([bad.code, bad.locations]).toEqual(['E0000001', ['conditions.expression.value']])
    for (const id of [everyone, '00gNOBODY0000000000x']) {
      const refusal = await client.refused('createGroupRule', { body: body('user.x == "y"', [id]) })
      expect(refusal.locations, id).toEqual(['actions.assignUserToGroups.groupIds'])
    }
    const several = ['00gNOBODY0000000000x', group.id, everyone]
    const each = await client.refused('createGroupRule', { body: body('user.x == "y"', several) })
    expect(each.body.errorCauses.map(({ errorSummary }) => errorSummary)).toEqual([
      expect.stringMatching(/00gNOBODY0000000000x \(UserGroup\) does not exist$/),
      expect.stringMatching(/Everyone takes no members$/),
    ])
    const unknown = await client.refused('getGroupRule', { params: { groupRuleId: '0prNOBODY' } })
    expect([unknown.status, unknown.code]).toEqual([404, 'E0000007'])
  })

  it('may read an attribute that no schema has, which the page alone warns of', async () => {
    const group = await make.aGroup()
    const rule = (await client.call('createGroupRule', { body: body('user.noSuchAttribute == "y"', [group.id]) })).body
    expect(rule.conditions.expression.value).toBe('user.noSuchAttribute == "y"')
  })

  it('takes the smaller set of functions, and says which', async () => {
    const group = await make.aGroup()
    const refusal = await client.refused('createGroupRule', { body: body('Time.now() == "y"', [group.id]) })
    expect(refusal.locations).toEqual(['conditions.expression.value'])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain(
      'they take `String`, `Arrays` and functions of the person',
    )
  })

  it('changes only while it is inactive, and never its groups [spec/5 4/replace] [spec/4 group rules/replace]', async () => {
    const [group, other] = [await make.aGroup(), await make.aGroup()]
    const written = body('user.city == "A"', [group.id])
    const { id } = (await client.call('createGroupRule', { body: written })).body
    const params = { groupRuleId: id }
    const after = (await client.call('replaceGroupRule', { params, body: { ...written, name: 'Other name' } })).body
    expect([after.name, after.status]).toEqual(['Other name', 'INACTIVE'])
    const actions = { assignUserToGroups: { groupIds: [other.id] } }
    const refusal = await client.refused('replaceGroupRule', { params, body: { ...written, actions } })
    expect(refusal.locations).toEqual(['actions.assignUserToGroups.groupIds'])
    await activate(id)
    expect((await client.refused('replaceGroupRule', { params, body: written })).code).toBe('E0000001')
  })

  it('is invalid once one of its groups is gone, and cannot be switched any more [spec/5 4/target deleted] [spec/5 4/invalid rule] [spec/4 group rules/lifecycle]', async () => {
    const group = await make.aGroup()
    const rule = await aRule('user.city == "B"', [group.id])
    await client.call('deleteGroup', { params: { groupId: group.id } })
    const params = { groupRuleId: rule.id }
    const after = (await client.call('getGroupRule', { params })).body
    expect(after).toMatchObject({ status: 'INVALID', allGroupsValid: false, actions: rule.actions })
    const answer = await client.fetch(`/api/v1/groups/rules/${rule.id}/lifecycle/deactivate`, { method: 'POST' })
    expect(answer.status).toBe(400)
    expect((await client.refused('activateGroupRule', { params })).code).toBe('E0000001')
    expect(((await answer.json()) as { errorSummary: string }).errorSummary).toContain('updateRuleStatus')
  })
})

describe('memberships by rule', () => {
  it('begin with the rule, follow the profile, and each leaves an event that names the rule [spec/5 4/lifecycle] [spec/4 group rules/lifecycle]', async () => {
    const group = await make.aGroup()
    const [inside, outside] = [await make.aUser({ department: 'Ore' }), await make.aUser({ department: 'Tin' })]
    const rule = await aRule('user.department == "Ore"', [group.id])
    await activate(rule.id)
    expect(await members(group.id)).toEqual([inside.id])
    const [event] = await eventsOf('group.user_membership.add')
    expect(event?.target?.map(({ id }) => id)).toEqual([inside.id, group.id, rule.id])
    await client.call('updateUser', { params: { userId: outside.id }, body: { profile: { department: 'Ore' } } })
    await client.call('updateUser', { params: { userId: inside.id }, body: { profile: { department: null } } })
    expect(await members(group.id)).toEqual([outside.id])
    const late = await make.aUser({ department: 'Ore' })
    expect(await members(group.id)).toContain(late.id)
  })

  it('are decided by the expressions that clients write [spec/5 4/expressions]', async () => {
    const { id: from } = await make.aGroup()
    const cases = [
      ['String.startsWith(user.lastName,"Andy")', { lastName: 'Andyson' }, { lastName: 'Bandy' }],
      ['String.startsWith(user.employeeNumber,"77")', { employeeNumber: '7712' }, {}],
      ['String.startsWith(user.firstName,String.toLowerCase("BOB"))', { firstName: 'bobby' }, { firstName: 'Bobby' }],
    ] as const
    for (const [expression, belongs, others] of cases) {
      const group = await make.aGroup()
      const [inside] = [await make.aUser(belongs), await make.aUser(others)]
      await activate((await aRule(expression, [group.id])).id)
      expect(await members(group.id), expression).toEqual([inside.id])
    }
    const group = await make.aGroup()
    await activate((await aRule(`isMemberOfAnyGroup("${from}")`, [group.id])).id)
    const member = await make.aUser({}, [from])
    expect(await members(group.id)).toEqual([member.id])
  })

  it('end with the last reason only', async () => {
    const group = await make.aGroup()
    const user = await make.aUser({ department: 'Zinc' }, [group.id])
    await activate((await aRule('user.department == "Zinc"', [group.id])).id)
    const params = { userId: user.id }
    await client.call('updateUser', { params, body: { profile: { department: 'Lead' } } })
    expect(await members(group.id)).toEqual([user.id])
  })

  it('ended by hand do not come back: the person is excepted from the rule', async () => {
    const group = await make.aGroup()
    const user = await make.aUser({ department: 'Iron' })
    const rule = await aRule('user.department == "Iron"', [group.id])
    await activate(rule.id)
    await client.call('removeGroupMember', { params: { groupId: group.id, userId: user.id } })
    await client.call('updateUser', { params: { userId: user.id }, body: { profile: { title: 'Smith' } } })
    expect(await members(group.id)).toEqual([])
    const after = (await client.call('getGroupRule', { params: { groupRuleId: rule.id } })).body
    expect(after.conditions.people.users.exclude).toEqual([user.id])
    expect(await eventsOf('group.user_membership.rule.add_exclusion')).toHaveLength(1)
  })

  it('stay when the rule is deactivated or deleted without them, and go when it is deleted with them [spec/5 4/delete] [spec/4 group rules/delete]', async () => {
    const [kept, gone] = [await make.aGroup(), await make.aGroup()]
    const user = await make.aUser({ department: 'Gold' })
    const [one, two] = [
      await aRule('user.department == "Gold"', [kept.id]),
      await aRule('user.department == "Gold"', [gone.id]),
    ]
    for (const { id } of [one, two]) await activate(id)
    await client.call('deactivateGroupRule', { params: { groupRuleId: one.id } })
    expect(await members(kept.id)).toEqual([user.id])
    const answer = await client.fetch(`/api/v1/groups/rules/${one.id}?removeUsers=false`, { method: 'DELETE' })
    expect([answer.status, await answer.json()]).toEqual([202, {}])
    await client.call('deleteGroupRule', { params: { groupRuleId: two.id }, query: { removeUsers: 'true' } })
    await rest()
    expect([await members(kept.id), await members(gone.id)]).toEqual([[user.id], []])
  })

  it('feed rules that ask for groups, also when a membership changes by hand', async () => {
    const [first, second, third] = [await make.aGroup(), await make.aGroup(), await make.aGroup()]
    const user = await make.aUser()
    await activate((await aRule(`isMemberOfAnyGroup("${second.id}")`, [third.id])).id)
    await activate((await aRule(`isMemberOfGroup("${first.id}")`, [second.id])).id)
    const params = { groupId: first.id, userId: user.id }
    await client.call('addGroupMember', { params })
    expect([await members(second.id), await members(third.id)]).toEqual([[user.id], [user.id]])
    await client.call('removeGroupMember', { params })
    expect([await members(second.id), await members(third.id)]).toEqual([[], []])
  })

  it('of rules that take each other back come to an end, and are reported', async () => {
    const group = await make.aGroup()
    const user = await make.aUser()
    await activate(
      (await aRule(`!isMemberOfGroup("${group.id}") && user.login == "${user.profile.login}"`, [group.id])).id,
    )
    expect((await eventsOf('group.user_membership.rule.error')).length).toBeGreaterThan(0)
  })
})
