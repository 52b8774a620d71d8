import type { NameOf, Words } from './types.ts'

/** Turns words with ids in them into text. An id that has no name is said to be deleted, where it must exist. */
export function render(words: Words, nameOf: NameOf, mustExist = true): string {
  return words
    .map((word) =>
      typeof word === 'string' ? word : (nameOf(word.id) ?? `${word.id}${mustExist ? ' (deleted)' : ''}`),
    )
    .join('')
}

export function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "a, b and c". */
export function series(items: readonly string[], last: 'and' | 'or' = 'and'): string {
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
export function minutesInWords(minutes: number): string {
  const parts: string[] = []
  let rest = minutes
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size)
    if (count > 0) parts.push(counted(count, unit))
    rest -= count * size
  }
  return parts.length ? series(parts) : '0 minutes'
}

const PERIOD = /^P(?:(\d+)W)?(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/
const PERIOD_UNITS = ['week', 'year', 'month', 'day', 'hour', 'minute', 'second'] as const

/** An ISO 8601 period in words, its own units kept; the text itself when it is none, "0 seconds" when it is empty. */
export function periodInWords(period: string): string {
  const match = PERIOD.exec(period)
  if (!match) return period
  const parts = PERIOD_UNITS.flatMap((unit, index) => {
    const count = Number(match[index + 1] ?? 0)
    return count > 0 ? [counted(count, unit)] : []
  })
  return parts.length ? series(parts) : '0 seconds'
}

/** The interface's conventional "never again": 43,800 hours, which is five years (spec/4 §1.2). */
const NEVER = 'PT43800H'

/** How often somebody must prove themselves again, as the end of a sentence. */
export function againInWords(period: string | undefined): string {
  if (period === undefined) return ''
  if (period === NEVER) return 'once'
  const words = periodInWords(period)
  return words === '0 seconds' ? 'every time' : `again every ${words.replace(/^1 (\w+)$/, '$1')}`
}
