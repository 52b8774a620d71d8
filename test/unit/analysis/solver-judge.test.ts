import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { constraintsOn } from '#analysis/constraints.ts'
import { ruleListsOf, type RuleInPlace } from '#analysis/rule-lists.ts'
import { factsIn, type PolicySet, type RuleRecord } from '#policy/index.ts'
import { policySets, ruleConditions } from '../../helpers/policy-arbitraries.ts'
import { runsOfSeconds } from '../../helpers/runs.ts'
import { deadRules } from '../../helpers/dead-rules.ts'

const LISTS = runsOfSeconds(3, 200)
const RULES = runsOfSeconds(120, 1_000)
/** For one list. */
const BOUND_MS = 120_000

const PROGRAM = join(import.meta.dirname, '../../helpers/z3-dead-rules.ts')

/** Ids of rules that decide nothing, as Z3 sees it. */
async function deadByZ3(rules: readonly RuleInPlace[], set: PolicySet): Promise<string[]> {
  const constraints = constraintsOn(factsIn(rules.map(({ matches }) => matches)), set)
  const asked = promisify(execFile)(process.execPath, [PROGRAM], { timeout: BOUND_MS, maxBuffer: 1e8 })
  // One that ended early is told of by how it ended.
  asked.child.stdin
    ?.on('error', () => {})
    .end(JSON.stringify({ constraints, rules: rules.map(({ rule, matches }) => ({ id: rule.id, matches })) }))
  return JSON.parse((await asked).stdout) as string[]
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
  it(`finds the same rules dead`, { timeout: LISTS * BOUND_MS }, async () => {
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
