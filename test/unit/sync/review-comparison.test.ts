import { describe, expect, it } from 'vitest'
import type { ChangeReview } from '#contract/gatehouse/change-review.ts'
import type { ComparisonReviewRequest } from '#contract/gatehouse/comparison-review.ts'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import { ruleBody } from '../../helpers/factories.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { compared, connect, pulled } from '../../helpers/sync/connections.ts'

const ALLOW = { signon: { access: 'ALLOW' } }
const DENY = { signon: { access: 'DENY' } }
const TWO_FACTORS = {
  signon: { access: 'ALLOW', requireFactor: true, factorPromptMode: 'ALWAYS', factorLifetime: 15 },
}

interface InStep {
  here: TestServer
  remote: TestServer
  connectionId: string
  staff: string
  ada: string
  grace: string
  policy: Policy
  rule: Rule
}

/** A remote with a group of two, who have a policy with a rule that lets them in; and a workspace that has pulled all of it. */
async function inStep(): Promise<InStep> {
  const remote = await startServer()
  const { make } = remote
  const staff = (await make.aGroup('Staff')).id
  const ada = (await make.aUser({ firstName: 'Ada', lastName: 'Lovelace' }, [staff])).id
  const grace = (await make.aUser({ firstName: 'Grace', lastName: 'Hopper' }, [staff])).id
  const policy = await make.aPolicy('SVC_SIGN_ON', {
    name: 'Staff policy',
    conditions: { people: { groups: { include: [staff] } } },
  })
  const rule = await make.aRule(policy, { name: 'Allow', actions: ALLOW })
  const here = await startServer()
  const connectionId = await connect(here, remote)
  expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED', problem: null })
  return { here, remote, connectionId, staff, ada, grace, policy, rule }
}

async function change({ client }: TestServer, { policy, rule }: Pick<InStep, 'policy' | 'rule'>, over: Partial<Rule>) {
  const { _links, ...body } = { ...rule, ...over }
  await client.call('replaceRule', { params: { policyId: policy.id, ruleId: rule.id }, body: body as never })
}

const idOf = ({ policy, rule }: Pick<InStep, 'policy' | 'rule'>) => `rule:${policy.id}/${rule.id}`

const review = async ({ here, connectionId }: Pick<InStep, 'here' | 'connectionId'>, body: ComparisonReviewRequest) =>
  (await here.client.call('reviewComparison', { params: { connectionId }, body })).body

async function compareAndReview(sides: InStep, body: ComparisonReviewRequest) {
  expect(await compared(sides.here, sides.connectionId)).toMatchObject({ state: 'COMPLETED', problem: null })
  return review(sides, body)
}

const effects = (found: ChangeReview | null) =>
  found && found.effects.map(({ effect, sample }) => [effect, sample.map(({ name }) => name)])

const STAFF = ['Grace Hopper', 'Ada Lovelace']
const LOSE = [['LOSES_ACCESS', STAFF]]
const MORE = [['MORE_FACTORS', STAFF]]

describe('the review of a difference', () => {
  it('says how many lose access by what the remote has changed, and who', async () => {
    const sides = await inStep()
    await change(sides.remote, sides, { actions: DENY })
    const told = await compareAndReview(sides, { differences: [idOf(sides)] })
    expect(told).toMatchObject({ from: 'base', workspace: null, remote: { affected: 2, notes: [] } })
    expect(effects(told.remote)).toEqual(LOSE)
    const query = { effect: 'LOSES_ACCESS' as const }
    const people = await sides.here.client.call('listReviewedPeople', {
      params: { reviewId: told.remote?.id ?? '' },
      query,
    })
    expect(people.body.map(({ name }) => name)).toEqual(STAFF)
    expect(effects((await review(sides, {})).remote)).toEqual(LOSE)
  })

  it('tells of a conflict whom each side affects, compared with what both had', async () => {
    const sides = await inStep()
    const { here, remote, connectionId, ada, grace } = sides
    await remote.make.aRule(sides.policy, { name: 'Nobody else', actions: DENY })
    await pulled(here, connectionId)
    const without = (id: string) => ({ conditions: { people: { users: { exclude: [id] } } } }) as Partial<Rule>
    await change(remote, sides, without(ada))
    await change(here, sides, without(grace))
    const told = await compareAndReview(sides, { differences: [idOf(sides)] })
    expect(told.from).toBe('base')
    expect(effects(told.remote)).toEqual([['LOSES_ACCESS', ['Ada Lovelace']]])
    expect(effects(told.workspace)).toEqual([['LOSES_ACCESS', ['Grace Hopper']]])

    const decided = { kind: 'rule' as const, difference: idOf(sides), prefer: 'remote' as const }
    const swapped = [
      ['LOSES_ACCESS', ['Ada Lovelace']],
      ['GAINS_ACCESS', ['Grace Hopper']],
    ]
    expect(effects((await review(sides, { choices: [decided] })).remote)).toEqual(swapped)
    expect(effects((await review(sides, { prefer: 'remote' })).remote)).toEqual(swapped)
    expect(effects((await review(sides, { prefer: 'workspace' })).remote)).toEqual([])
    expect(effects((await review(sides, {})).remote)).toEqual([])
  })

  it('tells of what was changed here alone whom that affects', async () => {
    const sides = await inStep()
    await change(sides.here, sides, { actions: TWO_FACTORS })
    const told = await compareAndReview(sides, { differences: [idOf(sides)] })
    expect(told).toMatchObject({ from: 'base', remote: null })
    expect(effects(told.workspace)).toEqual(MORE)
  })

  it('brings a policy that only the remote has with its rules, and a rule of it with the policy', async () => {
    const sides = await inStep()
    const { make } = sides.remote
    const strict = await make.aPolicy('SVC_SIGN_ON', {
      ...{ name: 'Strict', priority: 1 },
      conditions: { people: { groups: { include: [sides.staff] } } },
    })
    const rule = await make.aRule(strict, { name: 'Nobody', actions: DENY })
    const told = await compareAndReview(sides, { differences: [`policy:${strict.id}`] })
    expect(effects(told.remote)).toEqual(LOSE)
    expect(effects((await review(sides, { differences: [idOf({ policy: strict, rule })] })).remote)).toEqual(LOSE)
    expect(effects((await review(sides, {})).remote)).toEqual(LOSE)
  })

  it('brings the default rule that an authentication policy of the remote has', async () => {
    const sides = await inStep()
    const { remote, here, connectionId, staff } = sides
    const app = await remote.make.anApp()
    await remote.client.call('assignAppGroup', { params: { appId: app.id, groupId: staff }, body: {} })
    await pulled(here, connectionId)
    const policy = await remote.make.aPolicy('ACCESS_POLICY', { name: 'Closed' })
    const [rule] = (await remote.client.call('listRules', { params: { policyId: policy.id } })).body as [Rule]
    await change(remote, { policy, rule }, { actions: { appSignOn: { access: 'DENY' } } as never })
    await remote.client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
    const told = await compareAndReview(sides, {})
    expect(effects(told.remote)).toEqual(LOSE)
    expect(told.remote?.notes).toEqual([])
  })

  it('tells of a policy that is gone at the remote', async () => {
    const sides = await inStep()
    await change(sides.remote, sides, { actions: DENY })
    await pulled(sides.here, sides.connectionId)
    await sides.remote.client.call('deletePolicy', { params: { policyId: sides.policy.id } })
    const told = await compareAndReview(sides, { differences: [`policy:ours:${sides.policy.id}`] })
    expect(told).toMatchObject({ workspace: null, remote: { notes: [] } })
    expect(effects(told.remote)).toEqual([['GAINS_ACCESS', STAFF]])
  })

  it('restores what was deleted here to say whom that has affected, beside what was changed there', async () => {
    const sides = await inStep()
    await change(sides.remote, sides, { actions: DENY })
    const params = { policyId: sides.policy.id, ruleId: sides.rule.id }
    await sides.here.client.call('deleteRule', { params })
    const told = await compareAndReview(sides, { differences: [idOf(sides)] })
    expect(told.from).toBe('base')
    expect(effects(told.remote)).toEqual(LOSE)
    expect(told.workspace).toMatchObject({ affected: 0 })
  })

  it('compares with the workspace where nothing was pulled yet', async () => {
    const { remote } = await inStep()
    const here = await startServer()
    const connectionId = await connect(here, remote)
    await compared(here, connectionId)
    const told = await review({ here, connectionId }, {})
    expect(told).toMatchObject({ from: 'workspace', workspace: null, remote: { affected: 0 } })
    expect(told.remote?.notes).toEqual([expect.stringContaining('People and memberships differ too')])
  })

  it('says nothing of people who are only here, whom no pull takes away', async () => {
    const [remote, here] = [await startServer(), await startServer()]
    const { id } = await here.make.aGroup('Only here')
    await here.make.aUser({ firstName: 'Ada', lastName: 'Lovelace' }, [id])
    const connectionId = await connect(here, remote)
    await compared(here, connectionId)
    const notes = async () => (await review({ here, connectionId }, {})).remote?.notes
    expect(await notes()).toEqual([])
    await remote.make.aUser()
    await compared(here, connectionId)
    expect(await notes()).toEqual([expect.stringContaining('People')])
  })
})

/** Both sides have the rules “Allow”, “Deny” and “Ask” in this order, and then each moved another one to the top. */
async function inAnotherOrder() {
  const sides = await inStep()
  const { here, remote, connectionId, policy } = sides
  const deny = await remote.make.aRule(policy, { name: 'Deny', actions: DENY })
  const ask = await remote.make.aRule(policy, { name: 'Ask', actions: TWO_FACTORS })
  await pulled(here, connectionId)
  await change(remote, { policy, rule: deny }, { priority: 1 })
  await change(here, { policy, rule: ask }, { priority: 1 })
  return { ...sides, deny, ask, order: `rule:order:${policy.id}` }
}

describe('the review of an order', () => {
  it('tells of a list that both sides have moved whom each affects, compared with the order that both had', async () => {
    const sides = await inAnotherOrder()
    const told = await compareAndReview(sides, { differences: [sides.order] })
    const params = { connectionId: sides.connectionId }
    expect((await sides.here.client.call('getComparison', { params })).body).toMatchObject({
      orders: [{ id: sides.order, kind: 'rule', direction: 'conflict' }],
    })
    expect(told.from).toBe('base')
    expect(effects(told.remote)).toEqual(LOSE)
    expect(effects(told.workspace)).toEqual(MORE)
  })

  it('is that of a pull which is told who wins in it', async () => {
    const sides = await inAnotherOrder()
    const choice = (prefer: 'remote' | 'workspace') => ({
      choices: [{ kind: 'rule' as const, difference: sides.order, prefer }],
    })
    expect(effects((await compareAndReview(sides, choice('remote'))).remote)).toEqual(LOSE)
    expect(effects((await review(sides, choice('workspace'))).remote)).toEqual([])
    expect(effects((await review(sides, {})).remote)).toEqual([])
  })

  it('tells of a list that one side alone has moved whom that affects, and of its objects without that', async () => {
    const sides = await inAnotherOrder()
    const { here, connectionId, policy } = sides
    await pulled(here, connectionId, { prefer: 'workspace' })
    const told = await compareAndReview(sides, { differences: [sides.order] })
    expect(told).toMatchObject({ from: 'base', remote: null })
    expect(effects(told.workspace)).toEqual([['GAINS_ACCESS', STAFF]])
    await change(here, { policy, rule: sides.rule }, { actions: TWO_FACTORS, priority: 2 })
    expect(effects((await compareAndReview(sides, { differences: [idOf(sides)] })).workspace)).toEqual([])
  })

  it('compares with the workspace where something of the list was made on both sides since', async () => {
    const sides = await inAnotherOrder()
    for (const { make } of [sides.here, sides.remote])
      await make.aRule(sides.policy, { name: 'On both', actions: ALLOW })
    const told = await compareAndReview(sides, { differences: [sides.order] })
    expect(told).toMatchObject({ from: 'workspace', workspace: null })
    expect(effects(told.remote)).toEqual(LOSE)
  })

  it('compares with the workspace where nothing was pulled yet', async () => {
    const { remote, policy, deny } = await inAnotherOrder()
    const here = await startServer()
    const connectionId = await connect(here, remote)
    await pulled(here, connectionId)
    await change(remote, { policy, rule: deny }, { priority: 3 })
    const { body } = await here.client.call('listConnections')
    expect(body).toHaveLength(1)
    await here.client.call('deleteConnection', { params: { connectionId } })
    const again = await connect(here, remote)
    await compared(here, again)
    const told = await review({ here, connectionId: again }, { differences: [`rule:order:${policy.id}`] })
    expect(told).toMatchObject({ from: 'workspace', workspace: null })
    expect(effects(told.remote)).toEqual([['GAINS_ACCESS', STAFF]])
  })
})

describe('a review of differences', () => {
  it('writes nothing, and leaves no event', async () => {
    const sides = await inStep()
    await change(sides.remote, sides, { actions: DENY })
    await change(sides.here, sides, { actions: TWO_FACTORS })
    await compared(sides.here, sides.connectionId)
    const { client } = sides.here
    const state = async () => [
      (await client.call('listRules', { params: { policyId: sides.policy.id } })).body,
      (await client.call('listPolicies', { query: { type: 'SVC_SIGN_ON' } })).body,
      (await client.call('listVersions', { query: { kind: 'rule', id: sides.rule.id } })).body,
      (await client.call('listLogEvents', { query: { limit: 1000 } })).body.map(({ uuid }) => uuid),
    ]
    const before = await state()
    await review(sides, { differences: [idOf(sides)] })
    await review(sides, { prefer: 'remote' })
    expect(await state()).toEqual(before)
  })

  it('names what cannot be written here, and tells the rest', async () => {
    const sides = await inStep()
    const { here, remote } = sides
    await change(remote, sides, { actions: DENY })
    const { _links, ...body } = { ...sides.policy, name: 'Of this name is one here' }
    await remote.client.call('replacePolicy', { params: { policyId: sides.policy.id }, body: body as never })
    await here.make.aPolicy('SVC_SIGN_ON', { name: body.name })
    const { remote: told } = await compareAndReview(sides, {})
    expect(effects(told)).toEqual(LOSE)
    expect(told?.notes).toEqual([
      expect.stringMatching(/^The policy “Staff policy” cannot be written here: name: .*\.$/),
    ])
  })

  it('brings lists into the order of the remote', async () => {
    const sides = await inStep()
    const { here, remote } = sides
    const body = ruleBody('SVC_SIGN_ON', { name: 'Deny', actions: DENY })
    const deny = (await remote.client.call('createRule', { params: { policyId: sides.policy.id }, body })).body
    await pulled(here, sides.connectionId)
    await change(remote, { policy: sides.policy, rule: deny }, { priority: 1 })
    expect(effects((await compareAndReview(sides, {})).remote)).toEqual(LOSE)
  })

  it('is refused without a comparison, for what it does not name, and after a change', async () => {
    const sides = await inStep()
    const params = { connectionId: sides.connectionId }
    const refused = (body: ComparisonReviewRequest) => sides.here.client.refused('reviewComparison', { params, body })
    expect(await refused({})).toMatchObject({
      status: 400,
      body: { errorCauses: [{ errorSummary: 'connectionId: there is no comparison in memory: compare first' }] },
    })
    await compared(sides.here, sides.connectionId)
    expect(await refused({ differences: [idOf(sides)] })).toMatchObject({
      body: { errorCauses: [{ errorSummary: 'differences[0]: the latest comparison has no such difference' }] },
    })
    expect(await refused({ differences: ['a'], prefer: 'remote' })).toMatchObject({ status: 400 })
    await change(sides.here, sides, { actions: DENY })
    expect(await refused({})).toMatchObject({
      body: {
        errorCauses: [{ errorSummary: expect.stringContaining('have changed since the comparison: compare again') }],
      },
    })
  })
})
