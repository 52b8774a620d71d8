import { describe, expect, it } from 'vitest'
import {
  compile,
  factsOf,
  Impact,
  prospectsOf,
  setChange,
  withSetChange,
  type Person,
  type PolicySet,
  type RuleRecord,
} from '#policy/index.ts'
import { SituationImpact } from '#analysis/index.ts'
import { appRule, organization, sessionRule } from '../../helpers/sign-in-policies.ts'

const side = (set: PolicySet) => ({ set, compiled: compile(set) })

const ADA: Person = { id: 'ada', groupIds: ['staff'] }
const BOB: Person = { id: 'bob', groupIds: [] }
const profile = (title: string) => ({ id: 'u', profile: { title } })

function impactOf(before: PolicySet, after: PolicySet, people: readonly Person[] = [ADA, BOB]) {
  const [was, is] = [side(before), side(after)]
  const impact = new SituationImpact(was, is)
  for (const subject of new Impact(was, is).subjects)
    for (const person of people) {
      const someone = { now: 0, person }
      const prospects = prospectsOf(subject.difference, factsOf(someone))
      impact.add(subject, someone, prospects, Math.max(1, subject.ids.length))
    }
  return impact.result
}

/** What is told of each case in short. */
function told(before: RuleRecord[], after: RuleRecord[], people?: readonly Person[]) {
  const { effects } = impactOf(organization({ session: before }), organization({ session: after }), people)
  return effects.flatMap(({ effect, cases }) =>
    cases.map(({ situations, before: was, after: is, count }) =>
      [`${count} ${effect}`, situations.join(' / ') || 'always', `${was} → ${is}`].join(': '),
    ),
  )
}

const ALL = sessionRule('All')
const TWO = sessionRule('Two', { requireFactor: true })
const rule = (
  id: string,
  conditions: RuleRecord['conditions'],
  of = sessionRule(id, { access: 'DENY' }),
): RuleRecord => ({
  ...of,
  id,
  name: id,
  conditions,
})
const OUTSIDE = { network: { connection: 'ZONE' as const, exclude: ['hq'] } }
const INSIDE = { network: { connection: 'ZONE' as const, include: ['hq'] } }
const HIGH = { riskScore: { level: 'HIGH' as const } }
const LOW = { riskScore: { level: 'LOW' as const } }
const STAFF = { people: { groups: { include: ['staff'] } } }

describe('what a change does to people in every situation', () => {
  it('says in which situations they lose access, and that it is not in all of them', () => {
    expect(told([ALL], [rule('deny', { ...OUTSIDE, ...HIGH, ...STAFF }), ALL])).toEqual([
      '1 ACCESS_LOST: from outside HQ, at high risk: Allowed with one factor → Denied',
    ])
    const [lost] = impactOf(
      organization({ session: [ALL] }),
      organization({ session: [rule('deny', { ...OUTSIDE, ...HIGH }), ALL] }),
    ).effects
    // Two places and two risks that the rules tell apart, of which one is denied to two people.
    expect(lost).toMatchObject({ effect: 'ACCESS_LOST', always: 0, cells: 2, people: ['ada', 'bob'] })
  })

  it('says who is in which case, and that one of them is in several', () => {
    const rules = [rule('a', { ...HIGH, ...STAFF }), rule('b', OUTSIDE), ALL]
    const { effects, isByCase } = impactOf(organization({ session: [ALL] }), organization({ session: rules }))
    expect(isByCase).toBe(true)
    expect(effects.flatMap(({ cases }) => cases.map(({ situations, people }) => [situations[0], people]))).toEqual([
      ['at high risk', ['ada']],
      ['from outside HQ, not at high risk', ['ada']],
      ['from outside HQ', ['bob']],
    ])
  })

  it('says that they lose it always where no situation is left in which they get in', () => {
    const before = [rule('in', INSIDE, ALL)]
    const [lost] = impactOf(organization({ session: before }), organization({ session: [rule('in', INSIDE)] })).effects
    expect(lost).toMatchObject({ effect: 'ACCESS_LOST', always: 2 })
    expect(told(before, [rule('in', INSIDE)])).toEqual(['2 ACCESS_LOST: from HQ: Allowed with one factor → Denied'])
  })

  it('says that they lose it always where rules that let in remain, but take no situation any more', () => {
    const after = organization({ session: [rule('inside', INSIDE), rule('outside', OUTSIDE), ALL] })
    const [lost] = impactOf(organization({ session: [ALL] }), after).effects
    expect(lost).toMatchObject({ effect: 'ACCESS_LOST', always: 2 })
  })

  it('says nothing where an earlier rule decides those situations anyway', () => {
    const first = rule('first', OUTSIDE)
    expect(told([first, ALL], [first, rule('deny', { ...OUTSIDE, ...HIGH }), ALL])).toEqual([])
    expect(told([first, ALL], [first, rule('deny', HIGH), ALL])).toEqual([
      '2 ACCESS_LOST: from HQ, at high risk: Allowed with one factor → Denied',
    ])
  })

  it('tells a mixed set of situations by as few texts as it takes', () => {
    expect(told([ALL], [rule('a', HIGH), rule('b', OUTSIDE), ALL])).toEqual([
      '2 ACCESS_LOST: at high risk: Allowed with one factor → Denied',
      '2 ACCESS_LOST: from outside HQ, not at high risk: Allowed with one factor → Denied',
    ])
    const allowed = rule('in', { ...INSIDE, ...LOW }, ALL)
    expect(told([ALL], [allowed, rule('shut', null)])).toEqual([
      '2 ACCESS_LOST: from outside HQ / not at low risk: Allowed with one factor → Denied',
    ])
  })

  it('tells factors and the time after which people sign in again', () => {
    expect(told([ALL], [rule('two', HIGH, TWO), ALL])).toEqual([
      '2 FACTORS_ADDED: at high risk: Allowed with one factor → Allowed with two factors',
    ])
    const every = (period: string) =>
      organization({ app: [appRule('app', { factorMode: '1FA', reauthenticateIn: period })] })
    const [sooner] = impactOf(every('PT8H'), every('PT1H')).effects
    expect(sooner).toMatchObject({
      effect: 'SIGN_IN_SOONER',
      cases: [
        { situations: [], before: 'Any one factor, again every 8 hours', after: 'Any one factor, again every hour' },
      ],
    })
    expect(impactOf(every('PT1H'), every('PT8H')).effects[0]?.effect).toBe('SIGN_IN_LATER')
    const kinds = (constraints: object[]) => organization({ app: [appRule('app', { factorMode: '1FA', constraints })] })
    expect(impactOf(kinds([]), kinds([{ possession: { deviceBound: 'REQUIRED' } }])).effects[0]?.effect).toBe(
      'FACTORS_CHANGED',
    )
  })

  it('answers expressions for each person, with what they ask of the situation', () => {
    const condition = "user.profile.title == 'Ada' && security.risk.level == 'HIGH'"
    const people = [
      { ...ADA, user: profile('Ada') },
      { ...BOB, user: profile('Bob') },
    ]
    expect(told([ALL], [rule('deny', { elCondition: { condition } }), ALL], people)).toEqual([
      '1 ACCESS_LOST: at high risk: Allowed with one factor → Denied',
    ])
  })

  it('tells behaviours that an expression names from those that are not detected', () => {
    const condition = "security.behaviors.contains('New city')"
    const behaviors = [{ id: 'bhv1', name: 'New city' }]
    const before = { ...organization({ session: [ALL] }), behaviors, nameOf: () => 'New city' }
    const after = organization({ session: [rule('deny', { elCondition: { condition } }), ALL] })
    const { effects, undecided } = impactOf(before, { ...before, policies: after.policies })
    expect(undecided.people).toEqual([])
    expect(effects.map(({ cases }) => cases.map(({ situations }) => situations))).toEqual([
      [['with behaviour New city']],
    ])
  })

  it('tells what a behaviour of another name does to an expression that names it', () => {
    const condition = "security.behaviors.contains('New city')"
    const named = (name: string) => ({
      ...organization({ session: [rule('deny', { elCondition: { condition } }), ALL] }),
      behaviors: [{ id: 'bhv1', name }],
      nameOf: () => name,
    })
    const [was, is] = [named('Another city'), named('New city')]
    expect(impactOf(was, is).effects).toMatchObject([
      { effect: 'ACCESS_LOST', cases: [{ situations: ['with behaviour New city'] }] },
    ])
    expect(impactOf(is, withSetChange(is, setChange(is, was))).effects).toMatchObject([{ effect: 'ACCESS_GAINED' }])
  })

  it('counts apart what depends on what cannot be enumerated, and says on what', () => {
    const condition = "session.amr.contains('hwk')"
    const after = organization({ session: [rule('deny', { elCondition: { condition } }), ALL] })
    expect(impactOf(organization({ session: [ALL] }), after)).toMatchObject({
      affected: 2,
      effects: [],
      undecided: { people: ['ada', 'bob'], on: [condition] },
    })
  })

  it('says nothing of what cannot be told where it comes to the same either way', () => {
    const condition = "session.amr.contains('hwk')"
    const maybe = rule('maybe', { elCondition: { condition } }, ALL)
    expect(impactOf(organization({ session: [ALL] }), organization({ session: [maybe, ALL] }))).toMatchObject({
      affected: 0,
      undecided: { people: [] },
    })
  })

  it('tells a zone as it was from the zone as it is', () => {
    const before = organization({ session: [rule('in', INSIDE, ALL)] })
    const gateways = [{ type: 'CIDR' as const, value: '10.0.0.0/16' }]
    const after = { ...before, zones: before.zones.map((zone) => ({ ...zone, gateways })) }
    const [lost] = impactOf(before, after).effects
    expect(lost?.cases[0]?.situations).toEqual(['from HQ as it was outside HQ'])
  })

  it('names the rules that decide before and after', () => {
    const [lost] = impactOf(
      organization({ session: [ALL] }),
      organization({ session: [rule('deny', HIGH), ALL] }),
    ).effects
    expect(lost?.cases[0]).toMatchObject({
      ruleBefore: { ruleName: 'All', policyName: 'Global session' },
      ruleAfter: { ruleName: 'deny', policyName: 'Global session' },
    })
  })

  it('takes as not known what would make too many situations', () => {
    const behaviours = Array.from({ length: 20 }, (_, at) => rule(`r${at}`, { risk: { behaviors: [`b${at}`] } }))
    const { undecided, effects } = impactOf(
      organization({ session: [ALL] }),
      organization({ session: [...behaviours, ALL] }),
    )
    expect(effects[0]?.effect).toBe('ACCESS_LOST')
    expect(undecided.people).toEqual(['ada', 'bob'])
  })
})
