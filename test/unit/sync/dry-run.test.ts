import { beforeEach, describe, expect, it } from 'vitest'
import { readdir } from 'node:fs/promises'
import type { Policy } from '#contract/policy/policy.ts'
import { anAdministrator } from '../../helpers/administrators.ts'
import { makeClient } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled } from '../../helpers/sync/connections.ts'
import { applied, planned, stepLines, stepsOf } from '../../helpers/sync/plans.ts'

const DENY = { signon: { access: 'DENY' } } as never

let here: TestServer
let remote: TestServer
let connectionId = ''
let staff = ''
let policy: Policy

/** A remote with a policy for a group, and a workspace that has pulled both. */
beforeEach(async () => {
  ;[here, remote] = await Promise.all([startServer(), startServer()])
  staff = (await remote.make.aGroup('Staff')).id
  const conditions = { people: { groups: { include: [staff] } } }
  policy = await remote.make.aPolicy('SVC_SIGN_ON', { name: 'Staff policy', conditions })
  connectionId = await connect(here, remote, { mayWrite: true })
  expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED', problem: null })
})

describe('a dry run', () => {
  it('counts the people that the remote has, changes nothing on any side, and leaves no copy', async () => {
    for (let made = 0; made < 2; made += 1) await remote.make.aUser({}, [staff])
    await here.make.aRule(policy, { name: 'Deny', actions: DENY })
    const before = await differencesWith(here, connectionId)
    const plan = await planned(here, connectionId, { dryRun: true })
    expect(plan.trial).toEqual({ problem: null, unlike: [] })
    expect(plan.effect?.effects.map(({ effect, people }) => [effect, people])).toEqual([['LOSES_ACCESS', 2]])
    expect((await planned(here, connectionId)).effect?.affected).toBe(0)
    expect(await differencesWith(here, connectionId)).toEqual(before)
    expect(await readdir(`${here.dataFile}.drafts`)).toEqual([])
  })

  it('says what the remote would refuse, which only shows once the steps are carried out there', async () => {
    const [own] = (await here.client.call('listGroups', { query: { q: 'Staff' } })).body
    const params = { groupId: own?.id ?? '' }
    await here.client.call('replaceGroup', { params, body: { profile: { name: 'Employees' } } })
    await remote.make.aGroup('Employees')
    const plan = await planned(here, connectionId, { dryRun: true })
    expect(stepLines(await stepsOf(here, plan))).toEqual(['change group Employees'])
    const problem = expect.stringMatching(/^The group “Employees” cannot be written: .*Employees/)
    expect(plan.trial).toEqual({ problem, unlike: [] })
    const { job } = await applied(here, plan)
    expect(job).toMatchObject({ state: 'FAILED' })
  })

  it('that is refused does not hide whom the plan affects, as far as the workspace says', async () => {
    const [own] = (await here.client.call('listGroups', { query: { q: 'Staff' } })).body
    const groupId = own?.id ?? ''
    await here.make.aUser({}, [groupId])
    await here.make.aRule(policy, { name: 'Deny', actions: DENY })
    await here.client.call('replaceGroup', { params: { groupId }, body: { profile: { name: 'Employees' } } })
    await remote.make.aGroup('Employees')
    const plan = await planned(here, connectionId, { dryRun: true })
    expect(plan.trial?.problem).toMatch(/Employees/)
    expect(plan.effect?.effects.map(({ effect, people }) => [effect, people])).toEqual([['LOSES_ACCESS', 1]])
    expect(plan.needsConfirmation).toBe(true)
  })

  it('tries the same steps with what is made, removed and reordered', async () => {
    const made = await here.make.aPolicy('SVC_SIGN_ON', { name: 'New one' })
    await here.make.aRule(made, { name: 'First' })
    await here.make.aRule(made, { name: 'Second', priority: 1 })
    await remote.make.aRule(policy, { name: 'There since' })
    await here.client.call('deletePolicy', { params: { policyId: policy.id } })
    const plan = await planned(here, connectionId, { dryRun: true, prefer: 'workspace' })
    expect(stepLines(await stepsOf(here, plan))).toEqual(
      expect.arrayContaining(['create policy New one', 'create rule Second', 'remove policy Staff policy']),
    )
    expect(plan.trial).toEqual({ problem: null, unlike: [] })
    expect((await applied(here, plan, { confirmation: 'Remote' })).plan).toMatchObject({ state: 'APPLIED' })
  })

  it('says in sentences in what the twin is not as the remote', async () => {
    const other = await startServer({ owner: 'root@example.test' })
    const plan = await planned(here, await connect(here, other, { name: 'Other' }), { dryRun: true })
    expect(plan.trial?.unlike).toEqual([expect.stringMatching(/is the last super administrator .*[^.]\.$/)])
  })

  it('of a plan that does nothing finds nothing', async () => {
    expect(await planned(here, connectionId, { dryRun: true })).toMatchObject({
      ...{ steps: 0, trial: { problem: null, unlike: [] }, effect: null },
    })
  })

  it('is made by an administrator whom the remote does not have as well', async () => {
    const { token } = await anAdministrator(here, 'SUPER_ADMIN')
    await here.make.aGroup('Payroll')
    const plan = await planned({ client: makeClient({ ...here, token }) }, connectionId, { dryRun: true })
    expect(stepLines(await stepsOf(here, plan))).toContain('create group Payroll')
    expect(plan.trial).toEqual({ problem: null, unlike: [] })
  })
})
