import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parse } from '#expression/index.ts'
import {
  compile,
  behaviorsOf,
  compileZones,
  evaluate,
  factsIn,
  holdsIn,
  termsOf,
  type PolicySet,
  type RuleRecord,
} from '#policy/index.ts'
import { termEnvironmentOf } from '#analysis/rule-lists.ts'
import { conditionExpressions } from '../../helpers/condition-expressions.ts'
import { factIn } from '../../helpers/fact-in-context.ts'
import { contexts, policySets, ruleConditions } from '../../helpers/policy-arbitraries.ts'
import { runs } from '../../helpers/runs.ts'

const RULE: RuleRecord = { id: 'r', name: 'r', status: 'ACTIVE', priority: 1, system: false, actions: {} }

/** A set whose one session rule has these conditions. */
const withRule = (set: PolicySet, conditions: RuleRecord['conditions']): PolicySet => ({
  ...set,
  policies: [
    {
      id: 'p',
      type: 'SVC_SIGN_ON',
      name: 'p',
      status: 'ACTIVE',
      priority: 1,
      system: false,
      rules: [{ ...RULE, conditions: conditions ?? null }],
    },
  ],
})

/** What the formulas say of a sign-in, in the words of the core. */
function verdictBy(set: PolicySet, context: Parameters<typeof factIn>[1]) {
  const terms = termsOf(set.policies[0]?.rules[0]?.conditions, termEnvironmentOf(set)).map(({ term }) => term)
  const isTrue = factIn(set, context)
  for (const { yes, no } of terms) expect(holdsIn(yes, isTrue) && holdsIn(no, isTrue), 'met and not met').toBe(false)
  if (terms.some(({ no }) => holdsIn(no, isTrue))) return 'NOT_MATCH'
  return terms.every(({ yes }) => holdsIn(yes, isTrue)) ? 'MATCH' : 'UNDEFINED'
}

const verdictOfCore = (set: PolicySet, context: Parameters<typeof factIn>[1]) =>
  evaluate(compile(set), 'SVC_SIGN_ON', context).path[0]?.rules[0]?.status

describe('the formulas of conditions', () => {
  it('say of every sign-in what the evaluator says, met, not met and undecided', () => {
    fc.assert(
      fc.property(policySets, ruleConditions, contexts, (set, conditions, context) => {
        const one = withRule(set, conditions)
        expect(verdictBy(one, context)).toBe(verdictOfCore(one, context))
      }),
      { numRuns: runs(20) },
    )
  })

  it('say it of expressions by their parts', () => {
    fc.assert(
      fc.property(policySets, conditionExpressions, contexts, (set, condition, context) => {
        expect(parse(condition).ok).toBe(true)
        // No device has this platform; an expression reads the word itself, a condition takes it as not known.
        fc.pre(context.device?.platform !== 'ANY')
        const one = withRule(set, { elCondition: { condition } })
        expect(verdictBy(one, context)).toBe(verdictOfCore(one, context))
      }),
      { numRuns: runs(10) },
    )
  })

  it('say it of behaviors, which an expression names and a sign-in holds by id', () => {
    const behaviors = ['b2', 'b3', 'b3'].map((name, at) => ({ id: `b${at + 1}`, name }))
    const named = fc.constantFrom('b1', 'b2', 'b3', 'b4').map((name) => `security.behaviors.contains("${name}")`)
    const conditions = fc.tuple(named, fc.constantFrom(' && ', ' || '), named).map((parts) => parts.join(''))
    fc.assert(
      fc.property(policySets, conditions, contexts, (set, condition, context) => {
        const one = withRule({ ...set, behaviors }, { elCondition: { condition } })
        expect(verdictBy(one, context)).toBe(verdictOfCore(one, context))
      }),
      { numRuns: runs(2) },
    )
  })

  it('share the facts of conditions and expressions that are about the same thing', () => {
    const factsOf = (conditions: RuleRecord['conditions']) =>
      factsIn(
        termsOf(conditions, {
          everyoneGroupId: 'everyone',
          zones: compileZones([]),
          behaviors: behaviorsOf(undefined),
          scopes: [],
        }).map(({ term }) => term.yes),
      )
    const pairs: [RuleRecord['conditions'], string][] = [
      [{ riskScore: { level: 'HIGH' } }, 'security.risk.level == "HIGH"'],
      [{ device: { registered: true, managed: true } }, 'device.profile.registered && device.profile.managed'],
      [{ people: { groups: { include: ['g1'] } } }, 'user.isMemberOf({"group.id": "g1"})'],
    ]
    for (const [conditions, condition] of pairs) {
      const [own, inExpression] = [factsOf(conditions), factsOf({ elCondition: { condition } })]
      expect([...inExpression.keys()].filter((key) => !own.has(key))).toEqual([])
      expect(inExpression.size).toBeGreaterThan(1)
    }
  })
})
