import { deepStrictEqual } from 'node:assert'
import { compile, createCompiler, decide, simulate } from '#policy/index.ts'
import { evaluate } from '#policy/evaluate/evaluate.ts'
import type { EvaluationContext, PolicySet } from '#policy/types.ts'
import { signInsTo, TYPES_OF_A_REQUEST } from './evaluation-organization.ts'
import { largeOrganization, signInsToLarge } from './evaluation-large.ts'
import { referenceFor, translatable } from './evaluation-reference.ts'
import { sampleOrganization } from './evaluation-sample.ts'
import { rateFigure, withinFigure, yardstickMs, type Figure } from './measure.ts'

const MEASURE_MS = 1_000
/** Many short ones, because whatever else the machine does comes in bursts. */
const ATTEMPTS = 10

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

/** Runs rounds over all contexts until the time is up. @returns requests per second, the best of ten */
function ratePerSecond(contexts: readonly EvaluationContext[], request: (context: EvaluationContext) => void): number {
  let best = 0
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    let done = 0
    const start = performance.now()
    let elapsed = 0
    while (elapsed < MEASURE_MS / ATTEMPTS) {
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

/** @returns milliseconds, the best of ten */
function bestMs(act: () => void): number {
  let best = Infinity
  for (let attempt = 0; attempt < 10; attempt++) {
    const start = performance.now()
    act()
    best = Math.min(best, performance.now() - start)
  }
  return best
}

/** The organization that is as large as they come: how long it takes to be ready, and to decide. */
function large(yardMs: number): Figure[] {
  const set = largeOrganization()
  const contexts = signInsToLarge(set)
  const [first] = contexts
  if (!first) throw new Error('no one signs in to the large organization')
  const compiled = compile(set)
  // The short way must come to what the whole trace comes to, or its speed would mean nothing.
  for (const context of contexts.slice(0, 36)) {
    const { matched } = evaluate(compiled, 'SVC_SIGN_ON', context)
    deepStrictEqual(
      decide(compiled, 'SVC_SIGN_ON', context),
      matched && { policyId: matched.policy.policy.id, ruleId: matched.rule.rule.id },
    )
  }
  const rate = ratePerSecond(contexts, (context) => {
    decide(compiled, 'SVC_SIGN_ON', context)
  })
  const ms = bestMs(() => compile(set).typeOf('SVC_SIGN_ON'))
  const recompile = createCompiler()
  recompile(set).typeOf('SVC_SIGN_ON')
  const changedMs = bestMs(() =>
    recompile({ ...set, policies: set.policies.map((policy, at) => (at === 500 ? { ...policy } : policy)) }).typeOf(
      'SVC_SIGN_ON',
    ),
  )
  // The index of a long list is made for its first decision.
  const readyMs = bestMs(() => decide(compile(set), 'SVC_SIGN_ON', first))
  return [
    withinFigure({ name: 'policy compilation: 1,000 policies of 20 rules', ms, yardMs }, 150),
    {
      name: 'policy compilation: the same, with the first decision',
      value: Math.round(readyMs),
      unit: 'ms',
      goal: 'none',
      met: null,
    },
    {
      name: 'policy compilation: the same after a change to one of them',
      value: Math.round(changedMs),
      unit: 'ms',
      goal: 'none',
      met: null,
    },
    rateFigure(
      {
        name: 'policy evaluation: one type over 1,000 policies of 20 rules, met all along the list',
        unit: 'decisions/s',
        perSecond: rate,
        yardMs,
      },
      50_000,
    ),
  ]
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
    goal: '≥ 20×',
    met: ours / theirs >= 20,
  }
}

/**
 * Measures the core, single thread, over the sample organization or a given set. One request asks for all four types
 * that the interface simulates; the reference is asked only for rules that it can be given, and so are we then.
 */
export async function run(given?: PolicySet): Promise<Figure[]> {
  const { set, contexts } = given ? { set: given, contexts: signInsTo(given) } : sampleOrganization()
  const yardMs = await yardstickMs()
  const whole = ratePerSecond(contexts, requestTo(set))
  const compiled = compile(set)
  const traced = ratePerSecond(contexts, (context) => {
    simulate(compiled, null, context, { evaluated: true, rule: true })
  })
  return [
    await besideReference(set, contexts),
    rateFigure(
      {
        name: 'policy evaluation: one request of four types, expressions and all',
        unit: 'requests/s',
        perSecond: whole,
        yardMs,
      },
      200_000,
    ),
    {
      name: 'policy simulation: one request of four types with its full trace',
      value: Math.round(traced),
      unit: 'requests/s',
      goal: 'none',
      met: null,
    },
    ...large(yardMs),
  ]
}
