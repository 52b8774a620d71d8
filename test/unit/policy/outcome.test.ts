import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { outcomeSchema } from '#contract/policy/outcome.ts'
import { compile } from '#policy/index.ts'
import { decide, evaluate } from '#policy/evaluate/evaluate.ts'
import { outcomeOf } from '#policy/explain/outcome.ts'
import type { EvaluationContext, RuleRecord } from '#policy/types.ts'
import { contexts, policySets } from '../../helpers/policy-arbitraries.ts'
import { runs } from '../../helpers/runs.ts'
import { appRule, organization, sessionRule, withSignOnActions } from '../../helpers/sign-in-policies.ts'

const names: Readonly<Record<string, string>> = { hq: 'HQ', staff: 'Staff' }
const nameOf = (id: string) => names[id] ?? null
const STAFF: EvaluationContext = { now: 0, groupIds: ['staff'], app: { id: 'app' } }

function outcome(rules: RuleRecord[], context: Partial<EvaluationContext> = {}) {
  const evaluation = evaluate(compile(organization({ session: rules })), 'SVC_SIGN_ON', { ...STAFF, ...context })
  return outcomeSchema.parse(outcomeOf(evaluation, nameOf))
}
const appOutcome = (rules: RuleRecord[]) =>
  outcomeOf(evaluate(compile(organization({ app: rules })), 'ACCESS_POLICY', STAFF), nameOf)

const HIGH_RISK = { riskScore: { level: 'HIGH' as const } }
const FROM_HQ = { network: { connection: 'ZONE' as const, include: ['hq'] } }

describe('what a policy comes to', () => {
  it('carries how many factors are asked for', () => {
    expect(outcome([sessionRule('One')])).toEqual({
      decision: 'ALLOW',
      factors: 1,
      label: 'Allowed · 1 factor',
      text: 'Allowed with one factor',
      certain: true,
      alternatives: [],
    })
    expect(outcome([sessionRule('Two', { requireFactor: true })]).label).toBe('Allowed · 2 factors')
    expect(outcome([sessionRule('No', { access: 'DENY' })])).toMatchObject({ factors: null, text: 'Denied' })
  })

  it('counts what an authentication rule demands: the mode, the classes it names, or the steps of a chain', () => {
    const factors = (method: object) => appOutcome([appRule('Any', method)]).factors
    expect(factors({ factorMode: '1FA' })).toBe(1)
    expect(factors({ factorMode: '2FA' })).toBe(2)
    expect(factors({ factorMode: '1FA', constraints: [{ knowledge: {}, possession: {} }] })).toBe(2)
    expect(factors({ factorMode: '1FA', constraints: [{ knowledge: {} }, { knowledge: {}, possession: {} }] })).toBe(1)
    const step = { authenticationMethods: [{ key: 'svc_password', method: 'password' }] }
    const [chain, type] = [{ ...step, next: [{ ...step, next: [step] }] }, 'AUTH_METHOD_CHAIN']
    expect(factors({ type, chains: [chain] })).toBe(3)
    expect(factors({ type, chains: [chain, step] })).toBe(1)
  })

  it('lets people register, or turns those away who are not known', () => {
    const enrollment = (actions: object) =>
      outcomeOf(
        {
          type: 'PROFILE_ENROLLMENT',
          status: 'MATCH',
          path: [],
          missing: null,
          matched: {
            policy: { policy: { settings: null } as never, status: 'MATCH', conditions: [], rules: [] },
            rule: {
              rule: { ...sessionRule('R'), actions: { profileEnrollment: actions } },
              status: 'MATCH',
              conditions: [],
            },
          },
        },
        nameOf,
      ).decision
    expect(enrollment({ access: 'ALLOW', unknownUserAction: 'REGISTER' })).toBe('REGISTER')
    expect(enrollment({ access: 'ALLOW', unknownUserAction: 'DENY' })).toBe('DENY')
  })

  it('is not certain where a rule before it may apply and does something else, and says when', () => {
    const rules = [sessionRule('Risky', { access: 'DENY' }, HIGH_RISK), sessionRule('All', { requireFactor: true })]
    expect(outcome(rules)).toEqual({
      decision: 'ALLOW',
      factors: 2,
      label: 'Allowed · 2 factors',
      text: 'Allowed with two factors, unless at high risk (denied)',
      certain: false,
      alternatives: [
        {
          decision: 'DENY',
          factors: null,
          label: 'Denied',
          when: 'at high risk',
          policyName: 'Global session',
          ruleId: 'Risky',
          ruleName: 'Risky',
        },
      ],
    })
    expect(outcome(rules, { risk: 'LOW' }).certain).toBe(true)
  })

  it('is certain where a rule that may apply would do the same', () => {
    expect(outcome([sessionRule('From HQ', {}, FROM_HQ), sessionRule('All')])).toMatchObject({
      text: 'Allowed with one factor',
      certain: true,
      alternatives: [],
    })
  })

  it('names only what is open of a rule that may apply', () => {
    const both = { ...FROM_HQ, ...HIGH_RISK, people: { groups: { include: ['staff'] } } }
    const rules = [sessionRule('Both', { access: 'DENY' }, both), sessionRule('All')]
    expect(outcome(rules).alternatives[0]?.when).toBe('from HQ, at high risk')
    expect(outcome(rules, { risk: 'HIGH' }).alternatives[0]?.when).toBe('from HQ')
  })

  it('tells of no rule that never decides, because an earlier one asks for no more than it does', () => {
    const shut = sessionRule('Shut', { access: 'DENY' }, FROM_HQ)
    const two = sessionRule('Two', { requireFactor: true }, { ...HIGH_RISK, ...FROM_HQ })
    const alternatives = (...rules: RuleRecord[]) =>
      outcome([...rules, sessionRule('All')]).alternatives.map(({ ruleId }) => ruleId)
    expect(alternatives(shut, two)).toEqual(['Shut'])
    expect(alternatives(two, shut)).toEqual(['Two', 'Shut'])
    expect(alternatives(sessionRule('Same', {}, FROM_HQ), two)).toEqual([])
    expect(outcome([shut, two]).text).toBe('Cannot tell: denied if from HQ')
  })

  it('tells two cases of many, and how many more there are', () => {
    const open = ['LOW', 'MEDIUM', 'HIGH'].map((level) =>
      sessionRule(level, { access: 'DENY' }, { riskScore: { level: level as 'LOW' } }),
    )
    expect(outcome([...open, sessionRule('All')]).text).toBe(
      'Allowed with one factor, unless at low risk (denied), at medium risk (denied) or 1 more case',
    )
  })

  it('says what it could be where it cannot be told', () => {
    expect(outcome([sessionRule('From HQ', {}, FROM_HQ)])).toMatchObject({
      decision: 'CANNOT_TELL',
      text: 'Cannot tell: allowed with one factor if from HQ',
      certain: false,
    })
    expect(outcome([])).toMatchObject({ decision: 'NO_RULE', text: 'No rule matches', certain: true })
  })

  it('says of settings that apply the first thing that they do', () => {
    const set = organization({
      routing: [{ ...sessionRule('Route'), actions: { idp: { providers: [{ type: 'SVC' }] } } }],
    })
    expect(outcomeOf(evaluate(compile(set), 'IDP_DISCOVERY', STAFF), nameOf)).toMatchObject({
      label: 'Applies',
      text: 'Sign-in goes to this service',
    })
  })
})

const OPEN = [
  'ip',
  'zoneIds',
  'risk',
  'entityRisk',
  'device',
  'behaviors',
  'riskDetections',
  'authType',
  'identityProvider',
] as const

describe('an outcome of a sign-in of which less is known', () => {
  it('has what comes of any sign-in that it may be', () => {
    fc.assert(
      fc.property(policySets, contexts, fc.subarray([...OPEN]), (random, whole, left) => {
        const set = withSignOnActions(random, 'SVC_SIGN_ON')
        const compiled = compile(set)
        const partial = { ...whole, ...Object.fromEntries(left.map((field) => [field, undefined])) }
        const told = outcomeOf(evaluate(compiled, 'SVC_SIGN_ON', partial), nameOf)
        const decided = decide(compiled, 'SVC_SIGN_ON', whole)
        const real = outcomeOf(evaluate(compiled, 'SVC_SIGN_ON', whole), nameOf)
        const possible = [told, ...told.alternatives].map(({ label }) => label)
        if (decided) expect(possible).toContain(real.label)
        else expect(['NO_RULE', 'CANNOT_TELL']).toContain(told.decision)
        if (told.certain) expect(real).toMatchObject({ label: told.label, certain: true })
      }),
      { numRuns: runs() },
    )
  })
})
