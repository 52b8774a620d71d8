import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { POLICY_TYPE_NAMES } from '#contract/policy/policy-types.ts'
import { compile, decide, explain, simulate } from '#policy/index.ts'
import { evaluate } from '#policy/evaluate/evaluate.ts'
import { outcomeOf } from '#policy/explain/outcome.ts'
import type { PolicyRecord, PolicySet, RuleRecord, TypeEvaluation } from '#policy/types.ts'
import { naiveEvaluate, type NaiveResult } from '../../helpers/naive-policy.ts'
import { contexts, policySets, ruleConditions } from '../../helpers/policy-arbitraries.ts'
import { runs } from '../../helpers/runs.ts'

const types = fc.constantFrom(...POLICY_TYPE_NAMES)
const RUNS = { numRuns: runs() }

/** The core's trace in the naive evaluator's words; paths sorted, because order within a rule is not a promise. */
function plain({ status, matched, path }: TypeEvaluation): NaiveResult {
  const sorted = (list: readonly { path: string; status: NaiveResult['status'] }[]) =>
    list
      .map(({ path: name, status: verdict }) => ({ path: name, status: verdict }))
      .sort((a, b) => (a.path < b.path ? -1 : 1))
  return {
    status,
    matched: matched && { policyId: matched.policy.policy.id, ruleId: matched.rule.rule.id },
    path: path.map((policy) => ({
      id: policy.policy.id,
      status: policy.status,
      conditions: sorted(policy.conditions),
      rules: policy.rules.map((rule) => ({
        id: rule.rule.id,
        status: rule.status,
        conditions: sorted(rule.conditions),
      })),
    })),
  }
}

function sortPaths(result: NaiveResult): NaiveResult {
  const sort = <T extends { conditions: { path: string }[] }>(item: T) => ({
    ...item,
    conditions: [...item.conditions].sort((a, b) => (a.path < b.path ? -1 : 1)),
  })
  return { ...result, path: result.path.map((policy) => ({ ...sort(policy), rules: policy.rules.map(sort) })) }
}

const replace = (set: PolicySet, changed: PolicyRecord): PolicySet => ({
  ...set,
  policies: set.policies.map((policy) => (policy.id === changed.id ? changed : policy)),
})

describe('evaluation', () => {
  it('agrees with a naive reading of the rules, evidence included, on random input of all types', () => {
    fc.assert(
      fc.property(policySets, contexts, types, (set, context, type) => {
        expect(plain(evaluate(compile(set), type, context))).toEqual(sortPaths(naiveEvaluate(set, type, context)))
      }),
      { numRuns: runs(4) },
    )
  })

  it('gives the same answer to the same question, however often and in whatever order it is asked', () => {
    fc.assert(
      fc.property(policySets, contexts, contexts, types, (set, context, other, type) => {
        const compiled = compile(set)
        const first = evaluate(compiled, type, context)
        evaluate(compiled, type, other)
        expect(evaluate(compiled, type, context)).toEqual(first)
        expect(evaluate(compile(structuredClone(set)), type, structuredClone(context))).toEqual(first)
      }),
      RUNS,
    )
  })

  it('decides quickly what it evaluates at length', () => {
    fc.assert(
      fc.property(policySets, contexts, types, (set, context, type) => {
        const compiled = compile(set)
        const { matched } = evaluate(compiled, type, context)
        expect(decide(compiled, type, context)).toEqual(
          matched && { policyId: matched.policy.policy.id, ruleId: matched.rule.rule.id },
        )
      }),
      RUNS,
    )
  })

  it('comes to the same by what applies or may apply as by all that is reached', () => {
    fc.assert(
      fc.property(policySets, contexts, types, (set, context, type) => {
        const compiled = compile(set)
        const [whole, possible] = (['reached', 'possible'] as const).map((extent) =>
          outcomeOf(evaluate(compiled, type, context, extent), compiled.nameOf),
        )
        expect(possible).toEqual(whole)
      }),
    )
  })

  it('decides over a list that is long enough for an index what it evaluates at length', () => {
    let indexed = 0
    const numRuns = runs(0.3)
    fc.assert(
      fc.property(fc.array(policySets, { minLength: 4, maxLength: 8 }), contexts, (parts, context) => {
        const [first] = parts
        // Policies and rules of several sets, over and over in another order, so that rules have conditions in common.
        const policies = Array.from({ length: 24 }, (_, round) =>
          parts.flatMap((part, at) =>
            part.policies.map((policy, index) => ({
              ...policy,
              type: 'SVC_SIGN_ON' as const,
              id: `${round}-${at}-${index}`,
              priority: ((round * 7 + at * 5 + index * 3) % 97) + 1,
              conditions: round % 2 ? policy.conditions : { people: { groups: { include: [`g${1 + (index % 3)}`] } } },
            })),
          ),
        ).flat()
        const compiled = compile({ ...first!, policies })
        if (compiled.typeOf('SVC_SIGN_ON').rest.index()) indexed += 1
        const { matched } = evaluate(compiled, 'SVC_SIGN_ON', context)
        expect(decide(compiled, 'SVC_SIGN_ON', context)).toEqual(
          matched && { policyId: matched.policy.policy.id, ruleId: matched.rule.rule.id },
        )
      }),
      { numRuns },
    )
    expect(indexed).toBeGreaterThan(numRuns / 2)
  })

  it('is not changed by a rule below the one that matches', () => {
    fc.assert(
      fc.property(policySets, contexts, types, ruleConditions, (set, context, type, conditions) => {
        const before = evaluate(compile(set), type, context)
        fc.pre(before.matched !== null && !before.matched.rule.rule.system)
        const policy = before.matched!.policy.policy
        const added: RuleRecord = {
          id: 'new',
          name: 'new',
          status: 'ACTIVE',
          priority: 1_000,
          system: false,
          conditions,
          actions: {},
        }
        const after = evaluate(compile(replace(set, { ...policy, rules: [...policy.rules, added] })), type, context)
        expect(plain(after)).toEqual(plain(before))
      }),
      { numRuns: runs(0.5), maxSkipsPerRun: 200 },
    )
  })

  it('treats an inactive policy or rule as if absent', () => {
    fc.assert(
      fc.property(policySets, contexts, types, (set, context, type) => {
        const without: PolicySet = {
          ...set,
          policies: set.policies
            .filter((policy) => policy.status === 'ACTIVE')
            .map((policy) => ({ ...policy, rules: policy.rules.filter((rule) => rule.status === 'ACTIVE') })),
        }
        expect(plain(evaluate(compile(without), type, context))).toEqual(plain(evaluate(compile(set), type, context)))
      }),
      RUNS,
    )
  })

  it('never turns a match of a rule into a refusal when one of its conditions is removed', () => {
    const alone = (conditions: object | null): PolicySet => ({
      everyoneGroupId: 'everyone',
      zones: [],
      applications: [],
      policies: [
        {
          id: 'p',
          type: 'PASSWORD',
          name: 'p',
          status: 'ACTIVE',
          priority: 1,
          system: false,
          rules: [{ id: 'r', name: 'r', status: 'ACTIVE', priority: 1, system: false, conditions, actions: {} }],
        },
      ],
    })
    const rank = { NOT_MATCH: 0, UNDEFINED: 1, MATCH: 2 }
    fc.assert(
      fc.property(policySets, ruleConditions, contexts, (set, conditions, context) => {
        const verdict = (given: object | null) =>
          evaluate(compile({ ...alone(given), zones: set.zones }), 'PASSWORD', context).status
        const whole = verdict(conditions)
        for (const key of Object.keys(conditions ?? {})) {
          const { [key]: _removed, ...rest } = conditions as Record<string, unknown>
          expect(rank[verdict(rest)]).toBeGreaterThanOrEqual(rank[whole])
        }
      }),
      RUNS,
    )
  })

  it('is explained and simulated with the verdict that it reached', () => {
    fc.assert(
      fc.property(policySets, contexts, types, (set, context, type) => {
        const compiled = compile(set)
        const { status, matched, path } = evaluate(compiled, type, context)
        const explanation = explain(compiled, type, context)
        expect(explanation.status).toBe(status)
        expect(explanation.matched?.ruleId).toBe(matched?.rule.rule.id)
        expect(explanation.path.map((policy) => policy.id)).toEqual(path.map((policy) => policy.policy.id))
        expect(explanation.summary).toMatch(/\.$/)
        for (const entry of simulate(compiled, null, context, { evaluated: true, rule: true }).evaluation) {
          const whole = evaluate(compiled, entry.policyType, context)
          expect(entry.result.policies.map((policy) => policy.id)).toEqual(
            whole.matched ? [whole.matched.policy.policy.id] : [],
          )
          expect(entry.evaluated.policies.length + entry.undefined.policies.length).toBe(whole.path.length)
        }
      }),
      { numRuns: runs(0.5) },
    )
  })
})
