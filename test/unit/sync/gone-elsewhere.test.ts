import { beforeEach, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { atRest, connect, differencesWith, pulled } from '../../helpers/sync/connections.ts'
import { applied, planned, stepLines, stepsOf } from '../../helpers/sync/plans.ts'

const confirmation = 'Remote'

let here: TestServer
let remote: TestServer
let connectionId = ''

beforeEach(async () => {
  ;[here, remote] = await Promise.all([startServer(), startServer()])
  connectionId = await connect(here, remote, { mayWrite: true })
  await pulled(here, connectionId)
})

const groupRule = (name: string, expression: string, groupIds: readonly string[]) => ({
  ...{ type: 'group_rule' as const, name },
  conditions: { expression: { type: 'urn:svc:expression:1.0' as const, value: expression } },
  actions: { assignUserToGroups: { groupIds: [...groupIds] } },
})

/** A group that a condition, an expression and two group rules name, and that has another id at the remote. */
async function furnish(): Promise<{ id: string; policyId: string; ruleId: string }> {
  const { client, make } = here
  const [group, kept] = [await make.aGroup('Payroll'), await make.aGroup('Kept')]
  const policy = await make.aPolicy('SVC_SIGN_ON', { name: 'Sign-on' })
  const groups = { include: [group.id, kept.id] }
  const rule = await make.aRule(policy, { name: 'Names it', conditions: { people: { groups } } })
  for (const body of [
    groupRule('Fills it', 'user.department == "Payroll"', [group.id]),
    groupRule('Asks for it', `isMemberOfAnyGroup("${group.id}")`, [kept.id]),
  ])
    await client.call('createGroupRule', { body })
  expect((await applied(here, await planned(here, connectionId))).plan.state).toBe('APPLIED')
  return { id: group.id, policyId: policy.id, ruleId: rule.id }
}

describe('a group that is called otherwise at the remote and is deleted here', () => {
  it('is removed there by a plan that neither changes nor refuses what names it on both sides', async () => {
    const { id } = await furnish()
    await here.client.call('deleteGroup', { params: { groupId: id } })
    await atRest(here)
    const plan = await planned(here, connectionId)
    expect([plan.refused, stepLines(await stepsOf(here, plan))]).toEqual([[], ['remove group Payroll']])
    expect((await applied(here, plan, { confirmation, partial: false })).plan.state).toBe('APPLIED')
    await atRest(remote)
    expect(await differencesWith(here, connectionId)).toEqual([])
    const again = await planned(here, connectionId)
    expect([again.refused, again.steps]).toEqual([[], 0])
  })

  it('is no reason to refuse or to leave open what else changes in what names it', async () => {
    const { id, policyId, ruleId } = await furnish()
    const params = { policyId, ruleId }
    const rule = (await here.client.call('getRule', { params })).body
    const more = await here.make.aGroup('More')
    const [named] = [(rule.conditions as { people: { groups: { include: string[] } } }).people.groups.include]
    const conditions = { people: { groups: { include: [...named, more.id] } } }
    await here.client.call('replaceRule', { params, body: { ...rule, conditions } as never })
    await here.client.call('deleteGroup', { params: { groupId: id } })
    await atRest(here)
    const plan = await planned(here, connectionId)
    expect([plan.refused, stepLines(await stepsOf(here, plan))]).toEqual([
      [],
      ['create group More', 'change rule Names it', 'remove group Payroll'],
    ])
    expect((await applied(here, plan, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    await atRest(remote)
    const [policy] = (await remote.client.call('listPolicies', { query: { type: 'SVC_SIGN_ON', q: 'Sign-on' } })).body
    const there = (await remote.client.call('listRules', { params: { policyId: policy?.id ?? '' } })).body[0]
    const place = { policyId: policy?.id ?? '', ruleId: there?.id ?? '' }
    const other = await remote.make.aGroup('Other')
    const groups = (there?.conditions as { people: { groups: { include: string[] } } }).people.groups
    const changed = { people: { groups: { include: [...groups.include, other.id] } } }
    await remote.client.call('replaceRule', { params: place, body: { ...there, conditions: changed } as never })
    expect((await differencesWith(here, connectionId)).map((line) => line.replace(/:.*/, ''))).toEqual([
      'incoming group Other',
      'incoming rule Names it',
    ])
  })
})
