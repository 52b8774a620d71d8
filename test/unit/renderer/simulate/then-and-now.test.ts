import { describe, expect, it } from 'vitest'
import type { LogTarget } from '#contract/log/log-event.ts'
import type { RecordedVerdict } from '#ui/domain/event-sign-in.ts'
import { counterpartOf, thenAndNow } from '#ui/features/simulate/recorded/then-and-now.ts'
import { anOutcome, explanationOf } from './explanations.ts'

const target = (id: string): LogTarget => ({
  id,
  type: 'PolicyRule',
  alternateId: null,
  displayName: id,
  detailEntry: null,
})
const recorded = (parts: Partial<RecordedVerdict>): RecordedVerdict => ({
  access: 'ALLOW',
  type: 'SVC_SIGN_ON',
  policy: null,
  rule: target('r1'),
  ...parts,
})
const today = (ruleId: string, access: 'ALLOW' | 'DENY' = 'ALLOW') => explanationOf('SVC_SIGN_ON', { ruleId, access })
const uncertain = (ruleId: string) => ({ ...today(ruleId), outcome: anOutcome('ALLOW', { certain: false }) })

describe('then and now', () => {
  it.each([
    ['the same rule decides the same', recorded({}), today('r1'), 'SAME', 'the same: allowed'],
    ['another rule decides the same', recorded({}), today('r2'), 'RULE', 'another rule'],
    ['who got in is kept out', recorded({}), today('r2', 'DENY'), 'OUTCOME', 'allowed then, denied now'],
    ['who was kept out gets in', recorded({ access: 'DENY' }), today('r1'), 'OUTCOME', 'denied then, allowed now'],
    ['an event without a rule says the outcome alone', recorded({ rule: null }), today('r9'), 'SAME', 'the same'],
    ['a verdict that is not certain is not called the same', recorded({}), uncertain('r1'), 'OPEN', 'not for certain'],
    ['a wrong password is no verdict', recorded({ access: null }), today('r1'), 'UNKNOWN', 'nothing to compare'],
    ['no verdict today is not compared', recorded({}), null, 'UNKNOWN', 'nothing to compare'],
  ])('%s', (_, then, now, difference, words) => {
    const found = thenAndNow(then, now, null)
    expect(found.difference).toBe(difference)
    expect(found.text).toContain(words)
  })

  it('a blocklist denies today, whatever the policies say', () => {
    const zone = { id: 'z', name: 'Blocked' }
    expect(thenAndNow(recorded({}), today('r1'), zone).difference).toBe('OUTCOME')
    expect(thenAndNow(recorded({ access: 'DENY' }), today('r1'), zone).difference).toBe('SAME')
  })
})

describe('the verdict beside the event', () => {
  const both = [explanationOf('ACCESS_POLICY', null), today('r1')]
  it('is of the type that the event names', () => {
    expect(counterpartOf(recorded({}), true, both)?.policyType).toBe('SVC_SIGN_ON')
  })
  it('is that of the application where one was opened, else that of the session', () => {
    expect(counterpartOf(recorded({ type: null }), true, both)?.policyType).toBe('ACCESS_POLICY')
    expect(counterpartOf(recorded({ type: null }), false, both)?.policyType).toBe('SVC_SIGN_ON')
    expect(counterpartOf(recorded({ type: null }), true, both.slice(1))?.policyType).toBe('SVC_SIGN_ON')
  })
})

describe('a token then and now', () => {
  const token = (decision: 'APPLY' | 'NO_RULE' | 'CANNOT_TELL') => {
    const now = explanationOf('SVC_SIGN_ON', { ruleId: 'r1', access: 'ALLOW' })
    return { ...now, policyType: 'OAUTH_AUTHORIZATION_POLICY' as const, outcome: { ...now.outcome, decision } }
  }
  it.each([
    ['is given where any rule matches', 'ALLOW', 'APPLY', 'SAME'],
    ['is refused where none does', 'DENY', 'NO_RULE', 'SAME'],
    ['that was refused is given', 'DENY', 'APPLY', 'OUTCOME'],
    ['is open where an input is missing', 'ALLOW', 'CANNOT_TELL', 'OPEN'],
  ] as const)('%s', (_, access, decision, difference) => {
    const then = recorded({ access, type: 'OAUTH_AUTHORIZATION_POLICY' })
    expect(thenAndNow(then, token(decision), null).difference).toBe(difference)
  })
})
