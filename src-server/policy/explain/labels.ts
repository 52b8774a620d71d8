import { periodCounts } from '#contract/interface/period.ts'
import type { NameOf, TextParts } from '../types.ts'

/** Replaces ids by names. @param mustExist marks an id without a name as deleted */
export function render(text: TextParts, nameOf: NameOf, mustExist = true): string {
  return text
    .map((word) =>
      typeof word === 'string' ? word : (nameOf(word.id) ?? `${word.id}${mustExist ? ' (deleted)' : ''}`),
    )
    .join('')
}

/** The text with an upper-case first letter. */
export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The text with a lower-case first letter, as it goes inside a sentence. */
export function uncapitalize(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

/** "a, b and c". */
export function formatList(items: readonly string[], last: 'and' | 'or' = 'and'): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`
}

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

const UNITS = [
  ['day', 1_440],
  ['hour', 60],
  ['minute', 1],
] as const

/** Minutes as people say them: "2 hours", "1 day and 30 minutes". */
export function minutesText(minutes: number): string {
  const parts: string[] = []
  let rest = minutes
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size)
    if (count > 0) parts.push(counted(count, unit))
    rest -= count * size
  }
  return parts.length ? formatList(parts) : '0 minutes'
}

/** An ISO 8601 period as text, in its own units; any other text unchanged, "0 seconds" for an empty period. */
export function periodText(period: string): string {
  const counts = periodCounts(period)
  if (!counts) return period
  const parts = counts.flatMap(([unit, count]) => (count > 0 ? [counted(count, unit)] : []))
  return parts.length ? formatList(parts) : '0 seconds'
}

/** The interface's conventional "never again": 43,800 hours, which is five years (spec/4 §1.2). */
const NEVER = 'PT43800H'

/** How often people must authenticate again, as the end of a sentence. */
export function againText(period: string | undefined): string {
  if (period === undefined) return ''
  if (period === NEVER) return 'once'
  const text = periodText(period)
  return text === '0 seconds' ? 'every time' : `again every ${text.replace(/^1 (\w+)$/, '$1')}`
}
