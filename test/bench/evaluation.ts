import { deepStrictEqual } from 'node:assert'
import { compile, decide, simulate } from '../../src-server/policy/index.ts'
import type { EvaluationContext, PolicySet } from '../../src-server/policy/types.ts'
import { benchOrganization, signInsTo, TYPES_OF_A_REQUEST } from './evaluation-organization.ts'
import { referenceFor, translatable } from './evaluation-reference.ts'
import { sampleOrganization } from './evaluation-sample.ts'
import type { Figure } from './measure.ts'

const MEASURE_MS = 1_000

/** Leaves out rules with conditions that the reference cannot be given, on both sides. */
function comparable(set: PolicySet): PolicySet {
  const dynamic = new Set(set.zones.flatMap((zone) => (zone.type === 'DYNAMIC' ? [zone.id] : [])))
  return {
    ...set,
    policies: set.policies
      .filter((policy) => translatable(policy.conditions, dynamic))
      .map((policy) => ({ ...policy, rules: policy.rules.filter((rule) => translatable(rule.conditions, dynamic)) })),
  }
}

/** Runs rounds over all contexts until the time is up. @returns requests per second, the best of four */
function ratePerSecond(contexts: readonly EvaluationContext[], request: (context: EvaluationContext) => void): number {
  let best = 0
  for (let attempt = 0; attempt < 4; attempt++) {
    let done = 0
    const start = performance.now()
    let elapsed = 0
    while (elapsed < MEASURE_MS / 4) {
      for (const context of contexts) request(context)
      done += contexts.length
      elapsed = performance.now() - start
    }
    best = Math.max(best, (done / elapsed) * 1_000)
  }
  return best
}

async function referencePerSecond(
  contexts: readonly EvaluationContext[],
  request: (context: EvaluationContext) => Promise<unknown>,
): Promise<number> {
  for (const context of contexts) await request(context)
  let done = 0
  const start = performance.now()
  let elapsed = 0
  while (elapsed < MEASURE_MS) {
    for (const context of contexts) await request(context)
    done += contexts.length
    elapsed = performance.now() - start
  }
  return (done / elapsed) * 1_000
}

/** @returns the best of five */
function compileMs(policies: number, rules: number): number {
  const base = benchOrganization()
  const [template] = base.policies
  if (!template) throw new Error('the organization of the bench has no policies')
  const many: PolicySet = {
    ...base,
    policies: Array.from({ length: policies }, (_, index) => ({
      ...template,
      id: `policy-${index}`,
      rules: Array.from({ length: rules }, (_unused, at) => ({
        ...(template.rules[at % template.rules.length] ?? {
          name: '',
          status: 'ACTIVE' as const,
          system: false,
          actions: {},
        }),
        id: `policy-${index}-${at}`,
        priority: at,
      })),
    })),
  }
  let best = Infinity
  for (let attempt = 0; attempt < 5; attempt++) {
    const start = performance.now()
    compile(many)
    best = Math.min(best, performance.now() - start)
  }
  return best
}

const requestTo = (set: PolicySet) => {
  const compiled = compile(set)
  return (context: EvaluationContext) => TYPES_OF_A_REQUEST.map((type) => decide(compiled, type, context))
}

async function besideReference(set: PolicySet, contexts: readonly EvaluationContext[]): Promise<Figure> {
  const shared = comparable(set)
  const request = requestTo(shared)
  const reference = referenceFor(shared, TYPES_OF_A_REQUEST)
  // A comparison of two things that disagree would measure nothing.
  for (const context of contexts) deepStrictEqual(await reference(context), request(context))
  const ours = ratePerSecond(contexts, request)
  const theirs = await referencePerSecond(contexts, reference)
  return {
    name: 'policy evaluation: one request of four types, beside json-rules-engine',
    value: Math.round(ours),
    unit: 'requests/s',
    reference: Math.round(theirs),
    ratio: ours / theirs,
    goal: '≥ 200,000/s and ≥ 20×',
    met: ours >= 200_000 && ours / theirs >= 20,
  }
}

/**
 * Measures the core, single thread, over the sample organization or a given set. One request asks for all four types
 * that the interface simulates; the reference is asked only for rules that it can be given, and so are we then.
 */
export async function run(given?: PolicySet): Promise<Figure[]> {
  const { set, contexts } = given ? { set: given, contexts: signInsTo(given) } : sampleOrganization()
  const whole = ratePerSecond(contexts, requestTo(set))
  const compiled = compile(set)
  const traced = ratePerSecond(contexts, (context) => {
    simulate(compiled, null, context, { evaluated: true, rule: true })
  })
  return [
    await besideReference(set, contexts),
    {
      name: 'policy evaluation: one request of four types, expressions and all',
      value: Math.round(whole),
      unit: 'requests/s',
      goal: '≥ 200,000/s',
      met: whole >= 200_000,
    },
    {
      name: 'policy simulation: one request of four types with its full trace',
      value: Math.round(traced),
      unit: 'requests/s',
      goal: 'none',
      met: null,
    },
    {
      name: 'policy compilation: 1,000 policies of 20 rules',
      value: Math.round(compileMs(1_000, 20)),
      unit: 'ms',
      goal: 'none',
      met: null,
    },
  ]
}
