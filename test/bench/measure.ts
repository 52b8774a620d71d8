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

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Two ways in turns, so that both meet the same noise; milliseconds, the middle of each. */
export async function beside(ours: () => Promise<unknown>, raw: () => Promise<unknown>, rounds = 9) {
  const times = { ours: [] as number[], raw: [] as number[] }
  for (let round = -1; round < rounds; round++) {
    const [our, their] = [await timed(ours), await timed(raw)]
    if (round < 0) continue
    times.ours.push(our)
    times.raw.push(their)
  }
  return { ours: median(times.ours), raw: median(times.raw) }
}

export const rounded = (value: number) => Math.round(value * 100) / 100

/** Something that a person waits for: so many milliseconds at the most, the middle of some rounds. */
export async function within(name: string, goalMs: number, work: () => Promise<unknown>): Promise<Figure> {
  const { ours } = await beside(work, async () => {})
  return { name, value: rounded(ours), unit: 'ms', goal: `≤ ${goalMs} ms`, met: ours <= goalMs }
}

/** A figure of rounds that were measured in turns with their reference; the goal is a least ratio, or a greatest one. */
export function ratioFigure(
  name: string,
  unit: string,
  { ours, theirs }: { ours: readonly number[]; theirs: readonly number[] },
  {
    bound,
    of,
    round = Math.round,
  }: { bound: { least: number } | { most: number }; of: string; round?: (value: number) => number },
): Figure {
  const ratio = median(ours.map((value, at) => value / (theirs[at] ?? NaN)))
  const [sign, limit, met] =
    'least' in bound ? ['≥', bound.least, ratio >= bound.least] : ['≤', bound.most, ratio <= bound.most]
  return {
    name,
    value: round(median(ours)),
    unit,
    reference: round(median(theirs)),
    ratio,
    goal: `${sign} ${limit} × ${of}`,
    met,
  }
}
