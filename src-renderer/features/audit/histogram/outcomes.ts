import type { LogOutcome } from '#contract/log/log-event.ts'
import type { Palette } from '#ui/lib/theme-tokens.ts'
import { counted } from '#ui/lib/numbers.ts'
import { statusMeta, type Tone } from '#ui/domain/status-labels.ts'
import { choiceText } from '../query/filter-text.ts'
import type { Bar } from './bars.ts'

export type Outcome = LogOutcome['result']

/** From the bottom of a bar to its top: failures are on the base line, where few are visible among many. */
const STACK: readonly (readonly [Outcome, Tone & keyof ToneColors, striped?: true])[] = [
  ['FAILURE', 'danger'],
  ['DENY', 'danger', true],
  ['CHALLENGE', 'warning'],
  ['SKIPPED', 'neutral'],
  ['UNKNOWN', 'undefined'],
  ['ALLOW', 'success', true],
  ['SUCCESS', 'success'],
]

interface ToneColors {
  danger: keyof Palette
  warning: keyof Palette
  undefined: keyof Palette
  success: keyof Palette
  neutral: keyof Palette
}

/** The colour of each meaning; "cannot tell" is hatched besides. */
export const INK: ToneColors = {
  danger: 'danger',
  warning: 'warning',
  neutral: 'control',
  undefined: 'undefStripeStrong',
  success: 'success',
}

/** One outcome in the chart: how it is called, what it means, how often it is there. */
export interface OutcomeCount {
  outcome: Outcome
  word: string
  tone: keyof ToneColors
  /** Of two outcomes of one meaning, the policies' verdict is striped. */
  striped: boolean
  count: number
}

/** Imported events may have outcomes that are unknown here; they are counted as unknown. */
export const OTHER = choiceText(
  'outcome.result',
  'out',
  STACK.map(([outcome]) => outcome).filter((outcome) => outcome !== 'UNKNOWN'),
)
const wordOf = (outcome: Outcome) => (outcome === 'UNKNOWN' ? 'Other' : statusMeta(outcome).word)

/** The outcomes that occur in some bars, in the order of the stack. */
export function outcomesOf(bars: readonly Pick<Bar, 'counts'>[]): OutcomeCount[] {
  return STACK.map(([outcome, tone, striped = false]) => {
    const count = bars.reduce((all, { counts }) => all + (counts[outcome] ?? 0), 0)
    return { outcome, tone, striped, count, word: wordOf(outcome) }
  }).filter(({ count }) => count > 0)
}

/** Counts in one line: "1,203 events: 3 Failure, 1,200 Success". */
export function countText(bars: readonly Pick<Bar, 'counts' | 'total'>[]): string {
  const total = bars.reduce((all, bar) => all + bar.total, 0)
  const parts = outcomesOf(bars).map(({ word, count }) => `${count.toLocaleString()} ${word}`)
  return `${counted(total, 'event')}${parts.length ? `: ${parts.join(', ')}` : ''}`
}
