import type { Fault, FaultPlan, FaultRule } from '#contract/gatehouse/faults.ts'

/** Numbers from 0 to below 1 that follow from a seed: mulberry32. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `*` is one part of a path, `**` at its end all that follow. */
function patternOf(path: string): RegExp {
  const parts = path.split('/').map((part) => (part === '*' ? '[^/]+' : part.replaceAll(/[^\w-]/g, String.raw`\$&`)))
  const all = path.endsWith('/**')
  return new RegExp(`^${(all ? parts.slice(0, -1) : parts).join('/')}${all ? '(?:/.*)?' : ''}$`)
}

interface DrawnRule {
  readonly rule: FaultRule
  readonly pattern: RegExp
  readonly random: () => number
  matched: number
  met: number
}

/** Which request meets which fault of a plan, in memory. */
export class FaultDraws {
  readonly plan: FaultPlan
  readonly #rules: readonly DrawnRule[]

  constructor(plan: FaultPlan) {
    this.plan = plan
    this.#rules = plan.rules.map((rule, index) => ({
      ...{ rule, pattern: patternOf(rule.path), random: randomFrom(plan.seed + index), matched: 0, met: 0 },
    }))
  }

  /** The fault that a request meets; null for none. Each call is one request. */
  draw(method: string, path: string): Fault | null {
    for (const drawn of this.#rules) {
      const { rule, pattern } = drawn
      if (!pattern.test(path) || (rule.methods && !rule.methods.some((one) => one === method))) continue
      drawn.matched += 1
      if (drawn.random() >= rule.share || drawn.met >= (rule.most ?? Infinity)) continue
      drawn.met += 1
      return rule.fault
    }
    return null
  }

  /** By rule of the plan. */
  counts(): { matched: number; met: number }[] {
    return this.#rules.map(({ matched, met }) => ({ matched, met }))
  }
}
