import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ImpactEffect } from '#contract/gatehouse/change-review.ts'
import { compile, evaluate, Impact, setChange, withSetChange } from '#policy/index.ts'
import { effectsOf } from '#policy/explain/effects.ts'
import type { EvaluationContext, Person, PolicySet, RuleRecord } from '#policy/types.ts'
import { contexts, policySets } from '../../helpers/policy-arbitraries.ts'
import { runs } from '../../helpers/runs.ts'
import { appRule, organization, sessionRule, withSignOnActions } from '../../helpers/sign-in-policies.ts'

const side = (set: PolicySet) => ({ set, compiled: compile(set) })

/** Whom a change affects, of a few people who all have every application. */
function impactOf(before: PolicySet, after: PolicySet, people: readonly Person[], now = 0) {
  const impact = new Impact(side(before), side(after))
  for (const subject of impact.subjects)
    for (const person of people) if (impact.mayAffect(subject, { now, person })) impact.add(subject, { now, person })
  return impact.result
}

const ADA: Person = { id: 'ada', groupIds: ['staff'] }
const BOB: Person = { id: 'bob', groupIds: [] }
const FOR_STAFF = { people: { groups: { include: ['staff'] } } }
const FROM_HQ = { network: { connection: 'ZONE' as const, include: ['hq'] } }
const HIGH_RISK = { riskScore: { level: 'HIGH' as const } }
const ALL = sessionRule('All')
const TWO = sessionRule('Two', { requireFactor: true })
const NONE = sessionRule('None', { access: 'DENY' })

function effects(before: RuleRecord[], after: RuleRecord[]) {
  const { effects: groups } = impactOf(organization({ session: before }), organization({ session: after }), [ADA, BOB])
  return groups.map(({ effect, people, cases }) => [effect, people.join(), cases[0]?.after])
}
const denied = (conditions: RuleRecord['conditions'], id = 'deny'): RuleRecord => ({
  ...NONE,
  id,
  name: id,
  conditions,
})

describe('what a change does to people', () => {
  it('is a loss only for those whom the rule is about', () => {
    expect(effects([ALL], [denied(FOR_STAFF), ALL])).toEqual([['LOSES_ACCESS', 'ada', 'Denied']])
    expect(effects([denied(FOR_STAFF), ALL], [ALL])).toEqual([['GAINS_ACCESS', 'ada', 'Allowed with one factor']])
  })

  it('may be a loss where it depends on what is not known of a sign-in, and says on what', () => {
    expect(effects([ALL], [denied({ ...FOR_STAFF, ...HIGH_RISK }), ALL])).toEqual([
      ['MAY_LOSE_ACCESS', 'ada', 'Allowed with one factor, unless at high risk (denied)'],
    ])
    const fromHq = { ...ALL, conditions: FROM_HQ }
    expect(effects([NONE], [fromHq, NONE]).map(([effect]) => effect)).toEqual(['MAY_GAIN_ACCESS'])
    expect(effects([fromHq], [denied(FROM_HQ)]).map(([effect]) => effect)).toEqual(['LOSES_ACCESS'])
  })

  it('counts factors that are lost or added', () => {
    expect(effects([TWO], [ALL])).toEqual([['FEWER_FACTORS', 'ada,bob', 'Allowed with one factor']])
    expect(effects([ALL], [TWO])).toEqual([['MORE_FACTORS', 'ada,bob', 'Allowed with two factors']])
  })

  it('is nothing for a new name, another order of keys, an order that changes nothing, or rules that are never reached', () => {
    expect(effects([ALL], [{ ...ALL, id: 'other', name: 'Other' }])).toEqual([])
    const [one, two] = [
      { access: 'ALLOW' as const, requireFactor: true },
      { requireFactor: true, access: 'ALLOW' as const },
    ]
    expect(effects([sessionRule('R', one)], [sessionRule('R', two)])).toEqual([])
    expect(effects([ALL, TWO], [ALL, NONE])).toEqual([])
    const [staff, others] = [denied(FOR_STAFF, 'a'), denied({ people: { users: { include: ['bob'] } } }, 'b')]
    expect(effects([staff, others, ALL], [others, staff, ALL])).toEqual([])
  })

  it('is nothing for who is kept out in every case, before and after', () => {
    expect(effects([NONE], [denied(HIGH_RISK), NONE])).toEqual([])
    expect(effects([denied(FROM_HQ)], [denied(HIGH_RISK), { ...NONE, conditions: FROM_HQ }])).toEqual([])
  })

  it('is told without rules that never decide, because an earlier one asks for no more than they do', () => {
    const [shut, fromHq] = [denied(FROM_HQ, 'shut'), { ...ALL, conditions: FROM_HQ }]
    const fromHqAtRisk = { ...ALL, conditions: { ...HIGH_RISK, ...FROM_HQ } }
    expect(effects([shut, fromHq, NONE], [shut, NONE])).toEqual([])
    expect(effects([shut, fromHqAtRisk, NONE], [shut, NONE])).toEqual([])
    expect(effects([shut, fromHq, NONE], [fromHq, NONE]).map(([effect]) => effect)).toEqual(['MAY_GAIN_ACCESS'])
    const twoFromHq = { ...TWO, conditions: FROM_HQ }
    expect(effects([shut, twoFromHq, NONE], [shut, twoFromHq, ALL]).map(([, , text]) => text)).toEqual([
      'Allowed with one factor, unless from HQ (denied)',
    ])
    const before = organization({ session: [shut, fromHq, NONE] })
    const after = { ...before, zones: before.zones.map((zone) => ({ ...zone, gateways: [] })) }
    expect(impactOf(before, after, [ADA]).affected).toBe(0)
  })

  it('is nothing for whom the same stays open', () => {
    const open = denied(HIGH_RISK, 'risky')
    expect(effects([open, ALL, TWO], [open, ALL, NONE])).toEqual([])
  })

  it('is other settings where they get in as before', () => {
    const short = structuredClone(ALL)
    Object.assign(short.actions['signon'] as object, {
      session: { maxSessionIdleMinutes: 5, maxSessionLifetimeMinutes: 0 },
    })
    expect(effects([ALL], [short]).map(([effect]) => effect)).toEqual(['OTHER_SETTINGS'])
  })

  it('depends on the network where the addresses of a zone change', () => {
    const before = organization({ session: [denied(FROM_HQ), ALL] })
    const [hq, ...others] = before.zones
    const after = {
      ...before,
      zones: [{ ...hq!, gateways: [{ type: 'CIDR' as const, value: '192.0.2.0/24' }] }, ...others],
    }
    const renamed = { ...before, zones: [{ ...hq!, name: 'Head office' }, ...others] }
    expect(impactOf(before, after, [ADA]).effects.map(({ effect }) => effect)).toEqual(['DEPENDS'])
    expect(impactOf(before, renamed, [ADA]).affected).toBe(0)
  })

  it('is told by application', () => {
    const before = organization({ app: [appRule('One', { factorMode: '1FA' })] })
    const [group] = impactOf(before, organization({ app: [appRule('No', null)] }), [ADA]).effects
    expect(group).toMatchObject({ effect: 'LOSES_ACCESS', cases: [{ type: 'ACCESS_POLICY', ids: ['app'], people: 1 }] })
  })

  it('is worked out from the difference as from the whole', () => {
    fc.assert(
      fc.property(policySets, changes, (set, change) => {
        const after = change(set)
        const rebuilt = withSetChange(set, setChange(set, after))
        const byId = <One extends { id: string }>(list: readonly One[]) =>
          [...list].sort((a, b) => (a.id < b.id ? -1 : 1))
        const inOrder = ({ policies, zones, applications, ...rest }: PolicySet) => ({
          ...rest,
          policies: byId(policies),
          zones: byId(zones),
          applications: byId(applications),
        })
        expect(inOrder(rebuilt)).toEqual(inOrder(after))
      }),
    )
  })

  it('leaves alone what others have changed by the time it is worked out', () => {
    const set = organization({ session: [ALL] })
    const zone = (id: string) => ({ ...set.zones[0]!, id, name: id })
    const app = (id: string) => ({ ...set.applications[0]!, id, name: id })
    const change = setChange(
      { ...set, inactiveServerIds: new Set(['off']) },
      // As they are when they are read again: equal, and other objects.
      {
        ...set,
        zones: [...structuredClone(set.zones), zone('ours')],
        applications: [...structuredClone(set.applications), app('ours')],
        inactiveServerIds: new Set(['ours']),
      },
    )
    const meanwhile = {
      ...set,
      zones: [...set.zones, zone('theirs')],
      applications: [...set.applications, app('theirs')],
      inactiveServerIds: new Set(['off', 'theirs']),
    }
    const after = withSetChange(meanwhile, change)
    expect(after.zones).toEqual([...meanwhile.zones, zone('ours')])
    expect(after.applications).toEqual([...meanwhile.applications, app('ours')])
    expect(after.inactiveServerIds).toEqual(new Set(['theirs', 'ours']))
  })

  it('is one case where the same becomes of people by different rules', () => {
    const forBob = { people: { users: { include: ['bob'] } } }
    const after = [denied({ ...FOR_STAFF, ...HIGH_RISK }, 'a'), denied({ ...forBob, ...HIGH_RISK }, 'b'), ALL]
    const [group] = impactOf(organization({ session: [ALL] }), organization({ session: after }), [ADA, BOB]).effects
    expect(group?.cases.map(({ after: text, people }) => [text, people])).toEqual([
      ['Allowed with one factor, unless at high risk (denied)', 2],
    ])
    expect(group?.moreCases).toBe(0)
  })
})

/** One change of a set: a policy or a zone becomes another, is switched, moved or deleted. */
const changes = fc.tuple(policySets, fc.nat({ max: 5 }), fc.nat({ max: 4 })).map(([other, at, kind]) => {
  const replaced = (set: PolicySet, by: (policy: PolicySet['policies'][number]) => PolicySet['policies']) => ({
    ...set,
    policies: set.policies.flatMap((policy, index) => (index === at ? by(policy) : [policy])),
  })
  const kinds: ((set: PolicySet) => PolicySet)[] = [
    (set) => replaced(set, (policy) => [{ ...(other.policies[at] ?? policy), id: policy.id, type: policy.type }]),
    (set) => replaced(set, (policy) => [{ ...policy, status: policy.status === 'ACTIVE' ? 'INACTIVE' : 'ACTIVE' }]),
    (set) => replaced(set, (policy) => [{ ...policy, priority: (policy.priority + 3) % 7 }]),
    (set) => replaced(set, () => []),
    (set) => ({ ...set, zones: other.zones, applications: other.applications }),
  ]
  return kinds[kind] as (set: PolicySet) => PolicySet
})

const people = contexts.filter((context) => context.person !== undefined && context.person !== null)

describe('what a change is said to do to someone', () => {
  for (const type of ['SVC_SIGN_ON', 'ACCESS_POLICY'] as const)
    it(`is so in every sign-in of theirs (${type})`, () => {
      fc.assert(
        fc.property(policySets, changes, people, (random, change, sampled) => {
          const before = withSignOnActions(random, type)
          const after = withSignOnActions(change(random), type)
          const app = random.applications.find(({ id }) => id === sampled.app?.id) ?? random.applications[0]!
          const context = { ...sampled, identifier: null, app }
          const impact = new Impact(side(before), side(after))
          const subject = impact.subjects.find(({ ids }) => ids.length === 0 || ids.includes(app.id))
          const known = { now: context.now, person: context.person as Person, groups: context.groups ?? null }
          if (subject && impact.mayAffect(subject, known)) impact.add(subject, known)
          assertHolds(impact.result.effects[0]?.effect ?? null, decided(before, context), decided(after, context))
        }),
        { numRuns: runs(3) },
      )
    })

  function decided(set: PolicySet, context: EvaluationContext) {
    const type = set.policies[0]?.type ?? 'SVC_SIGN_ON'
    const { matched } = evaluate(compile(set), type, context)
    const told = matched ? effectsOf(type, matched.rule.rule.actions, null, (id) => id) : []
    return { told, isAllowed: matched !== null && !/denied/i.test(told[0] ?? '') }
  }

  type Decided = ReturnType<typeof decided>

  function assertHolds(effect: ImpactEffect | null, before: Decided, after: Decided): void {
    if (effect === null) {
      expect(after.isAllowed).toBe(before.isAllowed)
      if (after.isAllowed) expect(after.told).toEqual(before.told)
    }
    if (effect === 'LOSES_ACCESS') expect(after.isAllowed).toBe(false)
    if (effect === 'GAINS_ACCESS') expect([before.isAllowed, after.isAllowed]).toEqual([false, true])
    if (effect === 'OTHER_SETTINGS') expect(after.isAllowed).toBe(before.isAllowed)
  }
})
