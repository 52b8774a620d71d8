import { LIMITS } from '#contract/interface/limits.ts'

/**
 * Characters that no person sees but an assistant reads: controls, marks that turn the direction of text, tags (U+E0000 and on), and others of no
 * width. Not those that scripts are written with, joiners and the marks LRM and RLM, nor
 * the selectors of emoji.
 */
const UNSEEN = /(?![\n\t\u200c-\u200f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|[\u{fe00}-\u{fe0d}]|[\u{e0100}-\u{e01ef}]/gu

const shown = (character: string) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`

/** A text in which an assistant reads nothing that a person would not see: what is unseen is written as its number. */
export const shownText = (text: string): string => text.replaceAll(UNSEEN, shown)

interface Bounds {
  /** Characters of a text. */
  readonly text: number
  /** Entries of a list or an object. */
  readonly entries: number
}

/** The first is the usual one; a row that is too long all the same is shortened further. */
const BOUNDS: readonly Bounds[] = [
  { text: LIMITS.assistantText, entries: LIMITS.assistantEntries },
  { text: 100, entries: 10 },
  { text: 40, entries: 4 },
]
const DEPTH = 12

function cutText(text: string, most: number): string {
  const characters = [...shownText(text.length > most * 8 ? text.slice(0, most * 8) : text)]
  if (text.length <= most || characters.length <= most) return characters.join('')
  return `${characters.slice(0, most).join('')}… (${text.length} characters)`
}

function cutValue(value: unknown, bounds: Bounds, depth: number): unknown {
  if (typeof value === 'string') return cutText(value, bounds.text)
  if (value === null || typeof value !== 'object') return value
  if (depth > DEPTH) return '…'
  if (Array.isArray(value)) {
    const first = value.slice(0, bounds.entries).map((one) => cutValue(one, bounds, depth + 1))
    return value.length > bounds.entries ? [...first, `… (${value.length} in all)`] : first
  }
  const entries = Object.entries(value).filter(([, one]) => one !== undefined)
  const first = entries
    .slice(0, bounds.entries)
    .map(([key, one]) => [cutText(key, bounds.text), cutValue(one, bounds, depth + 1)])
  if (entries.length > bounds.entries) first.push(['…', `${entries.length} in all`])
  return Object.fromEntries(first)
}

/**
 * A value whose texts and lists are short enough for an answer; what is left out is counted.
 * @param fits whether what has come of it is short enough as a whole
 */
export function shortened(value: unknown, fits: (value: unknown) => boolean): unknown {
  for (const bounds of BOUNDS) {
    const cut = cutValue(value, bounds, 0)
    if (fits(cut)) return cut
  }
  return '… (too long to be shown)'
}
