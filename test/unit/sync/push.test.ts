import { beforeEach, describe, expect, it } from 'vitest'
import type { Policy } from '#contract/policy/policy.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { connect, differencesWith, pulled } from '../../helpers/sync/connections.ts'
import { applied, planned, stepLines, stepsOf } from '../../helpers/sync/plans.ts'

let here: TestServer
let remote: TestServer
let connectionId = ''

const profile = (name: string, description: string | null = null) => ({ profile: { name, description } })

beforeEach(async () => {
  ;[here, remote] = [await startServer(), await startServer()]
  connectionId = await connect(here, remote, { mayWrite: true })
  await pulled(here, connectionId)
})

const causesOf = ({ body }: { body: { errorCauses: { errorSummary: string }[] } }) =>
  body.errorCauses.map(({ errorSummary }) => errorSummary)

describe('a plan that is applied to a remote', () => {
  it('brings what was changed here there, step by step, after which both are the same', async () => {
    const group = await here.make.aGroup('Payroll')
    const user = await here.make.aUser()
    await here.client.call('addGroupMember', { params: { groupId: group.id, userId: user.id } })
    const plan = await planned(here, connectionId)
    expect(plan).toMatchObject({ state: 'READY', steps: 3, done: 0, needsConfirmation: false, refused: [] })
    const steps = await stepsOf(here, plan)
    expect(stepLines(steps)).toEqual([
      'create group Payroll',
      `create user ${user.profile.login}`,
      `create groupMembership ${user.profile.login}`,
    ])
    expect(steps[0]?.requests).toEqual([{ operation: 'createGroup', method: 'POST', path: '/api/v1/groups' }])
    const { job, plan: after } = await applied(here, plan)
    expect(job).toMatchObject({ state: 'COMPLETED', problem: null, facts: { written: 3 } })
    expect(after).toMatchObject({ state: 'APPLIED', done: 3, problem: null })
    expect(await differencesWith(here, connectionId)).toEqual([])
    expect((await planned(here, connectionId)).steps).toBe(0)
    await pulled(here, connectionId)
    expect(await differencesWith(here, connectionId)).toEqual([])
  })

  it('makes again what was deleted there and changed here since, where the workspace wins, and has it from then on', async () => {
    const { id: groupId } = await here.make.aGroup('Payroll')
    await applied(here, await planned(here, connectionId))
    const [there] = (await remote.client.call('listGroups', { query: { q: 'Payroll' } })).body
    await remote.client.call('deleteGroup', { params: { groupId: there?.id ?? '' } })
    await here.client.call('replaceGroup', { params: { groupId }, body: profile('Payroll', 'ours') })
    const plan = await planned(here, connectionId, { prefer: 'workspace' })
    expect(stepLines(await stepsOf(here, plan))).toEqual(['create group Payroll'])
    expect((await applied(here, plan)).plan).toMatchObject({ state: 'APPLIED' })
    expect(await differencesWith(here, connectionId)).toEqual([])
    await pulled(here, connectionId)
    expect(await differencesWith(here, connectionId)).toEqual([])
  })

  it('changes a group of the remote by its own id, and leaves what was changed there', async () => {
    const own = await here.make.aGroup('Payroll')
    await applied(here, await planned(here, connectionId))
    const [there] = (await remote.client.call('listGroups', { query: { q: 'Payroll' } })).body
    expect(there?.id).not.toBe(own.id)
    await here.client.call('replaceGroup', { params: { groupId: own.id }, body: profile('Payroll', 'ours') })
    await remote.client.call('replaceGroup', {
      params: { groupId: there?.id ?? '' },
      body: profile('Payroll of there'),
    })
    const plan = await planned(here, connectionId)
    const [step] = await stepsOf(here, plan)
    expect(step).toMatchObject({
      ...{ act: 'change', kind: 'group', fields: [{ path: 'profile.description', before: null, after: 'ours' }] },
      requests: [{ method: 'PUT', path: `/api/v1/groups/${there?.id}` }],
    })
    await applied(here, plan)
    const { body } = await remote.client.call('getGroup', { params: { groupId: there?.id ?? '' } })
    expect(body.profile).toMatchObject({ name: 'Payroll of there', description: 'ours' })
    expect(await differencesWith(here, connectionId)).toEqual([
      'incoming group Payroll: profile.name "Payroll" | "Payroll of there"',
    ])
  })

  it('stops where the remote is not as the plan saw it, keeps what is done, and can be gone on with', async () => {
    const own = await here.make.aGroup('Payroll')
    await applied(here, await planned(here, connectionId))
    const [there] = (await remote.client.call('listGroups', { query: { q: 'Payroll' } })).body
    const params = { groupId: there?.id ?? '' }
    await here.make.aGroup('Another')
    await here.client.call('replaceGroup', { params: { groupId: own.id }, body: profile('Payroll', 'ours') })
    const plan = await planned(here, connectionId)
    await remote.client.call('replaceGroup', { params, body: profile('Payroll', 'meanwhile') })
    const { job, plan: stopped } = await applied(here, plan)
    const problem = 'The group “Payroll” of Remote was changed there since the plan was made: profile.description.'
    expect(job).toMatchObject({ state: 'FAILED', problem })
    expect(stopped).toMatchObject({ state: 'STOPPED', problem })
    expect((await remote.client.call('getGroup', { params })).body.profile.description).toBe('meanwhile')
    await remote.client.call('replaceGroup', { params, body: profile('Payroll') })
    expect((await applied(here, plan)).plan).toMatchObject({ state: 'APPLIED', done: 2 })
    expect(await differencesWith(here, connectionId)).toEqual([])
  })

  it('brings something new into a list that was put in another order there, which stays so, and is the order of both after a pull', async () => {
    const there = new Map<string, Policy>()
    for (const name of ['A', 'B', 'C']) there.set(name, await remote.make.aPolicy('SVC_SIGN_ON', { name }))
    await pulled(here, connectionId)
    const last = there.get('C')
    await remote.client.call('replacePolicy', {
      params: { policyId: last?.id ?? '' },
      body: { ...last, priority: 1 } as never,
    })
    await here.make.aPolicy('SVC_SIGN_ON', { name: 'New' })
    const plan = await planned(here, connectionId)
    expect(stepLines(await stepsOf(here, plan))).toEqual([
      'create policy New',
      'order policy Order of global session policies',
    ])
    expect((await applied(here, plan)).plan).toMatchObject({ state: 'APPLIED', problem: null })
    expect(await differencesWith(here, connectionId)).toEqual(['incoming order of policy SVC_SIGN_ON'])
    expect((await planned(here, connectionId, { prefer: 'workspace' })).steps).toBe(0)
    await pulled(here, connectionId)
    const named = async ({ client }: TestServer) =>
      (await client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body.map(({ name }) => name)
    expect(await named(here)).toEqual(await named(remote))
    expect((await named(here)).slice(0, 4)).toEqual(['C', 'New', 'A', 'B'])
    expect(await differencesWith(here, connectionId)).toEqual([])
  })

  it('changes what names an object that it has changed itself', async () => {
    const own = await here.make.aGroup('Payroll')
    const conditions = { people: { groups: { include: [own.id] } } }
    const policy = await here.make.aPolicy('SVC_SIGN_ON', { name: 'Tight', conditions })
    await applied(here, await planned(here, connectionId))
    await here.client.call('replaceGroup', { params: { groupId: own.id }, body: profile('Salaries') })
    await here.client.call('replacePolicy', {
      params: { policyId: policy.id },
      body: { ...policy, description: 'changed' } as never,
    })
    const { plan } = await applied(here, await planned(here, connectionId))
    expect(plan).toMatchObject({ state: 'APPLIED', problem: null, done: 2 })
  })

  it('changes the assignment of a person whose name it has changed before, which that assignment has followed', async () => {
    const user = await here.make.aUser({ firstName: 'Ada', lastName: 'Byron' })
    const { id: appId } = (await here.client.call('createApp', { body: soundApp('OPENID_CONNECT', 'Client') })).body
    await here.client.call('assignAppUser', { params: { appId }, body: { id: user.id, scope: 'USER' } })
    await applied(here, await planned(here, connectionId))
    const [there] = (await remote.client.call('listUsers', { query: { q: 'Ada' } })).body
    const named = (firstName: string, lastName: string) => ({
      profile: { ...(user.profile as { email: string; login: string }), firstName, lastName },
    })
    await remote.client.call('replaceUser', { params: { userId: there?.id ?? '' }, body: named('There', 'Byron') })
    await here.client.call('replaceUser', { params: { userId: user.id }, body: named('Ada', 'Here') })
    const plan = await planned(here, connectionId, { prefer: 'workspace' })
    expect(stepLines(await stepsOf(here, plan))).toEqual([
      `change user ${user.profile.login}`,
      `change appUser ${user.profile.login}`,
    ])
    expect((await applied(here, plan)).plan).toMatchObject({ state: 'APPLIED', problem: null })
  })

  it('takes an application away from a person who keeps it by a group', async () => {
    const { id: groupId } = await here.make.aGroup('Payroll')
    const { id: userId } = await here.make.aUser({}, [groupId])
    const { id: appId } = await here.make.anApp('Books')
    await here.client.call('assignAppGroup', { params: { appId, groupId }, body: { profile: {} } })
    await here.client.call('assignAppUser', { params: { appId }, body: { id: userId, scope: 'USER' } })
    await applied(here, await planned(here, connectionId))
    await here.client.call('removeAppUser', { params: { appId, userId } })
    const plan = await planned(here, connectionId)
    expect(stepLines(await stepsOf(here, plan))).toEqual([expect.stringMatching(/^remove appUser /)])
    const { plan: after } = await applied(here, plan, { confirmation: 'Remote' })
    expect(after).toMatchObject({ state: 'APPLIED', problem: null })
    expect(await differencesWith(here, connectionId)).toEqual([])
  })

  it('that removes objects has to be confirmed by the name of the connection', async () => {
    const own = await here.make.aGroup('Payroll')
    await applied(here, await planned(here, connectionId))
    await here.client.call('deleteGroup', { params: { groupId: own.id } })
    const plan = await planned(here, connectionId)
    expect(plan.needsConfirmation).toBe(true)
    const params = { syncPlanId: plan.id }
    const refused = await here.client.refused('applySyncPlan', { params, body: { confirmation: 'remote' } })
    expect(causesOf(refused)).toEqual([expect.stringContaining('the name of the connection')])
    expect((await applied(here, plan, { confirmation: 'Remote' })).plan).toMatchObject({ state: 'APPLIED' })
    expect((await remote.client.call('listGroups', { query: { q: 'Payroll' } })).body).toEqual([])
    expect(await differencesWith(here, connectionId)).toEqual([])
  })

  it('that leaves something out changes nothing, unless it is asked for in part', async () => {
    const groups = []
    for (let made = 0; made < 12; made += 1) groups.push(await here.make.aGroup())
    await applied(here, await planned(here, connectionId))
    for (const { id: groupId } of groups) await here.client.call('deleteGroup', { params: { groupId } })
    await here.make.aGroup('Payroll')
    const plan = await planned(here, connectionId)
    expect(plan).toMatchObject({ steps: 1, refused: [{ kind: 'group', name: 'groups' }] })
    const refused = await here.client.refused('applySyncPlan', { params: { syncPlanId: plan.id }, body: {} })
    expect(causesOf(refused)).toEqual([expect.stringContaining('parts of the plan are refused')])
    expect((await applied(here, plan, { partial: true })).plan).toMatchObject({ state: 'APPLIED' })
    expect((await remote.client.call('listGroups', { query: { q: 'Payroll' } })).body).toHaveLength(1)
  })

  it('is refused over a connection that may only read, and once it is applied', async () => {
    await here.make.aGroup('Payroll')
    const plan = await planned(here, connectionId)
    const params = { connectionId }
    const { body } = await here.client.call('getConnection', { params })
    const { name, address, vocabulary, budgetPercent, people } = body
    const connection = { name, address, vocabulary, budgetPercent, people, authentication: { type: 'API_TOKEN' } }
    await here.client.call('replaceConnection', { params, body: { ...connection, mayWrite: false } as never })
    const refused = await here.client.refused('applySyncPlan', { params: { syncPlanId: plan.id }, body: {} })
    expect(causesOf(refused)).toEqual([expect.stringContaining('may only read')])
    await here.client.call('replaceConnection', { params, body: { ...connection, mayWrite: true } as never })
    await applied(here, plan)
    const again = await here.client.refused('applySyncPlan', { params: { syncPlanId: plan.id }, body: {} })
    expect(causesOf(again)).toEqual([expect.stringContaining('is applied already')])
  })

  it('goes to no other organization, wherever its connection leads by then', async () => {
    await here.make.aGroup('Payroll')
    const plan = await planned(here, connectionId)
    const other = await startServer({ isFirstStart: true })
    await here.client.call('replaceConnection', {
      params: { connectionId },
      body: {
        ...{ name: 'Remote', address: other.url, mayWrite: true, budgetPercent: 50 },
        authentication: { type: 'API_TOKEN', token: other.token },
      } as never,
    })
    const { job, plan: stopped } = await applied(here, plan)
    expect(job.problem).toMatch(/^The remote is another organization \(.+\) than the one that the plan was made for/)
    expect(stopped).toMatchObject({ state: 'STOPPED', done: 0 })
    expect((await other.client.call('listGroups', { query: { q: 'Payroll' } })).body).toEqual([])
  })

  it('shows nothing that is a secret', async () => {
    const value = 'a-secret-of-the-header'
    await here.client.call('createEventHook', {
      body: {
        ...{ name: 'Hook', events: { type: 'EVENT_TYPE', items: ['user.lifecycle.create'] } },
        channel: {
          ...{ type: 'HTTP', version: '1.0.0' },
          config: {
            ...{ uri: 'https://hooks.example.test/one', headers: [{ key: 'X-Other', value }] },
            authScheme: { type: 'HEADER', key: 'X-Auth', value },
          },
        },
      } as never,
    })
    const plan = await planned(here, connectionId)
    const steps = await stepsOf(here, plan)
    expect(stepLines(steps)).toEqual(['create eventHook Hook'])
    expect(JSON.stringify(steps)).not.toContain(value)
    expect((await applied(here, plan)).plan.state).toBe('APPLIED')
  })

  it('that is the first one and has stopped is planned again as the first, without conflicts', async () => {
    const names = ['First', 'Second']
    const [first, other] = [await startServer(), await startServer()]
    for (const name of names) {
      const [ours, theirs] = [await first.make.aGroup(name), await other.make.aGroup(name)]
      await first.client.call('replaceGroup', { params: { groupId: ours.id }, body: profile(name, 'ours') })
      await other.client.call('replaceGroup', { params: { groupId: theirs.id }, body: profile(name, 'theirs') })
    }
    const id = await connect(first, other, { mayWrite: true })
    const plan = await planned(first, id)
    expect(stepLines(await stepsOf(first, plan))).toEqual(['change group First', 'change group Second'])
    const [second] = (await other.client.call('listGroups', { query: { q: 'Second' } })).body
    await other.client.call('replaceGroup', {
      params: { groupId: second?.id ?? '' },
      body: profile('Second', 'meanwhile'),
    })
    expect((await applied(first, plan)).plan).toMatchObject({ state: 'STOPPED', done: 1 })
    const again = await planned(first, id)
    expect(again).toMatchObject({ conflicts: 0, steps: 1 })
    expect((await applied(first, again)).plan.state).toBe('APPLIED')
    expect(await differencesWith(first, id)).toEqual([])
  })
})
