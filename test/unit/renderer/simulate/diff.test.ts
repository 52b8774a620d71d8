import { describe, expect, it } from 'vitest'
import type { Explanation } from '#contract/policy/simulation.ts'
import { differenceSummary, outcomeLines, pairs } from '#ui/features/simulate/compare/diff.ts'
import { explanationOf } from './explanations.ts'

const allowed = explanationOf('SVC_SIGN_ON', { ruleId: 'r1', outcome: ['Sign-in is allowed', 'Two factors'] })
const difference = (a: Explanation, b: Explanation) => pairs([a], [b])[0]?.difference

describe('two answers about a type', () => {
  it('differ in the verdict when the word does, whichever rule decides', () => {
    expect(difference(allowed, explanationOf('SVC_SIGN_ON', { ruleId: 'r1', access: 'DENY' }))).toBe('verdict')
    expect(difference(allowed, explanationOf('SVC_SIGN_ON', null))).toBe('verdict')
  })

  it('differ in the rule when another one says the same', () => {
    expect(difference(allowed, explanationOf('SVC_SIGN_ON', { ruleId: 'r2' }))).toBe('rule')
  })

  it('differ in the outcome when one rule comes to something else', () => {
    const other = explanationOf('SVC_SIGN_ON', { ruleId: 'r1', outcome: ['Sign-in is allowed'] })
    expect(difference(allowed, other)).toBe('outcome')
    expect(difference(other, allowed)).toBe('outcome')
    expect(difference(allowed, structuredClone(allowed))).toBe('none')
  })

  it('are not judged before both are there', () => {
    expect(pairs([allowed], null)).toEqual([{ type: 'SVC_SIGN_ON', a: allowed, b: null, difference: 'none' }])
  })

  it('mark the sentences that the other lacks', () => {
    const other = explanationOf('SVC_SIGN_ON', { ruleId: 'r2', outcome: ['Sign-in is allowed', 'One factor'] })
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
