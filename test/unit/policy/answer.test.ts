import { describe, expect, it } from 'vitest'
import { answerSchema } from '#contract/policy/outcome.ts'
import { answerOf, compile, evaluate } from '#policy/index.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'
import type { EvaluationContext } from '#policy/types.ts'
import { appRule, organization, sessionRule } from '../../helpers/sign-in-policies.ts'

const STAFF: EvaluationContext = { now: 0, groupIds: ['staff'], app: { id: 'app' } }
const AROUND = { blockedBy: null, unreached: [], withApp: true }
const HIGH_RISK = { riskScore: { level: 'HIGH' as const } }
const TWO = { factorMode: '2FA', reauthenticateIn: 'PT0S' }

const ask = (rules: Parameters<typeof organization>[0], around: Partial<Parameters<typeof answerOf>[1]> = {}) => {
  const compiled = compile(organization(rules))
  const evaluationOf = (type: PolicyType) => evaluate(compiled, type, STAFF)
  return answerSchema.parse(answerOf(evaluationOf, { ...AROUND, ...around }, compiled.nameOf))
}

describe('the answer to whether a person gets in', () => {
  it('is yes, and with what, where the session and the application let in', () => {
    expect(ask({ session: [sessionRule('All')], app: [appRule('All', TWO)] })).toEqual({
      answer: 'YES',
      text: 'Yes, with any two factors, every time.',
      details: ['The session ends after 2 hours without activity.'],
      factors: 2,
      certain: true,
    })
  })

  it('adds the factor that the session asks for and the application does not', () => {
    const answer = ask({
      session: [sessionRule('All', { requireFactor: true })],
      app: [appRule('All', { factorMode: '1FA' })],
    })
    expect(answer.text).toBe('Yes, with any one factor, and a second factor for the session.')
    expect(answer.factors).toBe(2)
  })

  it('asks no application where none is meant', () => {
    expect(ask({ session: [sessionRule('All')], app: [appRule('None', null)] }, { withApp: false })).toMatchObject({
      answer: 'YES',
      text: 'Yes, with one factor.',
      details: ['The session ends after 2 hours without activity.'],
    })
  })

  it('is no where either refuses, and names the rule', () => {
    expect(ask({ session: [sessionRule('Closed', { access: 'DENY' })], app: [appRule('All', TWO)] })).toEqual({
      answer: 'NO',
      text: 'No: rule “Closed” of “Global session” denies.',
      details: [],
      factors: null,
      certain: true,
    })
    expect(ask({ session: [sessionRule('All')], app: [appRule('Nobody', null)] }).text).toBe(
      'No: rule “Nobody” of “Applications” denies.',
    )
    expect(ask({ session: [sessionRule('All')], app: [] }).text).toBe(
      'No: no rule of the authentication policies matches.',
    )
  })

  it('is no where all that may apply refuses', () => {
    const denies = sessionRule('Risky', { access: 'DENY' }, HIGH_RISK)
    expect(ask({ session: [denies], app: [appRule('All', TWO)] })).toMatchObject({
      answer: 'NO',
      text: 'No: every rule of the global session policies that may apply denies.',
    })
  })

  it('is no, whatever the policies say, for who does not come so far', () => {
    const rules = { session: [sessionRule('All')], app: [appRule('All', TWO)] }
    expect(ask(rules, { unreached: ['Ada is suspended: no sign-in reaches the policies'] }).text).toBe(
      'No: Ada is suspended: no sign-in reaches the policies.',
    )
    expect(ask(rules, { blockedBy: { name: 'Bad places' } }).text).toBe(
      'No: the address is in the blocklisted zone “Bad places”.',
    )
  })

  it('depends where what is open may keep out, and says on what', () => {
    const session = [sessionRule('Risky', { access: 'DENY' }, HIGH_RISK), sessionRule('All')]
    expect(ask({ session, app: [appRule('All', TWO)] })).toEqual({
      answer: 'DEPENDS',
      text: 'It depends.',
      details: ['Global session: allowed with one factor, unless at high risk (denied).'],
      factors: null,
      certain: false,
    })
  })

  it('is yes where all that is open lets in, with the fewest factors that may be enough', () => {
    const app = [appRule('Risky', TWO, HIGH_RISK), appRule('All', { factorMode: '1FA' })]
    expect(ask({ session: [sessionRule('All')], app })).toEqual({
      answer: 'YES',
      text: 'Yes, with at least one factor.',
      details: ['Authentication: allowed with one factor, unless at high risk (allowed with two factors).'],
      factors: 1,
      certain: false,
    })
  })

  it('says where the sign-in goes if it is not answered here', () => {
    const routing = [
      {
        ...sessionRule('Route'),
        actions: { idp: { idpSelectionType: 'SPECIFIC', providers: [{ type: 'OIDC', id: 'corp' }] } },
      },
    ]
    expect(ask({ session: [sessionRule('All')], app: [appRule('All', TWO)], routing }).details).toContain(
      'Sign-in goes to Corporate IdP.',
    )
  })
})
