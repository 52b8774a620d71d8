import { describe, expect, it } from 'vitest'
import { IMPACT_EFFECTS } from '#contract/gatehouse/change-review.ts'
import { SITUATION_EFFECTS } from '#contract/gatehouse/situation-impact.ts'
import {
  caseTitle,
  countedIn,
  decidedBy,
  extentText,
  situationLines,
  situationText,
  SITUATION_EFFECT_META,
  undecidedText,
  effectText,
  EFFECTS,
  impactText,
  isHarmless,
  losing,
  sampleText,
} from '#ui/resource/review/impact-text.ts'

const ONE = { policyType: 'ACCESS_POLICY' as const, before: '', after: '', people: 1 }

describe('who is affected, in words', () => {
  it('counts people, and says that there are none', () => {
    const notes: string[] = []
    expect(impactText({ affected: 0, considered: 3, notes })).toBe('No person is affected.')
    expect(impactText({ affected: 1, considered: 2_000, notes })).toBe('1 of 2,000 people is affected.')
    expect(impactText({ affected: 2, considered: 3, notes })).toBe('2 of 3 people are affected.')
    expect(effectText({ effect: 'LOSES_ACCESS', people: 1 })).toBe('1 person loses access')
    expect(effectText({ effect: 'FEWER_FACTORS', people: 1_200 })).toBe('1,200 people need fewer factors')
  })

  it('does not reassure where a blocklist refuses everyone', () => {
    const notes = ['Sign-ins from the addresses in “Blocked” are refused for everyone.']
    expect(isHarmless({ affected: 0, notes: [] })).toBe(true)
    expect(isHarmless({ affected: 0, notes })).toBe(false)
    expect(impactText({ affected: 0, considered: 3, notes })).toBe('By policies alone, no person is affected.')
  })

  it('names the applications of a case, or what its policies are', () => {
    const subjects = [
      { id: '1', name: 'Payroll' },
      { id: '2', name: 'Build server' },
    ]
    expect(caseTitle({ ...ONE, subjects, moreSubjects: 3 })).toBe('Payroll, Build server, 3 more')
    expect(caseTitle({ ...ONE, policyType: 'SVC_SIGN_ON', subjects: [], moreSubjects: 0 })).toBe(
      'Global session policy',
    )
  })

  it('names the first of the people of an effect, and how many more there are', () => {
    const sample = ['Ada Lovelace', 'Grace Hopper'].map((name) => ({ id: name, name }))
    expect(sampleText({ people: 2, sample })).toBe('Ada Lovelace, Grace Hopper')
    expect(sampleText({ people: 1_202, sample })).toBe('Ada Lovelace, Grace Hopper and 1,200 more')
    expect(sampleText({ people: 3, sample: [] })).toBe('')
  })

  it('shows as not certain exactly what depends on the sign-in', () => {
    const open = IMPACT_EFFECTS.filter((effect) => EFFECTS[effect].tone === 'undefined')
    expect(open).toEqual(['MAY_LOSE_ACCESS', 'MAY_GAIN_ACCESS', 'DEPENDS'])
  })

  it('asks for the name only where people surely lose access', () => {
    const group = { people: 2, sample: [], cases: [], moreCases: 0 }
    const review = { id: '', considered: 9, affected: 2, notes: [] }
    expect(losing({ ...review, effects: [{ ...group, effect: 'LOSES_ACCESS' }] })).toBe(2)
    expect(losing({ ...review, effects: [{ ...group, effect: 'MAY_LOSE_ACCESS' }] })).toBe(0)
    expect(losing(undefined)).toBe(0)
    const lost = { effect: 'ACCESS_LOST' as const, people: 2, always: 1, cells: 3, cases: [], moreCases: 0 }
    const situations = { affected: 2, effects: [lost], undecided: { people: 0, on: [] } }
    expect(losing({ ...review, effects: [{ ...group, effect: 'MAY_LOSE_ACCESS' }], situations })).toBe(1)
  })

  it('says in which situations, for how many of them always, and which rule decides', () => {
    expect(situationText({ effect: 'ACCESS_LOST', people: 2 })).toBe('2 people lose access')
    expect(extentText({ people: 2, always: 0 })).toBe('in some situations')
    expect(extentText({ people: 2, always: 2 })).toBe('in every situation in which they get in')
    expect(extentText({ people: 2, always: 1 })).toBe('1 of them in every situation in which they get in')
    expect(situationLines({ situations: [], moreSituations: 0 })).toEqual(['In every situation'])
    expect(situationLines({ situations: ['from HQ'], moreSituations: 2 })).toEqual(['From HQ', 'And 2 more situations'])
    const rule = { policyId: 'p', policyName: 'Session', ruleId: 'r', ruleName: 'Deny' }
    expect(decidedBy({ ruleBefore: null, ruleAfter: rule })).toBe('Decided by “Deny” of “Session”')
    expect(decidedBy({ ruleBefore: rule, ruleAfter: null })).toBe('So far decided by “Deny” of “Session”')
    expect(undecidedText({ people: 1, on: ['a == b'] })).toBe(
      'For 1 person it depends on what cannot be tried out: a == b.',
    )
  })

  it('counts those whom a change affects in a situation, where that is known', () => {
    const review = { affected: 3, considered: 4, notes: [] }
    expect(countedIn(review).affected).toBe(3)
    const situations = { affected: 1, effects: [], undecided: { people: 0, on: [] } }
    expect(countedIn({ ...review, situations }).affected).toBe(1)
  })

  it('has an icon for each effect in situations', () => {
    expect(Object.keys(SITUATION_EFFECT_META)).toEqual([...SITUATION_EFFECTS])
  })
})
