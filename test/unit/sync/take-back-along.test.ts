import { beforeEach, describe, expect, it } from 'vitest'
import { readSide } from '#sync/sides/read-side.ts'
import { withDatabase } from '../../helpers/files.ts'
import { makeDraft } from '../../helpers/drafts.ts'
import {
  changesBetween,
  latestPublication,
  linesOfPlan,
  publishAll,
  takeBackDraft,
} from '../../helpers/publications.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { atRest, connect, differencesWith, ended, pulled } from '../../helpers/sync/connections.ts'
import { httpCaller } from '../../helpers/sync/http-caller.ts'
import { applied, planned, stepLines, stepsOf, takenBack } from '../../helpers/sync/plans.ts'

const confirmation = 'Remote'

let here: TestServer
beforeEach(async () => {
  here = await startServer()
})

/** An organization in which much names a group and a policy: an application, a rule, and group rules. */
async function furnish({ client, make }: TestServer) {
  const [group, kept] = [await make.aGroup('Payroll'), await make.aGroup('Kept')]
  const policy = await make.aPolicy('ACCESS_POLICY', { name: 'Tight' })
  const app = await make.anApp('Ledger')
  await client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
  const other = await make.aPolicy('SVC_SIGN_ON', { name: 'Sign-on' })
  const groups = { include: [group.id, kept.id] }
  const rule = await make.aRule(other, { name: 'Names it', conditions: { people: { groups } } })
  for (const [name, groupIds] of [
    ['Fills it', [group.id, kept.id]],
    ['At rest', [group.id]],
  ] as const) {
    const body = groupRule(name, groupIds)
    const { id } = (await client.call('createGroupRule', { body })).body
    if (name === 'Fills it') await client.call('activateGroupRule', { params: { groupRuleId: id } })
  }
  await atRest(here)
  return { group, kept, policy, rule: { params: { policyId: other.id, ruleId: rule.id }, body: rule } }
}

const groupRule = (name: string, groupIds: readonly string[]) => ({
  ...{ type: 'group_rule' as const, name },
  conditions: { expression: { type: 'urn:svc:expression:1.0' as const, value: 'user.department == "Payroll"' } },
  actions: { assignUserToGroups: { groupIds: [...groupIds] } },
})

const removal = async ({ client }: Pick<TestServer, 'client'>, ids: Awaited<ReturnType<typeof furnish>>) => {
  await client.call('deleteGroup', { params: { groupId: ids.group.id } })
  await client.call('deletePolicy', { params: { policyId: ids.policy.id } })
}

/** What names the group and the policy, by names. */
async function namesIn({ client }: TestServer) {
  const groups = new Map((await client.call('listGroups', {})).body.map(({ id, profile }) => [id, profile.name]))
  const policies = new Map<string, string>()
  for (const type of ['ACCESS_POLICY', 'SVC_SIGN_ON'] as const)
    for (const { id, name } of (await client.call('listPolicies', { query: { type } })).body) policies.set(id, name)
  const policyOf = async (q: string) => {
    const [app] = (await client.call('listApps', { query: { q } })).body
    const { href } = (app?._links as { accessPolicy?: { href: string } } | undefined)?.accessPolicy ?? { href: '' }
    return policies.get(href.split('/').at(-1) ?? '')
  }
  const signOn = [...policies].find(([, name]) => name === 'Sign-on')?.[0] ?? ''
  const rules = (await client.call('listRules', { params: { policyId: signOn } })).body
  const named = rules.find(({ name }) => name === 'Names it')?.conditions as
    { people: { groups: { include: string[] } } } | undefined
  const nameOf = (id: string) => groups.get(id) ?? 'gone'
  return {
    policy: await policyOf('Ledger'),
    alone: await policyOf('There alone'),
    named: named?.people.groups.include.map(nameOf).toSorted(),
    groupRules: (await client.call('listGroupRules', {})).body
      .map(
        (one) => `${one.name} ${one.status} ${one.actions.assignUserToGroups.groupIds.map(nameOf).toSorted().join()}`,
      )
      .toSorted(),
  }
}

/** What is made again has another id. */
const withoutIds = (lines: readonly string[]) => lines.map((line) => line.replace(/[\w]{20}/g, '…')).toSorted()

const AS_BEFORE = {
  alone: undefined as string | undefined,
  policy: 'Tight',
  named: ['Kept', 'Payroll'],
  groupRules: ['At rest INACTIVE Payroll', 'Fills it ACTIVE Kept,Payroll'],
}

describe('a plan that is taken back', () => {
  let remote: TestServer
  let connectionId = ''
  beforeEach(async () => {
    remote = await startServer()
    connectionId = await connect(here, remote, { mayWrite: true })
    await pulled(here, connectionId)
  })

  it('gives back what was changed along with a removal: policies of applications, conditions and group rules', async () => {
    const ids = await furnish(here)
    expect((await applied(here, await planned(here, connectionId))).plan.state).toBe('APPLIED')
    expect(await namesIn(remote)).toEqual(AS_BEFORE)
    const [tight] = (await remote.client.call('listPolicies', { query: { type: 'ACCESS_POLICY', q: 'Tight' } })).body
    const alone = await remote.make.anApp('There alone')
    await remote.client.call('assignAppPolicy', { params: { appId: alone.id, policyId: tight?.id ?? '' } })
    await removal(here, ids)
    const before = await differencesWith(here, connectionId)
    const plan = await planned(here, connectionId)
    expect((await applied(here, plan, { confirmation })).plan.state).toBe('APPLIED')
    expect(await namesIn(remote)).toEqual({
      policy: 'Any two factors',
      alone: 'Any two factors',
      named: ['Kept', 'gone'],
      groupRules: ['At rest INVALID gone', 'Fills it INVALID Kept,gone'],
    })
    const inverse = await takenBack(here, plan)
    expect(inverse.refused).toEqual([])
    expect((await applied(here, inverse, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    expect(await namesIn(remote)).toEqual({ ...AS_BEFORE, alone: 'Tight' })
    expect(withoutIds(await differencesWith(here, connectionId))).toEqual(withoutIds(before))
    expect(stepLines(await stepsOf(here, await planned(here, connectionId)))).toEqual(
      stepLines(await stepsOf(here, plan)),
    )
  })
})

describe('a plan that is taken back after more has happened', () => {
  let remote: TestServer
  let connectionId = ''
  let ids: Awaited<ReturnType<typeof furnish>>
  beforeEach(async () => {
    remote = await startServer()
    connectionId = await connect(here, remote, { mayWrite: true })
    await pulled(here, connectionId)
    ids = await furnish(here)
    await applied(here, await planned(here, connectionId))
  })

  it('leaves what others have given something else since, and says so', async () => {
    const [tight] = (await remote.client.call('listPolicies', { query: { type: 'ACCESS_POLICY', q: 'Tight' } })).body
    const app = await remote.make.anApp('There alone')
    const give = (policyId = '') => remote.client.call('assignAppPolicy', { params: { appId: app.id, policyId } })
    await give(tight?.id)
    await removal(here, ids)
    const plan = await planned(here, connectionId)
    await applied(here, plan, { confirmation })
    const other = await remote.make.aPolicy('ACCESS_POLICY', { name: 'Of others' })
    await give(other.id)
    const inverse = await takenBack(here, plan)
    expect(inverse.refused).toEqual([
      { kind: 'app', name: 'There alone', reason: 'accessPolicy was changed by others since, and stays as it is' },
    ])
    expect((await applied(here, inverse, { confirmation })).plan).toMatchObject({ problem: null, state: 'APPLIED' })
    expect(await namesIn(remote)).toEqual({ ...AS_BEFORE, alone: 'Of others' })
  })

  it('makes again what went along with a removal after which the service was killed', async () => {
    const user = await here.make.aUser({}, [ids.group.id])
    await applied(here, await planned(here, connectionId))
    await here.client.call('deleteGroup', { params: { groupId: ids.group.id } })
    const plan = await planned(here, connectionId)
    await applied(here, plan, { confirmation })
    await withDatabase(here.dataFile, async (database) => {
      await database.run(`UPDATE sync_plan_steps SET state = 'STARTED', journal = NULL WHERE plan_id = ?`, [plan.id])
      await database.run(`UPDATE sync_plans SET state = 'STOPPED', done = 0 WHERE id = ?`, [plan.id])
    })
    expect((await namesIn(remote)).groupRules).toContain('At rest INVALID gone')
    await applied(here, await takenBack(here, plan), { confirmation })
    expect((await namesIn(remote)).groupRules).toEqual(AS_BEFORE.groupRules)
    const [group] = (await remote.client.call('listGroups', { query: { q: 'Payroll' } })).body
    const members = (await remote.client.call('listGroupMembers', { params: { groupId: group?.id ?? '' } })).body
    expect(members.map(({ profile }) => profile.login)).toEqual([user.profile.login])
  })
})

describe('a publication that is taken back', () => {
  it('gives a policy back to each of many applications', async () => {
    const policy = await here.make.aPolicy('ACCESS_POLICY', { name: 'Tight' })
    const going = await makeDraft(here, 'Remove')
    const policyId = policy.id
    for (let n = 0; n < 12; n += 1) {
      const { id: appId } = await here.make.anApp(`Many ${n}`)
      await here.client.call('assignAppPolicy', { params: { appId, policyId } })
    }
    await going.client.call('deletePolicy', { params: { policyId } })
    const before = await readSide(httpCaller(here))
    const back = await takeBackDraft(here, await publishAll(here, going.draft))
    expect((await linesOfPlan(here, back)).lines.filter((line) => line.startsWith('change app Many'))).toHaveLength(12)
    await publishAll(here, back)
    expect(changesBetween(before, await readSide(httpCaller(here)))).toEqual([])
  })

  it('tells of what was changed along and no plan can change', async () => {
    const policies = (await here.client.call('listPolicies', { query: { type: 'ACCESS_POLICY' } })).body
    const { id } = policies.find(({ name }) => name === 'Svc Dashboard') ?? expect.unreachable()
    const draft = await makeDraft(here, 'Remove')
    await draft.client.call('deletePolicy', { params: { policyId: id } })
    const { plan } = await linesOfPlan(here, draft.draft)
    const body = { digest: plan.digest, confirmation: 'Remove', partial: true }
    const job = (await here.client.call('publishDraft', { params: { draftId: draft.draft.id }, body })).body
    expect(await ended(here, job.id)).toMatchObject({ state: 'COMPLETED', problem: null })
    await takeBackDraft(here, await latestPublication(here))
    expect((await latestPublication(here)).leftOut).toEqual([
      {
        ...{ kind: 'app', name: 'Svc Dashboard' },
        reason: 'accessPolicy cannot be given back: it is an application of the platform',
      },
    ])
  })

  it('gives back what was changed along with a removal', async () => {
    const ids = await furnish(here)
    const before = await readSide(httpCaller(here))
    const draft = await makeDraft(here, 'Remove')
    await removal(draft, ids)
    const publication = await publishAll(here, draft.draft)
    const back = await takeBackDraft(here, publication)
    expect((await latestPublication(here)).leftOut).toEqual([])
    await publishAll(here, back)
    expect(changesBetween(before, await readSide(httpCaller(here)))).toEqual([])
    expect(await namesIn(here)).toEqual(AS_BEFORE)
  })

  it('changes what it has changed itself once, together with what was changed along', async () => {
    const ids = await furnish(here)
    const before = await readSide(httpCaller(here))
    const draft = await makeDraft(here, 'Remove')
    const { params, body: rule } = ids.rule
    await draft.client.call('replaceRule', { params, body: { ...rule, name: 'Called so' } as never })
    for (const [name, groupIds] of [
      ['At rest', [ids.group.id]],
      ['Fills it', [ids.group.id, ids.kept.id]],
    ] as const) {
      const all = (await draft.client.call('listGroupRules', {})).body
      const at = { params: { groupRuleId: all.find((one) => one.name === name)?.id ?? '' } }
      await draft.client.call('deactivateGroupRule', at)
      await draft.client.call('replaceGroupRule', { ...at, body: groupRule(`${name}, renamed`, groupIds) })
    }
    await removal(draft, ids)
    const back = await takeBackDraft(here, await publishAll(here, draft.draft))
    expect((await latestPublication(here)).leftOut).toEqual([])
    await publishAll(here, back)
    expect(changesBetween(before, await readSide(httpCaller(here)))).toEqual([])
    expect(await namesIn(here)).toEqual(AS_BEFORE)
  })
})
