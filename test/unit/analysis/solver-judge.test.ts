import fc from 'fast-check'
import { init } from 'z3-solver'
import { afterAll, describe, expect, it } from 'vitest'
import { constraintsOn } from '#analysis/constraints.ts'
import { ruleListsOf, type RuleInPlace } from '#analysis/rule-lists.ts'
import { factsIn, not, type Formula, type PolicySet, type RuleRecord } from '#policy/index.ts'
import { policySets, ruleConditions } from '../../helpers/policy-arbitraries.ts'
import { runsOfSeconds } from '../../helpers/runs.ts'
import { deadRules } from '../../helpers/dead-rules.ts'

const { Context, em } = await init()
const { And, AtMost, Bool, Not, Or, PbEq, Solver } = Context('main')
// It computes in threads of its own, which would keep the process.
afterAll(() => (em as { PThread: { terminateAllThreads(): void } }).PThread.terminateAllThreads())

type Z3Bool = ReturnType<typeof Bool.val>

function toZ3(formula: Formula): Z3Bool {
  if (typeof formula === 'boolean') return Bool.val(formula)
  switch (formula.op) {
    case 'fact':
      return Bool.const(formula.key)
    case 'not':
      return Not(toZ3(formula.of))
    case 'and':
      return And(...formula.of.map(toZ3))
    case 'or':
      return Or(...formula.of.map(toZ3))
  }
}

/** Ids of rules that decide nothing, as Z3 sees it. */
async function deadByZ3(rules: readonly RuleInPlace[], set: PolicySet): Promise<string[]> {
  const solver = new Solver()
  for (const constraint of constraintsOn(factsIn(rules.map(({ matches }) => matches)), set)) {
    if (constraint.op === 'require') solver.add(toZ3(constraint.formula))
    else {
      const of = constraint.of.map(toZ3) as [Z3Bool, ...Z3Bool[]]
      solver.add(constraint.op === 'atMostOne' ? AtMost(of, 1) : PbEq(of, of.map(() => 1) as [number, ...number[]], 1))
    }
  }
  const dead: string[] = []
  for (const { rule, matches } of rules) {
    const own = toZ3(matches)
    if ((await solver.check(own)) === 'unsat') dead.push(rule.id)
    // What a rule takes is left to none after it.
    solver.add(toZ3(not(matches)))
  }
  return dead
}

/** One session policy with so many rules, of two or three conditions each. */
function longList(rules: number, seed: number): PolicySet {
  const [set] = fc.sample(policySets, { seed, numRuns: 1 })
  const conditions = fc
    .sample(ruleConditions, { seed, numRuns: rules * 8 })
    .filter((each) => each !== null && Object.keys(each).length > 1)
    .slice(0, rules)
  const records = conditions.map((each, at): RuleRecord => ({
    id: `r${at}`,
    name: `r${at}`,
    status: 'ACTIVE',
    priority: at,
    system: false,
    conditions: each,
    actions: {},
  }))
  return {
    ...set!,
    policies: [
      { id: 'p', type: 'SVC_SIGN_ON', name: 'p', status: 'ACTIVE', priority: 1, system: false, rules: records },
    ],
  }
}

describe('another solver', () => {
  const LISTS = runsOfSeconds(3, 200)
  const RULES = runsOfSeconds(120, 1_000)

  it(`finds the same rules dead`, { timeout: 3_600_000 }, async () => {
    let found = 0
    for (let seed = 1; seed <= LISTS; seed++) {
      const set = longList(RULES, seed)
      const lists = ruleListsOf(set, ['SVC_SIGN_ON'])
      const dead = deadRules(lists, set).map(({ at }) => at.rule.id)
      expect(dead, `seed ${seed}`).toEqual(await deadByZ3(lists[0]?.rules ?? [], set))
      found += dead.length
    }
    expect(found).toBeGreaterThan(LISTS)
  })
})
