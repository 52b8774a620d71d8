import { beforeEach, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled } from '../../helpers/sync/connections.ts'
import { applied, planned, stepLines, stepsOf, takenBack } from '../../helpers/sync/plans.ts'

let here: TestServer
let remote: TestServer
let connectionId = ''

const profile = (name: string, description: string | null = null) => ({ profile: { name, description } })
const confirmation = 'Remote'

beforeEach(async () => {
  ;[here, remote] = [await startServer(), await startServer()]
  connectionId = await connect(here, remote, { mayWrite: true })
  await pulled(here, connectionId)
})

/** The groups of the remote whose names begin so, in the order of their names. */
async function groupsThere(q: string) {
  const { body } = await remote.client.call('listGroups', { query: { q } })
  return body.toSorted((a, b) => (a.profile.name < b.profile.name ? -1 : 1))
}

async function refusalOf(syncPlanId: string, operation: 'takeBackSyncPlan' | 'applySyncPlan') {
  const { body } = await here.client.refused(operation, { params: { syncPlanId } })
  return body.errorCauses.map(({ errorSummary }: { errorSummary: string }) => errorSummary).join()
}

describe('a plan that is taken back', () => {
  it('is the change of the workspace again that it was, field by field, and is planned as before', async () => {
    const own = await here.make.aGroup('Payroll')
    await applied(here, await planned(here, connectionId))
    const [there] = await groupsThere('Payroll')
    await here.client.call('replaceGroup', { params: { groupId: own.id }, body: profile('Payroll', 'ours') })
    await remote.client.call('replaceGroup', { params: { groupId: there?.id ?? '' }, body: profile('Salaries') })
    await here.make.aGroup('Staff')
    const before = await differencesWith(here, connectionId)
    expect(before).toHaveLength(2)

    const plan = await planned(here, connectionId)
    await applied(here, plan)
    const inverse = await takenBack(here, plan)
    expect(stepLines(await stepsOf(here, inverse))).toEqual(['remove group Staff', 'change group Payroll'])
    expect(inverse).toMatchObject({
      ...{ state: 'READY', needsConfirmation: true, takesBack: { syncPlanId: plan.id, created: plan.created } },
      takenBackBy: null,
    })
    expect(await groupsThere('Staff')).toHaveLength(1)
    expect((await applied(here, inverse, { confirmation })).plan).toMatchObject({ state: 'APPLIED', done: 2 })
    expect(await groupsThere('Staff')).toEqual([])
    expect((await groupsThere('Salaries')).map((one) => one.profile.description)).toEqual([null])

    expect(await differencesWith(here, connectionId)).toEqual(before)
    expect((await planned(here, connectionId)).digest).toBe(plan.digest)
    await pulled(here, connectionId)
    expect(await groupsOf(here, 'Staff')).toEqual(['Staff'])
    expect((await here.client.call('getGroup', { params: { groupId: own.id } })).body.profile.description).toBe('ours')
  })

  it('makes again what it has removed, with all that went along', async () => {
    const [group, user] = [await here.make.aGroup('Payroll'), await here.make.aUser()]
    await here.client.call('addGroupMember', { params: { groupId: group.id, userId: user.id } })
    const policy = await here.make.aPolicy('SVC_SIGN_ON', { name: 'Tight' })
    for (const name of ['One', 'Two', 'Three']) await here.make.aRule(policy, { name })
    await applied(here, await planned(here, connectionId))
    const [there] = await groupsThere('Payroll')
    const guest = await remote.make.aUser()
    await remote.client.call('addGroupMember', { params: { groupId: there?.id ?? '', userId: guest.id } })
    const rules = await rulesThere('Tight')
    await here.client.call('deleteGroup', { params: { groupId: group.id } })
    await here.client.call('deletePolicy', { params: { policyId: policy.id } })
    const before = await differencesWith(here, connectionId)

    const plan = await planned(here, connectionId)
    expect((await applied(here, plan, { confirmation })).plan.state).toBe('APPLIED')
    expect(await groupsThere('Payroll')).toEqual([])
    const inverse = await takenBack(here, plan)
    expect(inverse.needsConfirmation).toBe(false)
    expect((await applied(here, inverse)).plan).toMatchObject({ state: 'APPLIED' })
    const [again] = await groupsThere('Payroll')
    expect(again?.id).not.toBe(there?.id)
    const members = await remote.client.call('listGroupMembers', { params: { groupId: again?.id ?? '' } })
    expect(members.body.map(({ profile: { login } }) => login).toSorted()).toEqual(
      [user.profile.login, guest.profile.login].toSorted(),
    )
    expect(await rulesThere('Tight')).toEqual(rules)
    expect((await differencesWith(here, connectionId)).toSorted()).toEqual(before.toSorted())
    expect(stepLines(await stepsOf(here, await planned(here, connectionId)))).toEqual(
      stepLines(await stepsOf(here, plan)),
    )
  })

  it('says of what it makes again what does not come back', async () => {
    const user = await here.make.aUser()
    await applied(here, await planned(here, connectionId))
    const params = { userId: user.id }
    await here.client.call('deactivateUser', { params })
    await here.client.call('deleteUser', { params })
    const plan = await planned(here, connectionId)
    expect((await applied(here, plan, { confirmation })).plan.state).toBe('APPLIED')
    const [step] = await stepsOf(here, await takenBack(here, plan))
    expect(step).toMatchObject({
      ...{ act: 'create', kind: 'user', name: user.profile.login },
      notes: ['The person is made without a password, and is to be activated there.'],
    })
  })

  it('gives a list its former order', async () => {
    const policy = await here.make.aPolicy('SVC_SIGN_ON', { name: 'Tight' })
    const rules = []
    for (const name of ['One', 'Two', 'Three']) rules.push(await here.make.aRule(policy, { name }))
    await applied(here, await planned(here, connectionId))
    const before = await rulesThere('Tight')
    const [first, , last] = rules
    const at = (ruleId = '') => ({ params: { policyId: policy.id, ruleId } })
    await here.client.call('deleteRule', at(first?.id))
    await here.client.call('replaceRule', { ...at(last?.id), body: { ...last, priority: 1 } as never })
    await here.make.aRule(policy, { name: 'Four' })
    const differing = await differencesWith(here, connectionId)
    const plan = await planned(here, connectionId)
    expect((await applied(here, plan, { confirmation })).plan.state).toBe('APPLIED')
    expect(await rulesThere('Tight')).not.toEqual(before)
    expect((await applied(here, await takenBack(here, plan), { confirmation })).plan.state).toBe('APPLIED')
    expect(await rulesThere('Tight')).toEqual(before)
    expect((await differencesWith(here, connectionId)).toSorted()).toEqual(differing.toSorted())
  })

  it('that was the first one is the first one again: the workspace wins, and nothing has a direction', async () => {
    const [first, other] = [await startServer(), await startServer()]
    const [ours, theirs] = [await first.make.aGroup('Staff'), await other.make.aGroup('Staff')]
    await first.client.call('replaceGroup', { params: { groupId: ours.id }, body: profile('Staff', 'ours') })
    await other.client.call('replaceGroup', { params: { groupId: theirs.id }, body: profile('Staff', 'theirs') })
    const id = await connect(first, other, { mayWrite: true })
    const before = await differencesWith(first, id)
    const plan = await planned(first, id)
    await applied(first, plan)
    expect((await applied(first, await takenBack(first, plan))).plan.state).toBe('APPLIED')
    expect(await differencesWith(first, id)).toEqual(before)
    expect(await planned(first, id)).toMatchObject({ digest: plan.digest, conflicts: 0 })
  })

  it('stops where others have changed the remote since, and overwrites nothing', async () => {
    const own = await here.make.aGroup('Payroll')
    await applied(here, await planned(here, connectionId))
    const [there] = await groupsThere('Payroll')
    const params = { groupId: there?.id ?? '' }
    await here.client.call('replaceGroup', { params: { groupId: own.id }, body: profile('Payroll', 'ours') })
    const plan = await planned(here, connectionId)
    await applied(here, plan)
    await remote.client.call('replaceGroup', { params, body: profile('Payroll', 'meanwhile') })
    const inverse = await takenBack(here, plan)
    const { plan: stopped } = await applied(here, inverse)
    const problem = 'The group “Payroll” of Remote was changed there since the plan was made: profile.description.'
    expect(stopped).toMatchObject({ state: 'STOPPED', problem })
    expect((await remote.client.call('getGroup', { params })).body.profile.description).toBe('meanwhile')
    await remote.client.call('replaceGroup', { params, body: profile('Payroll', 'ours') })
    expect((await applied(here, inverse)).plan).toMatchObject({ state: 'APPLIED', done: 1 })
    expect((await remote.client.call('getGroup', { params })).body.profile.description).toBeNull()
  })

  it('that has stopped midway is taken back as far as it came, also what its last step has done', async () => {
    const own = await here.make.aGroup('Payroll')
    await applied(here, await planned(here, connectionId))
    const [there] = await groupsThere('Payroll')
    const params = { groupId: there?.id ?? '' }
    await here.make.aGroup('Another')
    await here.client.call('replaceGroup', { params: { groupId: own.id }, body: profile('Payroll', 'ours') })
    const before = await differencesWith(here, connectionId)
    const plan = await planned(here, connectionId)
    await remote.client.call('replaceGroup', { params, body: profile('Payroll', 'meanwhile') })
    expect((await applied(here, plan)).plan).toMatchObject({ state: 'STOPPED', done: 1 })
    const inverse = await takenBack(here, plan)
    expect(stepLines(await stepsOf(here, inverse))).toEqual(['remove group Another'])
    expect((await applied(here, inverse, { confirmation })).plan.state).toBe('APPLIED')
    expect(await groupsThere('Another')).toEqual([])
    await remote.client.call('replaceGroup', { params, body: profile('Payroll') })
    expect(await differencesWith(here, connectionId)).toEqual(before)
  })

  it('whose last step was cut within a reply is taken back with what that has done', async () => {
    const names = ['Made 1', 'Made 2']
    for (const name of names) await here.make.aGroup(name)
    const plan = await planned(here, connectionId)
    const cut = {
      path: '/api/v1/groups',
      methods: ['POST' as const],
      share: 1,
      fault: { type: 'CUT' as const, bytes: 5 },
    }
    await remote.client.call('replaceFaults', { body: { plan: { seed: 1, rules: [cut] } } })
    expect((await applied(here, plan)).plan).toMatchObject({ state: 'STOPPED', done: 0 })
    await remote.client.call('replaceFaults', { body: { plan: null } })
    expect(await groupsThere('Made')).toHaveLength(1)
    const inverse = await takenBack(here, plan)
    expect(stepLines(await stepsOf(here, inverse))).toEqual(['remove group Made 1'])
    expect((await applied(here, inverse, { confirmation })).plan.state).toBe('APPLIED')
    expect(await groupsThere('Made')).toEqual([])
    expect(await planned(here, connectionId)).toMatchObject({ digest: plan.digest })
  })

  it('is neither gone on with nor taken back a second time', async () => {
    await here.make.aGroup('Payroll')
    const plan = await planned(here, connectionId)
    expect(await refusalOf(plan.id, 'takeBackSyncPlan')).toContain('nothing to take back')
    await applied(here, plan)
    const [first, second] = [await takenBack(here, plan), await takenBack(here, plan)]
    expect(second.digest).toBe(first.digest)
    expect((await applied(here, second, { confirmation })).plan.state).toBe('APPLIED')
    const params = { syncPlanId: plan.id }
    expect((await here.client.call('getSyncPlan', { params })).body).toMatchObject({ takenBackBy: second.id })
    expect(await refusalOf(plan.id, 'takeBackSyncPlan')).toContain('was taken back already')
    expect(await refusalOf(plan.id, 'applySyncPlan')).toContain('was taken back by another plan')
    expect(await refusalOf(second.id, 'takeBackSyncPlan')).toContain('takes back another plan itself')
    expect((await here.client.refused('getSyncPlan', { params: { syncPlanId: first.id } })).status).toBe(404)
  })

  it('that is gone on with first needs another one to take it back', async () => {
    await here.make.aGroup('Payroll')
    const plan = await planned(here, connectionId)
    await remote.make.aGroup('Payroll')
    expect((await applied(here, plan)).plan).toMatchObject({ state: 'STOPPED', done: 0 })
    const inverse = await takenBack(here, plan)
    expect(inverse.steps).toBe(0)
    const [there] = await groupsThere('Payroll')
    await remote.client.call('deleteGroup', { params: { groupId: there?.id ?? '' } })
    expect((await applied(here, plan)).plan.state).toBe('APPLIED')
    expect((await here.client.refused('getSyncPlan', { params: { syncPlanId: inverse.id } })).status).toBe(404)
  })
})

async function groupsOf({ client }: TestServer, q: string): Promise<string[]> {
  return (await client.call('listGroups', { query: { q } })).body.map((one) => one.profile.name)
}

/** The rules of a policy of the remote, in their order. */
async function rulesThere(name: string): Promise<string[]> {
  const policies = (await remote.client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body
  const { id: policyId } = policies.find((one) => one.name === name) ?? expect.unreachable('no such policy')
  const rules = (await remote.client.call('listRules', { params: { policyId } })).body
  return rules.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0)).map((rule) => rule.name)
}
