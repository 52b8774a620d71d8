import { describe, expect, it } from 'vitest'
import { explanationSchema } from '#contract/policy/simulation.ts'
import { compile, explain } from '#policy/index.ts'
import type { EvaluationContext, PolicyRecord, PolicySet, RuleRecord } from '#policy/types.ts'

const NAMES: Readonly<Record<string, string>> = { c: 'Contractors', s: 'Staff', hq: 'HQ' }
const DENY = { signon: { access: 'DENY' } }

const rule = (id: string, conditions: RuleRecord['conditions'], priority = 1): RuleRecord => ({
  id,
  name: id,
  status: 'ACTIVE',
  priority,
  system: false,
  conditions,
  actions: DENY,
})

function setOf(rules: RuleRecord[], fields: Partial<PolicyRecord> = {}): PolicySet {
  return {
    everyoneGroupId: 'everyone',
    zones: [
      {
        id: 'hq',
        name: 'HQ',
        type: 'IP',
        status: 'ACTIVE',
        usage: 'POLICY',
        gateways: [{ type: 'CIDR', value: '10.0.0.0/8' }],
      },
    ],
    applications: [],
    nameOf: (id) => NAMES[id] ?? null,
    policies: [
      {
        id: 'p',
        type: 'SVC_SIGN_ON',
        name: 'Sign-on',
        status: 'ACTIVE',
        priority: 1,
        system: false,
        conditions: null,
        rules,
        ...fields,
      },
    ],
  }
}

const ask = (set: PolicySet, context: Partial<EvaluationContext>) =>
  explanationSchema.parse(explain(compile(set), 'SVC_SIGN_ON', { now: 0, ...context }))

describe('an explanation', () => {
  it('tells what each condition expected and saw, by name', () => {
    const set = setOf([
      rule('From HQ', {
        people: { groups: { include: ['c', 'gone'] } },
        network: { connection: 'ZONE', include: ['hq'] },
      }),
    ])
    const { path } = ask(set, { person: { id: 'ada', groupIds: ['s'] }, ip: '192.0.2.1' })
    expect(path[0]?.rules[0]?.conditions).toEqual([
      {
        path: 'people.groups.include',
        status: 'NOT_MATCH',
        expected: 'a member of Contractors or gone (deleted)',
        actual: 'a member of Staff',
        missing: null,
        parts: [],
      },
      {
        path: 'network.include',
        status: 'NOT_MATCH',
        expected: 'inside HQ',
        actual: 'address 192.0.2.1',
        missing: null,
        parts: [],
      },
    ])
  })

  it('calls a person by name when the context brings one, and never deleted', () => {
    const set = setOf([rule('Not Bob', { people: { users: { exclude: ['bob'] } } })])
    const saw = (person: EvaluationContext['person']) => ask(set, { person }).path[0]?.rules[0]?.conditions[0]?.actual
    expect(
      saw({ id: 'ada', groupIds: [], user: { id: 'ada', profile: { firstName: 'Ada', lastName: 'Byron' } } }),
    ).toBe('Ada Byron')
    expect(saw({ id: 'ada', groupIds: [] })).toBe('ada')
  })

  it('names the rule that applies and spells out what it does', () => {
    const answer = ask(setOf([rule('Refuse', null)]), { groupIds: ['s'] })
    expect(answer.summary).toBe('Rule “Refuse” of “Sign-on” applies: it has no conditions.')
    expect(answer.matched).toEqual({
      policyId: 'p',
      policyName: 'Sign-on',
      ruleId: 'Refuse',
      ruleName: 'Refuse',
      actions: DENY,
      effects: ['Sign-in is denied'],
    })
  })

  it('says what is missing when nothing can be told', () => {
    const answer = ask(
      setOf([rule('From HQ', { network: { connection: 'ZONE', include: ['hq'] }, riskScore: { level: 'HIGH' } })]),
      { groupIds: ['s'] },
    )
    expect(answer.status).toBe('UNDEFINED')
    expect(answer.summary).toBe('Cannot tell: “Sign-on” needs an address or a zone and a risk level.')
    expect(answer.path[0]?.rules[0]?.conditions.map((condition) => condition.missing)).toEqual([
      'policyContext.ip',
      'policyContext.risk',
    ])
  })

  it('warns when a rule before the match could not be told', () => {
    const answer = ask(
      setOf([rule('From HQ', { network: { connection: 'ZONE', include: ['hq'] } }), rule('All', null, 2)]),
      { groupIds: ['s'] },
    )
    expect(answer.matched?.ruleName).toBe('All')
    expect(answer.summary).toBe(
      'Rule “All” of “Sign-on” applies: it has no conditions; but before it, “From HQ” needs an address or a zone.',
    )
  })

  it('tells a refusal from the absence of policies', () => {
    expect(
      ask(setOf([rule('Risky', { riskScore: { level: 'HIGH' } })]), { groupIds: ['s'], risk: 'LOW' }).summary,
    ).toBe('No rule matches.')
    expect(ask(setOf([rule('Asleep', null)], { status: 'INACTIVE' }), { groupIds: ['s'] })).toMatchObject({
      status: 'NOT_MATCH',
      summary: 'There is no active policy of this type.',
      path: [],
    })
  })

  it('asks for an application where the type is found through one', () => {
    const answer = explain(compile(setOf([])), 'ACCESS_POLICY', { now: 0, groupIds: ['s'] })
    expect(answer).toMatchObject({ status: 'UNDEFINED', matched: null, path: [] })
    expect(answer.summary).toBe('Cannot tell which policy applies, because no application is given.')
  })
})
