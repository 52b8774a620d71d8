import { beforeAll, describe, expect, it } from 'vitest'
import type { RuleDraft } from '#contract/gatehouse/rule-draft.ts'
import type { Policy } from '#contract/policy/policy.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

const ALLOW = { signon: { access: 'ALLOW' } }
const risk = (level: 'LOW' | 'MEDIUM' | 'HIGH') => ({ riskScore: { level } })
let org: Pick<TestServer, 'client' | 'make'>
let policy: Policy
let rules: Record<'Low' | 'Rest', { id: string }>

beforeAll(async () => {
  org = await startServer()
  policy = await org.make.aPolicy('SVC_SIGN_ON', { conditions: {} })
  const make = async (name: string, conditions: object) => org.make.aRule(policy, { name, conditions, actions: ALLOW })
  rules = { Low: await make('Low', risk('LOW')), Rest: await make('Rest', { riskScore: { level: 'ANY' } }) }
})

const answer = async (draft: Partial<RuleDraft>) =>
  (await org.client.call('checkRuleDraft', { body: { policyId: policy.id, place: 0, ...draft } })).body
/** The answer but for the example. */
const check = async (asked: Partial<RuleDraft>) => {
  const { draft, others } = await answer(asked)
  return { draft, others }
}

describe('a draft of a rule', () => {
  it('that takes every sign-in from a rule below is told, together with the rules that do it with others', async () => {
    expect(await check({ name: 'Everyone', conditions: {} })).toEqual({
      draft: null,
      others: ['Low', 'Rest'].map((ruleName) => ({
        ruleId: rules[ruleName as keyof typeof rules].id,
        ruleName,
        message: 'Never applies, because rule “Everyone” comes first and matches whatever this one matches.',
      })),
    })
  })

  it('that could never apply itself is told why', async () => {
    const below = await check({ place: 2, conditions: risk('HIGH') })
    expect(below).toEqual({
      draft: 'Never applies, because rule “Rest” comes first and matches whatever this one matches.',
      others: [],
    })
    expect((await check({ place: 1, conditions: risk('HIGH') })).draft).toBeNull()
    expect(
      (
        await check({
          conditions: { elCondition: { condition: 'security.risk.level == "LOW" && security.risk.level == "HIGH"' } },
        })
      ).draft,
    ).toBe(
      'Never applies, because no sign-in meets its condition “when security.risk.level == "LOW" && security.risk.level == "HIGH"”.',
    )
  })

  it('in the place of a saved rule is judged without that rule', async () => {
    expect(await check({ ruleId: rules.Rest.id, place: 1, conditions: risk('MEDIUM') })).toEqual({
      draft: null,
      others: [],
    })
    const wide = await check({ ruleId: rules.Low.id, name: 'Low', place: 0, conditions: {} })
    expect(wide.others.map(({ ruleName }) => ruleName)).toEqual(['Rest'])
  })

  it('has an example that is decided by it: of a person of today if one would do, at the risk that is left', async () => {
    const group = await org.make.aGroup('Night shift')
    const people = { groups: { include: [group.id] } }
    const ofGroup = await answer({ place: 1, conditions: { people, ...risk('HIGH') } })
    expect(ofGroup.example).toEqual({
      request: { policyContext: { groups: { ids: [group.id] }, risk: { level: 'HIGH' } } },
      needs: [],
    })
    const person = await org.make.aUser({}, [group.id])
    const ofPerson = await answer({ place: 1, conditions: { people, ...risk('HIGH') } })
    expect(ofPerson.example?.request.policyContext.user).toEqual({ id: person.id })
    expect((await answer({ place: 2, conditions: risk('HIGH') })).example).toBeNull()

    const saved = await org.make.aRule(policy, {
      name: 'Night',
      conditions: { people, ...risk('HIGH') },
      priority: 1,
      actions: ALLOW,
    })
    const reply = await org.client.call('explainPolicies', { body: ofPerson.example!.request })
    const session = reply.body.explanations.find(({ policyType }) => policyType === 'SVC_SIGN_ON')
    expect(JSON.stringify(session)).toContain(saved.id)
    await org.client.call('deleteRule', { params: { policyId: policy.id, ruleId: saved.id } })
  })

  it('of a policy that is not there, or with conditions that cannot be read, is refused by name', async () => {
    const gone = await org.client.refused('checkRuleDraft', { body: { policyId: '00pGoneGoneGoneGone1', place: 0 } })
    expect([gone.status, gone.code]).toEqual([404, 'E0000007'])
    const bad = await org.client.refused('checkRuleDraft', {
      body: { policyId: policy.id, place: -1, conditions: { riskScore: { level: 'SOME' } } },
    })
    expect(bad.status).toBe(400)
    expect(bad.locations).toEqual(expect.arrayContaining(['place', 'conditions.riskScore.level']))
  })
})
