import type { Verdict } from '#contract/policy/simulation.ts'

/**
 * Kleene's logic on three numbers, so that *and* is the smaller and *or* the larger of two. The verdicts of the interface
 * are made only when a trace is.
 */
export const NO = 0
export const UNKNOWN = 1
export const YES = 2
export type Truth = 0 | 1 | 2

const WORDS = ['NOT_MATCH', 'UNDEFINED', 'MATCH'] as const satisfies readonly Verdict[]

/** The interface's verdict for a truth value. */
export function verdictOf(truth: Truth): Verdict {
  return WORDS[truth]
}

export function truthOf(verdict: Verdict): Truth {
  return verdict === 'MATCH' ? YES : verdict === 'UNDEFINED' ? UNKNOWN : NO
}

export function not(truth: Truth): Truth {
  return (2 - truth) as Truth
}

export function and(left: Truth, right: Truth): Truth {
  return left < right ? left : right
}

export function or(left: Truth, right: Truth): Truth {
  return left > right ? left : right
}

export function truth(value: boolean): Truth {
  return value ? YES : NO
}
