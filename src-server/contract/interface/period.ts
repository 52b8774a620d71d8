/** ISO 8601 periods such as `PT12H` (fields.ts `periodSchema`): how long a proof or a token is good for. */

const PERIOD = /^P(?:(\d+)W)?(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/

/** In the order of the pattern. A year and a month are as long as most are: a period has no beginning to count from. */
const UNIT_MS = {
  week: 604_800_000,
  year: 31_536_000_000,
  month: 2_592_000_000,
  day: 86_400_000,
  hour: 3_600_000,
  minute: 60_000,
  second: 1_000,
} as const
type PeriodUnit = keyof typeof UNIT_MS
const UNITS = Object.keys(UNIT_MS) as PeriodUnit[]

/** How many of each unit a period has, the longest first but for weeks, which cannot be combined; null for other texts. */
export function periodCounts(period: string): (readonly [PeriodUnit, number])[] | null {
  const match = PERIOD.exec(period)
  return match && UNITS.map((unit, index) => [unit, Number(match[index + 1] ?? 0)] as const)
}

/** How long a period is, in milliseconds; 0 for what is no period, so that nothing outlives a text that cannot be read. */
export function periodMs(period: string): number {
  return (periodCounts(period) ?? []).reduce((sum, [unit, count]) => sum + count * UNIT_MS[unit], 0)
}
