import { describe, expect, it } from 'vitest'
import type { Decision } from '#contract/policy/outcome.ts'
import type { ConditionExplanation, Explanation, Verdict } from '#contract/policy/simulation.ts'
import {
  conditionLabel,
  decisive,
  isAlternative,
  nearestRules,
  tally,
} from '#ui/features/simulate/path/verdict-path.ts'
import { verdictMeta } from '#ui/domain/verdict-meta.ts'
import { anOutcome } from './explanations.ts'

const step = (id: string, status: Verdict) => ({ id, status })
const condition = (path: string, status: Verdict): ConditionExplanation => ({
  path,
  status,
  expected: '',
  actual: '',
  missing: null,
  parts: [],
})

function explanation(status: Verdict, actions: Record<string, unknown> = {}, rest: Partial<Explanation> = {}) {
  const matched =
    status === 'MATCH'
      ? { policyId: 'p', policyName: 'P', ruleId: 'r', ruleName: 'R', actions, effects: [] as string[] }
      : null
  return {
    policyType: 'SVC_SIGN_ON',
    status,
    summary: '',
    outcome: anOutcome('ALLOW'),
    matched,
    path: [],
    ...rest,
  } satisfies Explanation
}

const policy = (status: Verdict, ...rules: Verdict[]) => ({
  ...step('p', status),
  name: 'P',
  priority: 1,
  system: false,
  conditions: [],
  rules: rules.map((verdict) => ({
    ...step('r', verdict),
    name: 'R',
    priority: 1,
    system: false,
    conditions: [],
    counterfactual: null,
  })),
})

describe('the path to a verdict', () => {
  it('is settled by the condition that failed, or by the one that keeps it open', () => {
    const conditions = [condition('a', 'MATCH'), condition('b', 'UNDEFINED'), condition('c', 'NOT_MATCH')]
    expect(decisive('NOT_MATCH', conditions)?.path).toBe('c')
    expect(decisive('UNDEFINED', conditions)?.path).toBe('b')
    expect(decisive('MATCH', conditions)).toBeNull()
  })

  it('does not blame a list of groups where the list of persons may still hold', () => {
    const groups = condition('people.groups.include', 'NOT_MATCH')
    const persons = (status: Verdict) => condition('people.users.include', status)
    const outside = condition('network.include', 'NOT_MATCH')
    expect(decisive('NOT_MATCH', [groups, persons('MATCH'), outside])?.path).toBe('network.include')
    expect(decisive('UNDEFINED', [groups, persons('UNDEFINED')])?.path).toBe('people.users.include')
    expect(decisive('NOT_MATCH', [groups, persons('NOT_MATCH'), outside])?.path).toBe('people.groups.include')
    expect(isAlternative(persons('MATCH'), [groups, persons('MATCH')])).toBe(true)
    expect(isAlternative(persons('MATCH'), [persons('MATCH')])).toBe(false)
  })

  it('calls conditions by what they are about', () => {
    expect(conditionLabel('people.groups.include')).toBe('Group')
    expect(conditionLabel('people.users.exclude')).toBe('Person')
    expect(conditionLabel('network.include')).toBe('Network')
    expect(conditionLabel('somethingNew.x')).toBe('somethingNew')
  })
})

describe('the verdict in a word', () => {
  it('is what it comes to, in its own words, with a look for each decision', () => {
    const meta = (decision: Decision) => verdictMeta({ outcome: anOutcome(decision) })
    expect(meta('ALLOW')).toMatchObject({ word: 'ALLOW', tone: 'success', hatched: false })
    expect(meta('DENY').tone).toBe('danger')
    expect(meta('APPLY').tone).toBe('accent')
    expect(meta('REGISTER').tone).toBe('success')
  })

  it('never looks like no when it needs more information', () => {
    expect(verdictMeta({ outcome: anOutcome('CANNOT_TELL') }).tone).toBe('undefined')
    expect(verdictMeta({ outcome: anOutcome('NO_RULE') }).tone).not.toBe('undefined')
  })

  it('is hatched where it is not certain', () => {
    expect(verdictMeta({ outcome: anOutcome('ALLOW', { certain: false }) }).hatched).toBe(true)
  })

  it('is counted in one line, the refusals first, with how many are not certain', () => {
    const of = (decision: Decision, certain = true) =>
      explanation('MATCH', {}, { outcome: anOutcome(decision, { certain }) })
    const all = [of('ALLOW', false), of('DENY'), of('APPLY'), of('APPLY'), of('CANNOT_TELL', false)]
    expect(tally(all)).toBe('1 denied · 1 allowed · 2 apply · 1 needs more information · 1 not certain')
    expect(tally([])).toBe('')
  })
})

describe('the nearest rules', () => {
  const counterfactual = { summary: 'At high risk it would.', changes: [], verified: true }
  const rule = (id: string, verdicts: Verdict[], known = true) => ({
    ...step(id, 'NOT_MATCH'),
    name: id,
    priority: 1,
    system: false,
    conditions: verdicts.map((verdict, index) => condition(`c${index}`, verdict)),
    counterfactual: known ? counterfactual : null,
  })
  const nearest = (...rules: ReturnType<typeof rule>[]) => [
    ...nearestRules(explanation('NOT_MATCH', {}, { path: [{ ...policy('NOT_MATCH'), rules }] })),
  ]

  it('are those with the fewest conditions in the way', () => {
    const far = rule('far', ['NOT_MATCH', 'UNDEFINED'])
    expect(nearest(far, rule('near', ['MATCH', 'NOT_MATCH']), rule('near too', ['UNDEFINED']))).toEqual([
      'near',
      'near too',
    ])
  })

  it('are only such as there is a word about', () => {
    expect(nearest(rule('mute', ['NOT_MATCH'], false), rule('far', ['NOT_MATCH', 'NOT_MATCH']))).toEqual(['far'])
    expect(nearest()).toEqual([])
  })
})
