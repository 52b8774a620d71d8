/** One figure beside its reference, measured in the same run; `met` is null where no goal is set. */
export interface Figure {
  name: string
  value: number
  unit: string
  reference?: number
  ratio?: number
  goal: string
  met: boolean | null
}

/** The middle of several measurements. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? NaN
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2
}
