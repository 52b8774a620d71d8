import { beforeEach, describe, expect, it } from 'vitest'
import { makeDraft } from '../../helpers/drafts.ts'
import { withDatabase } from '../../helpers/files.ts'
import { linesOfPlan, publishAll, takeBackDraft } from '../../helpers/publications.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { connect, differencesWith, pulled, type Side } from '../../helpers/sync/connections.ts'
import { applied, planned, stepLines, stepsOf, takenBack } from '../../helpers/sync/plans.ts'

const confirmation = 'Remote'
const WITHOUT_LIMITS =
  'The role has no limits afterwards. Since the last one cannot be removed, the role is then taken away and assigned again.'

/** Who holds a role in both services, and what it can be limited to. */
interface Held {
  userId: string
  groupId: string
  ofGroup: string
  appId: string
}

let here: TestServer

/** A role of a person, for groups, and one of a group, for applications; without limits. */
async function hold({ client, make }: TestServer): Promise<Held> {
  const [person, holder] = [await make.aUser({ login: 'ada@example.com' }), await make.aGroup('Holders')]
  const [group, app] = [await make.aGroup('Payroll'), await make.anApp('Ledger')]
  await client.call('assignUserRole', { params: { userId: person.id }, body: { type: 'HELP_DESK_ADMIN' } })
  await client.call('assignGroupRole', { params: { groupId: holder.id }, body: { type: 'APP_ADMIN' } })
  return { userId: person.id, ofGroup: holder.id, groupId: group.id, appId: app.id }
}

const [HELP_DESK, APP_ADMIN] = ['JBCUYUC7IRCVGS27IFCE2SKO', 'IFIFAX2BIRGUSTQ']

async function limit({ client }: Side, { userId, groupId, ofGroup, appId }: Held): Promise<void> {
  const { name } = (await client.call('getApp', { params: { appId } })).body
  await client.call('addUserRoleGroup', { params: { userId, roleId: HELP_DESK, targetGroupId: groupId } })
  await client.call('addGroupRoleApp', { params: { groupId: ofGroup, roleId: APP_ADMIN, appName: name, appId } })
}

/** As the interface has it: the roles are taken away and assigned again. */
async function lift({ client }: Side, { userId, ofGroup: groupId }: Held): Promise<void> {
  await client.call('unassignUserRole', { params: { userId, roleId: HELP_DESK } })
  await client.call('assignUserRole', { params: { userId }, body: { type: 'HELP_DESK_ADMIN' } })
  await client.call('unassignGroupRole', { params: { groupId, roleId: APP_ADMIN } })
  await client.call('assignGroupRole', { params: { groupId }, body: { type: 'APP_ADMIN' } })
}

/** What each role is limited to, by name, also what was deleted. */
async function limitsIn({ client }: Side): Promise<Record<string, string[]>> {
  const all = (await client.call('listAdministrators', {})).body
  const roles = all.flatMap(({ roles }) => roles).filter(({ type }) => Object.hasOwn(LIMITED, type))
  return Object.fromEntries(roles.map(({ type, limits }) => [type, limits.map(({ name }) => name)]))
}

const LIMITED = { HELP_DESK_ADMIN: ['Payroll'], APP_ADMIN: ['Ledger'] }
const UNLIMITED = { HELP_DESK_ADMIN: [], APP_ADMIN: [] }

beforeEach(async () => {
  here = await startServer()
})

describe('roles of a remote', () => {
  let remote: TestServer
  let connectionId = ''
  let held: Held
  beforeEach(async () => {
    remote = await startServer()
    connectionId = await connect(here, remote, { mayWrite: true })
    await pulled(here, connectionId)
    held = await hold(here)
    await applied(here, await planned(here, connectionId))
    expect(await limitsIn(remote)).toEqual(UNLIMITED)
  })

  it('have no limits again once a plan that gave them their first ones is taken back', async () => {
    await limit(here, held)
    const before = await differencesWith(here, connectionId)
    const plan = await planned(here, connectionId)
    expect((await applied(here, plan)).plan.state).toBe('APPLIED')
    expect(await limitsIn(remote)).toEqual(LIMITED)
    const inverse = await takenBack(here, plan)
    const steps = await stepsOf(here, inverse)
    expect(steps.map(({ act, kind, notes }) => [act, kind, notes])).toEqual([
      ['remove', 'groupRoleApp', [WITHOUT_LIMITS]],
      ['remove', 'userRoleGroup', [WITHOUT_LIMITS]],
    ])
    expect(steps[1]?.requests.map(({ operation }) => operation)).toEqual([
      'removeUserRoleGroup',
      'unassignUserRole',
      'assignUserRole',
    ])
    expect((await applied(here, inverse, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    expect(await limitsIn(remote)).toEqual(UNLIMITED)
    expect(await differencesWith(here, connectionId)).toEqual(before)
    expect((await planned(here, connectionId)).digest).toBe(plan.digest)
  })

  it('lose their limits by a plan as they have in the workspace, and get them back with that', async () => {
    await limit(here, held)
    await applied(here, await planned(here, connectionId))
    await lift(here, held)
    const before = await differencesWith(here, connectionId)
    expect(before).toHaveLength(2)
    const plan = await planned(here, connectionId)
    expect(stepLines(await stepsOf(here, plan))).toEqual(['remove groupRoleApp Ledger', 'remove userRoleGroup Payroll'])
    expect((await applied(here, plan, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    expect(await limitsIn(remote)).toEqual(UNLIMITED)
    expect(await differencesWith(here, connectionId)).toEqual([])
    const inverse = await takenBack(here, plan)
    expect((await applied(here, inverse)).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    expect(await limitsIn(remote)).toEqual(LIMITED)
    expect(await differencesWith(here, connectionId)).toEqual(before)
  })

  it('are not assigned again by a plan that goes on, since others may have taken them away', async () => {
    await limit(here, held)
    await applied(here, await planned(here, connectionId))
    await lift(here, held)
    const plan = await planned(here, connectionId)
    await withDatabase(here.dataFile, async (database) => {
      await database.run(`UPDATE sync_plan_steps SET state = 'STARTED' WHERE plan_id = ?`, [plan.id])
      await database.run(`UPDATE sync_plans SET state = 'STOPPED' WHERE id = ?`, [plan.id])
    })
    const [person] = (await remote.client.call('listUsers', { query: { q: 'ada' } })).body
    const userId = person?.id ?? ''
    await remote.client.call('unassignUserRole', { params: { userId, roleId: HELP_DESK } })
    const { plan: stopped } = await applied(here, plan, { confirmation })
    expect(stopped.state).toBe('STOPPED')
    expect(stopped.problem).toContain('is gone with the role that it limited')
    await remote.client.call('assignUserRole', { params: { userId }, body: { type: 'HELP_DESK_ADMIN' } })
    expect((await applied(here, plan, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    expect(await limitsIn(remote)).toEqual(UNLIMITED)
  })

  it('do not lose their last limit because what limits them in the workspace was deleted', async () => {
    await limit(here, held)
    await applied(here, await planned(here, connectionId))
    const gone = await here.make.aGroup('Gone')
    const params = { userId: held.userId, roleId: HELP_DESK }
    await here.client.call('addUserRoleGroup', { params: { ...params, targetGroupId: gone.id } })
    await here.client.call('removeUserRoleGroup', { params: { ...params, targetGroupId: held.groupId } })
    await here.client.call('deleteGroup', { params: { groupId: gone.id } })
    const plan = await planned(here, connectionId)
    expect((await stepsOf(here, plan)).flatMap(({ notes }) => notes)).not.toContain(WITHOUT_LIMITS)
    await applied(here, plan, { confirmation })
    expect(await limitsIn(remote)).toEqual(LIMITED)
  })

  it('keep a limit that others have added since', async () => {
    await limit(here, held)
    const plan = await planned(here, connectionId)
    await applied(here, plan)
    const inverse = await takenBack(here, plan)
    const other = await remote.make.aGroup('Other')
    const [person] = (await remote.client.call('listUsers', { query: { q: 'ada' } })).body
    const params = { userId: person?.id ?? '', roleId: HELP_DESK, targetGroupId: other.id }
    await remote.client.call('addUserRoleGroup', { params })
    expect((await applied(here, inverse, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    expect(await limitsIn(remote)).toEqual({ ...UNLIMITED, HELP_DESK_ADMIN: ['Other'] })
  })

  it('reach nothing, and not everything, where what limits them was deleted', async () => {
    const [person] = (await remote.client.call('listUsers', { query: { q: 'ada' } })).body
    const gone = await remote.make.aGroup('Gone')
    const params = { userId: person?.id ?? '', roleId: HELP_DESK, targetGroupId: gone.id }
    await remote.client.call('addUserRoleGroup', { params })
    await remote.client.call('deleteGroup', { params: { groupId: gone.id } })
    await limit(here, held)
    const plan = await planned(here, connectionId)
    await applied(here, plan)
    const inverse = await takenBack(here, plan)
    expect((await applied(here, inverse, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    expect(await limitsIn(remote)).toEqual({ ...UNLIMITED, HELP_DESK_ADMIN: [gone.id] })
  })

  it('are not taken from somebody to whom they could not be assigned again', async () => {
    await limit(here, held)
    const plan = await planned(here, connectionId)
    await applied(here, plan)
    const [person] = (await remote.client.call('listUsers', { query: { q: 'ada' } })).body
    await remote.client.call('deactivateUser', { params: { userId: person?.id ?? '' } })
    const { plan: after } = await applied(here, await takenBack(here, plan), { confirmation })
    expect(after.state).toBe('STOPPED')
    expect(after.problem).toContain('is the last limit of a role of somebody who is deactivated')
    expect((await limitsIn(remote)).HELP_DESK_ADMIN).toEqual(['Payroll'])
  })
})

describe('roles of the workspace', () => {
  it('have no limits again once a publication that gave them their first ones is taken back', async () => {
    const held = await hold(here)
    const draft = await makeDraft(here, 'Limit')
    await limit(draft, held)
    const back = await takeBackDraft(here, await publishAll(here, draft.draft))
    expect(await limitsIn(here)).toEqual(LIMITED)
    expect((await linesOfPlan(here, back)).lines).toEqual([
      'remove groupRoleApp Ledger',
      'remove userRoleGroup Payroll',
    ])
    const publication = await publishAll(here, back)
    expect(await limitsIn(here)).toEqual(UNLIMITED)
    await publishAll(here, await takeBackDraft(here, publication))
    expect(await limitsIn(here)).toEqual(LIMITED)
  })
})
