import { LOG_EVENTS, parseFilter, tokenizeLeniently, type Token } from '#filter/index.ts'
import { logSearchQuery } from '#contract/routes/logs.ts'
import type { Finding, Stretch } from '#ui/components/editor/language-editor.ts'

/** The parser's problems with a filter; none for an empty one. */
export function findingsOf(filter: string): Finding[] {
  if (!filter.trim()) return []
  const read = parseFilter(filter, LOG_EVENTS)
  return read.ok ? [] : read.problems.map((problem) => ({ ...problem, severity: 'error' }))
}

/** Why the service would refuse the words of a search; empty if it would not. */
export function keywordsProblem(q: string): string {
  const read = q.trim() ? logSearchQuery.q.safeParse(q) : null
  return read?.success === false ? `The search ${read.error.issues[0]?.message ?? 'cannot be read'}.` : ''
}

const CONSTANTS: ReadonlySet<string> = new Set(['true', 'false', 'null'])
const JOINTS: ReadonlySet<string> = new Set(['and', 'or', 'not'])
const STYLES: Partial<Record<Token['kind'], Stretch['style']>> = {
  text: 'text',
  number: 'constant',
  symbol: 'operator',
}

/** The tokens of a filter to highlight, also while it is incomplete. Attributes keep the colour of the text. */
export function stretchesOf(filter: string): Stretch[] {
  const tokens = tokenizeLeniently(filter)
  return tokens.flatMap((token, index) => {
    const style = styleOf(token, tokens[index - 1])
    return style ? [{ start: token.start, end: token.end, style }] : []
  })
}

function styleOf({ kind, text }: Token, before: Token | undefined): Stretch['style'] | undefined {
  // A text without its end is most often just being written.
  if (kind === 'broken') return text.startsWith('"') ? 'text' : 'broken'
  if (kind !== 'word') return STYLES[kind]
  const word = text.toLowerCase()
  if (JOINTS.has(word)) return 'operator'
  if (CONSTANTS.has(word)) return 'constant'
  return before?.kind === 'word' && !JOINTS.has(before.text.toLowerCase()) ? 'call' : undefined
}
