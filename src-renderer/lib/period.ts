/** ISO 8601 periods as people choose them. */

export const PERIOD_UNITS = ['minutes', 'hours', 'days', 'weeks'] as const
export type PeriodUnit = (typeof PERIOD_UNITS)[number]

/** The interface's conventional "never again": 43,800 hours (spec/4 §1.2). */
const NEVER_AGAIN = 'PT43800H'
const EVERY_TIME = 'PT0S'

/** `custom`: a period that no single amount and unit says, such as `P1DT30M`; its text stays as it is. */
export type PeriodChoice =
  | { mode: 'always' }
  | { mode: 'never' }
  | { mode: 'after'; amount: number; unit: PeriodUnit }
  | { mode: 'custom'; text: string }

const SINGLE: readonly [RegExp, PeriodUnit][] = [
  [/^PT(\d+)M$/, 'minutes'],
  [/^PT(\d+)H$/, 'hours'],
  [/^P(\d+)D$/, 'days'],
  [/^P(\d+)W$/, 'weeks'],
]

const ZERO = /^P(?:0+[WYMD])*(?:T(?:0+[HMS])*)?$/

/** How a period is shown. Other spellings of nothing (`PT0M`) are always too; `periodOf` writes one spelling. */
export function choiceOf(period: string): PeriodChoice {
  if (period === NEVER_AGAIN) return { mode: 'never' }
  if (ZERO.test(period) && /\d/.test(period)) return { mode: 'always' }
  for (const [pattern, unit] of SINGLE) {
    const amount = pattern.exec(period)?.[1]
    if (amount !== undefined) return { mode: 'after', amount: Number(amount), unit }
  }
  return { mode: 'custom', text: period }
}

const WRITTEN: Record<PeriodUnit, (amount: number) => string> = {
  minutes: (amount) => `PT${amount}M`,
  hours: (amount) => `PT${amount}H`,
  days: (amount) => `P${amount}D`,
  weeks: (amount) => `P${amount}W`,
}

export function periodOf(choice: PeriodChoice): string {
  if (choice.mode === 'always') return EVERY_TIME
  if (choice.mode === 'never') return NEVER_AGAIN
  return choice.mode === 'custom' ? choice.text : WRITTEN[choice.unit](choice.amount)
}
