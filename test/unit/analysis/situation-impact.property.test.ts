import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OS_TYPES } from '#contract/policy/conditions.ts'
import {
  compile,
  compileZones,
  createSituationEffects,
  decide,
  factsOf,
  Impact,
  parseAddress,
  prospectsOf,
  YES,
  type Address,
  type EvaluationContext,
  type Fact,
  type Person,
  type PolicySet,
  type Step,
  type Subject,
} from '#policy/index.ts'
import type { SituationEffect } from '#contract/gatehouse/situation-impact.ts'
import { SituationImpact } from '#analysis/index.ts'
import { personFacts } from '#analysis/situations/person-facts.ts'
import { factsOfSubject, SubjectSituations } from '#analysis/situations/subject-situations.ts'
import { twoSides } from '#analysis/situations/two-sides.ts'
import { factIn } from '../../helpers/fact-in-context.ts'
import { contexts, policySets } from '../../helpers/policy-arbitraries.ts'
import { runs } from '../../helpers/runs.ts'
import { withSignOnActions } from '../../helpers/sign-in-policies.ts'

const side = (set: PolicySet) => ({ set, compiled: compile(set) })

/** A sign-in of which all is known, as it is of a real one: what a random one leaves out is filled in. */
const realSignIns = fc
  .tuple(
    contexts,
    fc.record({
      person: fc.record({
        id: fc.constantFrom('u1', 'u2'),
        groupIds: fc.subarray(['g1', 'g2', 'g3']),
        userTypeId: fc.constantFrom('t1', 't2'),
        providerType: fc.constantFrom('SVC', 'DIRECTORY_SERVICE'),
        user: fc
          .record({
            login: fc.constantFrom('ada@example.org', 'bob@example.com'),
            title: fc.constantFrom(null, 'Ada'),
            size: fc.constantFrom(7, null),
          })
          .map((profile) => ({ id: 'u', profile })),
      }),
      risk: fc.constantFrom('LOW' as const, 'MEDIUM' as const, 'HIGH' as const),
      entityRisk: fc.constantFrom('LOW' as const, 'MEDIUM' as const, 'HIGH' as const),
      device: fc
        .record({
          platform: fc.constantFrom(...OS_TYPES.filter((name) => name !== 'ANY')),
          registered: fc.boolean(),
          managed: fc.boolean(),
          assuranceId: fc.constantFrom('d1', 'd2', 'd3'),
        })
        .map((device) => ({ ...device, registered: device.registered || device.managed })),
      authType: fc.constantFrom('ANY', 'LDAP_INTERFACE'),
      identityProvider: fc.constantFrom({ type: 'SVC' as const }, { type: 'IDP' as const, id: 'i1' }),
      behaviors: fc.subarray(['b1', 'b2', 'b3']),
      riskDetections: fc.subarray(['BRUTE_FORCE_ATTACK', 'SUSPICIOUS_APP_ACCESS']),
      clientId: fc.constantFrom('c1', 'c2'),
      grantType: fc.constantFrom('implicit', 'code'),
      scopes: fc.subarray(['openid', 'mail']),
    }),
  )
  .map(([{ ip, app }, all]): EvaluationContext & { ip: string } => ({
    now: 0,
    ...all,
    app: app ? { ...app, name: app.name ?? 'kind1' } : null,
    ip: ip ?? '10.0.0.1',
  }))
  .chain((signIn) => fc.subarray(['z1', 'z2', 'z3', 'z4']).map((places) => ({ ...signIn, places })))

/** Before and after a change of some policies, and of zones or none. */
const changedSets = (type: 'SVC_SIGN_ON' | 'ACCESS_POLICY') =>
  fc
    .tuple(policySets, policySets, fc.subarray([0, 1, 2, 3, 4, 5], { minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([one, other, places, withZones]) => {
      const [before, donor] = [withSignOnActions(one, type), withSignOnActions(other, type)]
      const after: PolicySet = {
        ...before,
        policies: before.policies.map((policy, at) => (places.includes(at) ? (donor.policies[at] ?? policy) : policy)),
        zones: withZones ? donor.zones : before.zones,
      }
      return withZones ? { before: byAddress(before), after: byAddress(after) } : { before, after }
    })

/** Zones that change can hold an address before and not after, which literal zones cannot say; so none is dynamic. */
const byAddress = (set: PolicySet): PolicySet => ({
  ...set,
  zones: set.zones.map((zone) => ({ ...zone, type: 'IP' as const })),
})

/** The zones of an address, and those that no address tells as they are given; by the address alone where there are none of these. */
function inPlaces(
  { zones }: PolicySet,
  { ip, places, ...signIn }: EvaluationContext & { ip: string; places: string[] },
) {
  const address = parseAddress(ip) as Address
  const held = [...compileZones(zones).values()].filter((zone) =>
    zone.isDynamic ? places.includes(zone.id) : zone.holds(address) === YES,
  )
  return zones.some(({ type }) => type !== 'IP') && held.length > 0
    ? { ...signIn, zoneIds: held.map(({ id }) => id) }
    : { ...signIn, ip }
}

type IsTrue = (fact: Fact) => boolean

const wasSuffix = ' as it was'

/** What a sign-in says of facts of both sides; zones that change are two. */
function factsOfBoth(before: PolicySet, after: PolicySet, context: EvaluationContext) {
  // Scopes that no rule names are told apart by the rules of both.
  const policies = [...before.policies, ...after.policies]
  const [was, is] = [before, after].map((set) => factIn({ ...set, policies }, context)) as [IsTrue, IsTrue]
  return (fact: Fact): boolean => {
    const { about } = fact
    if (about.kind !== 'has' || !about.item.endsWith(wasSuffix)) return is(fact)
    return was({ ...fact, about: { ...about, item: about.item.slice(0, -wasSuffix.length) } })
  }
}

/** The situation that a sign-in is in; 0n for one that no real sign-in has, such as zones without an address in common. */
function bitOf(found: SubjectSituations, facts: readonly Fact[], isTrue: (fact: Fact) => boolean): bigint {
  return facts.reduce((bits, fact) => {
    const column = found.situations.columnOf(fact)
    return column === null ? bits : bits & (isTrue(fact) ? column : ~column)
  }, found.situations.all)
}

function stepOf(
  { difference }: Subject,
  at: 'before' | 'after',
  compiled: ReturnType<typeof compile>,
  type: Subject['type'],
  context: EvaluationContext,
) {
  const decision = decide(compiled, type, context)
  const all: readonly Step[] = [...difference.shared.all, ...difference[at].all]
  return (
    decision &&
    (all.find(({ policy, rule }) => policy.record.id === decision.policyId && rule.record.id === decision.ruleId) ??
      null)
  )
}

describe('the impact of a change by situations', () => {
  for (const type of ['SVC_SIGN_ON', 'ACCESS_POLICY'] as const)
    it(`says of every sign-in what deciding it before and after says (${type})`, () => {
      const seen = { changed: 0, same: 0, undecided: 0, impossible: 0 }
      fc.assert(
        fc.property(
          changedSets(type),
          fc.array(realSignIns, { minLength: 1, maxLength: 12 }),
          ({ before, after }, signIns) => {
            const [was, is] = [side(before), side(after)]
            const sides = twoSides(was, is)
            const resolverOf = personFacts('everyone')
            for (const subject of new Impact(was, is).subjects.filter((each) => each.type === type)) {
              const found = new SubjectSituations(subject, sides)
              const facts = factsOfSubject(subject, sides)
              const effects = createSituationEffects(type, sides.nameOf)
              for (const signIn of signIns) {
                const context = { ...inPlaces(after, signIn), ...(subject.place.app ? { app: subject.place.app } : {}) }
                const someone = { now: 0, person: context.person }
                const bit = bitOf(found, facts, factsOfBoth(before, after, context))
                const prospects = prospectsOf(subject.difference, factsOf(someone))
                const judged = prospects && found.judge(prospects, resolverOf(someone))
                if (bit === 0n) seen.impossible++
                else if (judged?.undecided.length) seen.undecided++
                else {
                  const expected = effects(
                    stepOf(subject, 'before', was.compiled, type, context),
                    stepOf(subject, 'after', is.compiled, type, context),
                  )
                  const told = judged?.changes.find(({ bits }) => (bits & bit) !== 0n)?.effect ?? null
                  expect(told).toBe(expected)
                  seen[expected ? 'changed' : 'same']++
                }
              }
            }
          },
        ),
        { numRuns: runs() },
      )
      expect(seen.changed).toBeGreaterThan(runs() / 4)
    })

  it('agrees with the effects that are sure with all but the person unknown', () => {
    const seen = { sure: 0, always: 0 }
    fc.assert(
      fc.property(changedSets('SVC_SIGN_ON'), realSignIns, ({ before, after }, { person }) => {
        const [was, is] = [side(before), side(after)]
        const [impact, situations] = [new Impact(was, is), new SituationImpact(was, is)]
        const someone = { now: 0, person: person as Person }
        for (const subject of impact.subjects.filter(({ type }) => type === 'SVC_SIGN_ON')) {
          const prospects = prospectsOf(subject.difference, factsOf(someone))
          impact.add(subject, someone, prospects)
          situations.add(subject, someone, prospects, 1)
        }
        const sure = impact.result.effects[0]?.effect
        const { effects, undecided } = situations.result
        if (undecided.people.length > 0) return
        const alwaysOf = (name: SituationEffect) => effects.find(({ effect }) => effect === name)?.always === 1
        const { length } = effects
        // What may happen by each condition alone may be impossible by all of them, so that nothing changes.
        if (sure === undefined) expect(length).toBe(0)
        if (sure === 'LOSES_ACCESS' && length > 0) expect([length, alwaysOf('ACCESS_LOST')]).toEqual([1, true])
        if (sure === 'GAINS_ACCESS') expect([length, alwaysOf('ACCESS_GAINED')]).toEqual([1, true])
        if (alwaysOf('ACCESS_LOST')) expect([undefined, 'GAINS_ACCESS']).not.toContain(sure)
        if (sure === 'LOSES_ACCESS' || sure === 'GAINS_ACCESS') seen.sure++
        if (alwaysOf('ACCESS_LOST')) seen.always++
      }),
      { numRuns: runs(2) },
    )
    expect(seen.sure).toBeGreaterThan(runs(2) / 50)
    expect(seen.always).toBeGreaterThan(runs(2) / 100)
  })
})
