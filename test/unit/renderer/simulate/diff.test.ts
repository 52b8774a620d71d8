import { describe, expect, it } from 'vitest'
import type { SignInAnswer } from '#contract/policy/outcome.ts'
import type { Explanation } from '#contract/policy/simulation.ts'
import { answerDifference, differenceSummary, outcomeLines, pairs } from '#ui/features/simulate/compare/diff.ts'
import { explanationOf } from './explanations.ts'

const allowed = explanationOf('SVC_SIGN_ON', { ruleId: 'r1', effects: ['Sign-in is allowed', 'Two factors'] })
const difference = (a: Explanation, b: Explanation) => pairs([a], [b])[0]?.difference

describe('two answers about a type', () => {
  it('differ in the verdict when the word does, whichever rule decides', () => {
    expect(difference(allowed, explanationOf('SVC_SIGN_ON', { ruleId: 'r1', access: 'DENY' }))).toBe('verdict')
    expect(difference(allowed, explanationOf('SVC_SIGN_ON', null))).toBe('verdict')
  })

  it('are never the same when one asks for a factor less, or is not certain', () => {
    const of = (factors: number) => explanationOf('SVC_SIGN_ON', { ruleId: 'r1', factors })
    expect(difference(of(2), of(1))).toBe('verdict')
    const open = { ...of(2), outcome: { ...of(2).outcome, text: 'Allowed, unless at high risk', certain: false } }
    expect(difference(of(2), open)).toBe('verdict')
  })

  it('differ in the rule when another one does the same', () => {
    const effects = ['Sign-in is allowed', 'Two factors']
    expect(difference(allowed, explanationOf('SVC_SIGN_ON', { ruleId: 'r2', effects }))).toBe('rule')
  })

  it('differ in settings when one does something else, by whatever rule', () => {
    for (const ruleId of ['r1', 'r2']) {
      const other = explanationOf('SVC_SIGN_ON', { ruleId, effects: ['Sign-in is allowed'] })
      expect(difference(allowed, other)).toBe('effects')
      expect(difference(other, allowed)).toBe('effects')
    }
    expect(difference(allowed, structuredClone(allowed))).toBe('none')
  })

  it('are not judged before both are there', () => {
    expect(pairs([allowed], null)).toEqual([{ type: 'SVC_SIGN_ON', a: allowed, b: null, difference: 'none' }])
  })

  it('mark the sentences that the other lacks', () => {
    const other = explanationOf('SVC_SIGN_ON', { ruleId: 'r2', effects: ['Sign-in is allowed', 'One factor'] })
    expect(outcomeLines(allowed, other, '−')).toEqual([
      { text: 'Sign-in is allowed', mark: null },
      { text: 'Two factors', mark: '−' },
    ])
    expect(outcomeLines(null, other)).toEqual([])
  })
})

describe('all differences in a line', () => {
  const password = (ruleId: string) => explanationOf('PASSWORD', { ruleId })
  const denied = explanationOf('SVC_SIGN_ON', { ruleId: 'r9', access: 'DENY' })

  it('counts the verdicts first', () => {
    expect(differenceSummary(pairs([allowed, password('p1')], [denied, password('p2')]))).toBe(
      '1 of 2 verdicts differs · 1 more with a different rule',
    )
  })

  it('says so when nothing differs', () => {
    expect(differenceSummary(pairs([allowed, password('p1')], [allowed, password('p1')]))).toBe(
      'All 2 verdicts are the same',
    )
    expect(differenceSummary(pairs([allowed], [allowed]))).toBe('The verdict is the same')
  })
})

describe('who gets in, compared', () => {
  const answer = (factors: number | null, rest: Partial<SignInAnswer> = {}): SignInAnswer => ({
    answer: factors === null ? 'NO' : 'YES',
    text: '',
    details: [],
    factors,
    certain: true,
    ...rest,
  })

  it('tells a lost factor, and a refusal', () => {
    expect(answerDifference(answer(2), answer(1))).toBe('A gets in with two factors; B gets in with one factor')
    expect(answerDifference(answer(2), answer(null))).toBe('A gets in with two factors; B is refused')
  })

  it('tells what is only known at least, and what is open', () => {
    expect(answerDifference(answer(1, { certain: false }), answer(null, { answer: 'DEPENDS' }))).toBe(
      'A gets in with at least one factor; B needs more information',
    )
  })

  it('says nothing where both are the same', () => {
    expect(answerDifference(answer(2), answer(2))).toBeNull()
  })
})
