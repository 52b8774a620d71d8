import { describe, expect, it } from 'vitest'
import type { PolicyTestExpectation } from '#contract/gatehouse/policy-test.ts'
import type { SignInAnswer } from '#contract/policy/outcome.ts'
import type { Explanation } from '#contract/policy/simulation.ts'
import { coverageText, uncoveredText } from '#ui/features/simulate/tests/coverage-text.ts'
import {
  expectationOf,
  partsOf,
  textOfChecks,
  textOfExplanations,
  withParts,
} from '#ui/features/simulate/tests/expectation.ts'
import { nameFrom, NAME_LENGTH } from '#ui/features/simulate/tests/test-name.ts'
import { placedTests } from '#ui/features/simulate/tests/placed-tests.ts'

const outcome = { label: '', text: '', certain: true, alternatives: [] }
const session: Explanation = {
  ...{ policyType: 'SVC_SIGN_ON', status: 'MATCH', summary: '', path: [] },
  outcome: { ...outcome, decision: 'ALLOW', factors: 2 },
  matched: {
    ...{ policyId: 'p1', policyName: 'Outside', ruleId: 'r1', ruleName: 'Office' },
    ...{ actions: {}, effects: [] },
  },
}
const routing: Explanation = {
  ...{ policyType: 'IDP_DISCOVERY', status: 'NOT_MATCH', summary: '', path: [], matched: null },
  outcome: { ...outcome, decision: 'NO_RULE', factors: null },
}
const matched = { policyId: 'p2', policyName: 'Passwords', ruleId: 'r2', ruleName: 'Long' }
const password: Explanation = {
  ...{ policyType: 'PASSWORD', status: 'MATCH', summary: '', path: [] },
  outcome: { ...outcome, decision: 'APPLY', factors: null },
  matched: { ...matched, actions: {}, effects: [] },
}
const untold: Explanation = {
  ...{ policyType: 'ACCESS_POLICY', status: 'UNDEFINED', summary: '', path: [], matched: null },
  outcome: { ...outcome, decision: 'CANNOT_TELL', factors: null },
}
const answer: SignInAnswer = { answer: 'YES', text: '', details: [], factors: 2, certain: true }
const explanations = [session, routing, password, untold]
const whole = expectationOf(answer, explanations)

describe('the expectation of a simulation', () => {
  it('is all that it came to, by ids; what could not be told is no part of it', () => {
    expect(whole).toEqual({
      answer: 'YES',
      verdicts: [
        { policyType: 'SVC_SIGN_ON', policy: 'p1', rule: 'r1', decision: 'ALLOW', factors: 2 },
        { policyType: 'IDP_DISCOVERY', decision: 'NO_RULE' },
        { policyType: 'PASSWORD', policy: 'p2', rule: 'r2' },
      ],
    })
  })

  it('has parts that are chosen one by one, with names in place of ids', () => {
    expect(partsOf(whole, textOfExplanations(explanations)).map(({ label }) => label)).toEqual([
      'Answer: Yes',
      'Global session: rule “Office” of “Outside”',
      'Global session: allowed, two factors',
      'Routing: no rule matches',
      'Password: rule “Long” of “Passwords”',
    ])
  })

  it('is the same with all of its parts, and less with fewer', () => {
    const parts = partsOf(whole, textOfExplanations(explanations))
    expect(withParts(whole, parts)).toEqual(whole)
    expect(withParts(whole, parts.slice(1, 2))).toEqual({
      verdicts: [{ policyType: 'SVC_SIGN_ON', policy: 'p1', rule: 'r1' }],
    })
    expect(withParts(whole, [])).toEqual({ verdicts: [] })
  })

  it('of a test goes by what its run calls it, or by its own values', () => {
    const expected: PolicyTestExpectation = { verdicts: [{ policyType: 'SVC_SIGN_ON', rule: 'r1', factors: null }] }
    const check = { policyType: 'SVC_SIGN_ON' as const, field: 'rule' as const, passed: true, actual: '', text: '' }
    const labels = (checks: Parameters<typeof textOfChecks>[0]) =>
      partsOf(expected, textOfChecks(checks, expected)).map(({ label }) => label)
    expect(labels([{ ...check, expected: '“Office”' }])).toEqual([
      'Global session: rule “Office”',
      'Global session: no factors',
    ])
    expect(labels([])).toEqual(['Global session: rule “r1”', 'Global session: no factors'])
  })
})

it('a test is called as its sign-in reads, as far as a name goes', () => {
  expect(nameFrom('Ada signs in from 203.0.113.70.')).toBe('Ada signs in from 203.0.113.70')
  expect(nameFrom('x'.repeat(1_000))).toHaveLength(NAME_LENGTH)
})

it('failed tests come first, and one that has not run is left out', () => {
  const named = (id: string, passed: boolean) => ({ id, passed }) as never
  const tests = ['a', 'b', 'c'].map((id) => ({ id }) as never)
  const placed = placedTests(tests, [named('a', true), named('c', false)])
  expect(placed.map(({ test: { id } }) => id)).toEqual(['c', 'a'])
})

it('coverage says what is missing of a rule', () => {
  const rule = { policyType: 'SVC_SIGN_ON' as const, policyId: 'p', policyName: 'P', ruleId: 'r', ruleName: 'R' }
  const seen = (path: string, met: boolean, unmet: boolean) => ({ path, met, unmet })
  const conditions = [
    seen('network.include', false, false),
    seen('device.managed', true, false),
    seen('people.groups.exclude', false, true),
  ]
  expect(uncoveredText({ ...rule, decides: false, conditions })).toBe(
    'decides in no test; never met: network, group (excluded); always met: device managed',
  )
  const [, managed] = conditions
  expect(uncoveredText({ ...rule, decides: true, conditions: managed ? [managed] : [] })).toBe(
    'always met: device managed',
  )
  expect(coverageText({ rules: { covered: 1, total: 2 }, conditions: { covered: 3, total: 4 } })).toBe(
    '1 of 2 active rules decide in a test. 3 of 4 conditions are met in one test and not met in another.',
  )
})
