import { beforeEach, describe, expect, it } from 'vitest'
import type { PlanStepView, SyncPlanView } from '#contract/gatehouse/sync-plan.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { Policy, Rule } from '#contract/policy/policy.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { connect, pulled } from '../../helpers/sync/connections.ts'
import { applied, planned, stepLines, stepsOf } from '../../helpers/sync/plans.ts'

const ALLOW = { signon: { access: 'ALLOW' } }
const DENY = { signon: { access: 'DENY' } }
const TWO_FACTORS = {
  signon: { access: 'ALLOW', requireFactor: true, factorPromptMode: 'ALWAYS', factorLifetime: 15 },
}

let here: TestServer
let remote: TestServer
let connectionId = ''
let staff = ''
let policy: Policy
let rule: Rule

/** A remote with a group of two, who have a policy with a rule that lets them in; and a workspace that has pulled all of it. */
beforeEach(async () => {
  remote = await startServer()
  const { make } = remote
  staff = (await make.aGroup('Staff')).id
  await make.aUser({ firstName: 'Ada', lastName: 'Lovelace' }, [staff])
  await make.aUser({ firstName: 'Grace', lastName: 'Hopper' }, [staff])
  policy = await make.aPolicy('SVC_SIGN_ON', {
    name: 'Staff policy',
    conditions: { people: { groups: { include: [staff] } } },
  })
  rule = await make.aRule(policy, { name: 'Allow', actions: ALLOW })
  here = await startServer()
  connectionId = await connect(here, remote, { mayWrite: true })
  expect(await pulled(here, connectionId)).toMatchObject({ state: 'COMPLETED', problem: null })
})

async function change({ client }: TestServer, over: Partial<Rule>) {
  const { _links, ...body } = { ...rule, ...over }
  await client.call('replaceRule', { params: { policyId: policy.id, ruleId: rule.id }, body: body as never })
}

/** The effects of a plan or a step, with how many each concerns. */
const effectsOf = ({ effect }: Pick<PlanStepView | SyncPlanView, 'effect'>) =>
  effect && effect.effects.map(({ effect: name, people }) => `${name} ${people}`)

const causesOf = ({ body }: { body: { errorCauses: { errorSummary: string }[] } }) =>
  body.errorCauses.map(({ errorSummary }) => errorSummary)

describe('the effect of a plan for a remote', () => {
  it('says beside the step that denies how many lose access, and of the whole plan, and changes nothing here', async () => {
    await change(here, { actions: DENY })
    await here.make.aGroup('Unrelated')
    const plan = await planned(here, connectionId)
    const steps = await stepsOf(here, plan)
    expect(stepLines(steps)).toEqual(['create group Unrelated', 'change rule Allow'])
    expect(steps.map(effectsOf)).toEqual([null, ['LOSES_ACCESS 2']])
    expect(effectsOf(plan)).toEqual(['LOSES_ACCESS 2'])
    expect(plan.effect).toMatchObject({ affected: 2, effects: [{ cases: [{ people: 2 }] }] })
    const { body } = await here.client.call('getRule', { params: { policyId: policy.id, ruleId: rule.id } })
    expect(body.actions).toMatchObject(DENY)
  })

  it('counts each step from what the steps before it have come to', async () => {
    await change(here, { actions: TWO_FACTORS })
    await here.make.aRule(policy, { name: 'Deny all', actions: DENY, priority: 1 })
    const plan = await planned(here, connectionId)
    const steps = await stepsOf(here, plan)
    expect(stepLines(steps)).toEqual(['change rule Allow', 'create rule Deny all', 'order rule Order of rules'])
    expect(steps.map(effectsOf)).toEqual([['MORE_FACTORS 2'], ['LOSES_ACCESS 2'], []])
    expect(effectsOf(plan)).toEqual(['LOSES_ACCESS 2'])
  })

  it('says of a list that is reordered whom the order affects, and of a rule that is removed who gets in again', async () => {
    await here.make.aRule(policy, { name: 'Deny all', actions: DENY })
    const extra = await here.make.aRule(policy, { name: 'Last', actions: ALLOW })
    await applied(here, await planned(here, connectionId))
    const { body } = await here.client.call('listRules', { params: { policyId: policy.id } })
    const deny = body.find(({ name }) => name === 'Deny all') ?? expect.unreachable('it was made')
    const params = { policyId: policy.id, ruleId: deny.id }
    await here.client.call('replaceRule', { params, body: { ...deny, priority: 1 } as never })
    const reordered = await planned(here, connectionId)
    expect((await stepsOf(here, reordered)).map(effectsOf)).toEqual([['LOSES_ACCESS 2']])
    await applied(here, reordered, { confirmation: 'Remote' })

    await here.client.call('deleteRule', { params })
    await here.client.call('deleteRule', { params: { policyId: policy.id, ruleId: extra.id } })
    const removed = await planned(here, connectionId)
    expect((await stepsOf(here, removed)).map(({ name, effect }) => [name, effectsOf({ effect })])).toEqual([
      ['Deny all', ['GAINS_ACCESS 2']],
      ['Last', []],
    ])
  })

  it('counts a policy that is made with its rules, after what the remote has changed and the plan leaves', async () => {
    const people = { people: { groups: { include: [staff] } } }
    const strict = await here.make.aPolicy('SVC_SIGN_ON', { name: 'Strict', conditions: people, priority: 1 })
    await here.make.aRule(strict, { name: 'Two', actions: TWO_FACTORS })
    await change(remote, { actions: DENY })
    const plan = await planned(here, connectionId)
    const steps = await stepsOf(here, plan)
    const found = steps.map(({ act, name, effect }) => [`${act} ${name}`, effectsOf({ effect })])
    expect(found).toContainEqual(['create Two', ['GAINS_ACCESS 2']])
    expect(effectsOf(plan)).toEqual(['GAINS_ACCESS 2'])
  })

  it('says what cannot be tried here, and counts the rest', async () => {
    await change(here, { actions: DENY })
    const { _links, ...body } = { ...policy, name: 'Of this name is one here' }
    await remote.client.call('replacePolicy', { params: { policyId: policy.id }, body: body as never })
    await here.make.aPolicy('SVC_SIGN_ON', { name: body.name })
    const plan = await planned(here, connectionId)
    expect(effectsOf(plan)).toEqual(['LOSES_ACCESS 2'])
    const steps = await stepsOf(here, plan)
    const untried = steps.filter(({ effectProblem }) => effectProblem !== null)
    const why = expect.stringMatching(/^The policy “Of this name is one here” cannot be written here: name: .*\.$/)
    expect(untried.map(({ act, kind, effect, effectProblem }) => [act, kind, effect, effectProblem])).toEqual([
      ['create', 'policy', null, why],
    ])
    expect(plan.effect?.notes).toEqual([why])
  })

  it('is told of the first steps that decide; of those beyond the plan counts it as a whole', async () => {
    const names = Array.from({ length: LIMITS.planEffects + 2 }, (_, at) => `Rule ${String(at).padStart(3, '0')}`)
    for (const name of names.toReversed()) await here.make.aRule(policy, { name, actions: DENY, priority: 1 })
    const plan = await planned(here, connectionId)
    const steps = await stepsOf(here, plan)
    expect(steps.filter(({ effect }) => effect !== null)).toHaveLength(LIMITS.planEffects)
    expect(steps.slice(LIMITS.planEffects).map(({ effect, effectProblem }) => [effect, effectProblem])).toEqual(
      Array(3).fill([null, expect.stringContaining(`first ${LIMITS.planEffects} steps`)]),
    )
    expect(steps.map(effectsOf).filter((one) => one?.length)).toEqual([['LOSES_ACCESS 2']])
    expect(effectsOf(plan)).toEqual(['LOSES_ACCESS 2'])
    expect(plan.effect?.notes).toEqual([expect.stringContaining('Of 3 steps')])
  })

  it('is not known where only people, memberships or assignments change, and says so', async () => {
    await here.make.aUser({}, [staff])
    const plan = await planned(here, connectionId)
    const effectProblem = 'People and memberships change; whom that affects is not counted.'
    expect(plan).toMatchObject({ effect: null, effectProblem })
    await change(here, { actions: DENY })
    const both = await planned(here, connectionId)
    expect(effectsOf(both)).toEqual(['LOSES_ACCESS 3'])
    expect(both.effect?.notes).toEqual([
      expect.stringMatching(/^People and memberships differ, and are taken as they are in this workspace/),
    ])
    await applied(here, both, { confirmation: 'Remote' })
    expect(await planned(here, connectionId)).toMatchObject({ steps: 0, effect: null, effectProblem: null })
  })

  it('says nothing of people where a group is made or described, which takes no one in', async () => {
    const group = await here.make.aGroup('Crane operators')
    expect(await planned(here, connectionId)).toMatchObject({ steps: 1, effect: null, effectProblem: null })
    await change(here, { actions: DENY })
    const both = await planned(here, connectionId)
    expect(both.effect?.notes).toEqual([])
    await applied(here, both, { confirmation: 'Remote' })
    await here.client.call('deleteGroup', { params: { groupId: group.id } })
    expect(await planned(here, connectionId)).toMatchObject({ effectProblem: expect.stringContaining('not counted') })
  })

  it('of an application that is made or removed says that it is not counted', async () => {
    const app = await here.make.anApp('Payroll')
    const made = await planned(here, connectionId)
    const [step] = (await stepsOf(here, made)).filter(({ kind }) => kind === 'app')
    expect(step).toMatchObject({ effect: null, effectProblem: expect.stringContaining('new there') })
    await applied(here, made)
    await here.client.call('deactivateApp', { params: { appId: app.id } })
    await here.client.call('deleteApp', { params: { appId: app.id } })
    const [gone] = await stepsOf(here, await planned(here, connectionId))
    expect(gone).toMatchObject({ act: 'remove', effect: null, effectProblem: expect.stringContaining('lose it') })
  })
})

describe('a plan that is dangerous for people', () => {
  it.each([
    [DENY, 'the plan takes access from 2 people'],
    [ALLOW, 'the plan has 2 people sign in with fewer factors'],
  ])('has to be confirmed by the name of the connection, and says why: %j', async (actions, why) => {
    if (actions === ALLOW) {
      await change(here, { actions: TWO_FACTORS })
      await applied(here, await planned(here, connectionId))
    }
    await change(here, { actions })
    const plan = await planned(here, connectionId)
    expect(plan.needsConfirmation).toBe(true)
    const refused = await here.client.refused('applySyncPlan', { params: { syncPlanId: plan.id }, body: {} })
    expect(causesOf(refused)).toEqual([expect.stringContaining(why)])
    expect((await applied(here, plan, { confirmation: 'Remote' })).plan).toMatchObject({ state: 'APPLIED' })
  })

  it('has the same digest, however many people it affects', async () => {
    await change(here, { actions: DENY })
    const one = await planned(here, connectionId)
    await remote.make.aUser({}, [staff])
    await pulled(here, connectionId)
    const other = await planned(here, connectionId)
    expect([effectsOf(one), effectsOf(other)]).toEqual([['LOSES_ACCESS 2'], ['LOSES_ACCESS 3']])
    expect(other.digest).toBe(one.digest)
  })
})
