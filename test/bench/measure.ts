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

/** What {@link yardstick} takes on the machine that goals in milliseconds were set for. */
const YARDSTICK_MS = 10
const YARD = Array.from({ length: 30_000 }, (_, index) => ({ id: `id-${index}`, index, even: index % 2 === 0 }))

/** A fixed piece of work: how long it takes says how fast the machine is now, so that goals hold on slow and fast ones alike. */
export async function yardstick(): Promise<void> {
  const { length } = JSON.parse(JSON.stringify(YARD)) as unknown[]
  if (length !== YARD.length) throw new Error('the yardstick is broken')
}

interface Measured {
  name: string
  ms: number
  /** What the yardstick took in the same run. */
  yardMs: number
}

/** A goal in milliseconds, as so many times the yardstick of the same run. */
export function withinFigure({ name, ms, yardMs }: Measured, goalMs: number): Figure {
  const [ratio, most] = [ms / yardMs, goalMs / YARDSTICK_MS]
  const goal = `≤ ${rounded(most)} × the yardstick`
  return { name, value: rounded(ms), unit: 'ms', reference: rounded(yardMs), ratio, goal, met: ratio <= most }
}

/** Something that a person waits for: so many milliseconds at the most, the middle of some rounds. */
export async function within(name: string, goalMs: number, work: () => Promise<unknown>): Promise<Figure> {
  const { ours, raw } = await beside(work, yardstick)
  return withinFigure({ name, ms: ours, yardMs: raw }, goalMs)
}

/** The middle of several rounds of the yardstick, for figures that are measured otherwise. */
export async function yardstickMs(): Promise<number> {
  return (await beside(yardstick, yardstick)).ours
}

/** A goal of so many each second, as so many in the time of a yardstick. @param yardMs of the same run */
export function rateFigure(
  { name, unit, perSecond, yardMs }: { name: string; unit: string; perSecond: number; yardMs: number },
  goalPerSecond: number,
): Figure {
  const [reference, least] = [1_000 / yardMs, (goalPerSecond * YARDSTICK_MS) / 1_000]
  const ratio = perSecond / reference
  const goal = `≥ ${least.toLocaleString('en')} in the time of the yardstick`
  return { name, value: Math.round(perSecond), unit, reference: rounded(reference), ratio, goal, met: ratio >= least }
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
