import type { ChainViolationKind } from '#contract/log/log-proof.ts'

/** A violation before it is known which event stands there; number 0 is no event. */
export interface Finding {
  kind: ChainViolationKind
  sequence: number
  reason: string
}

export function violation(kind: ChainViolationKind, sequence: number, reason: string): Finding {
  return { kind, sequence, reason }
}
