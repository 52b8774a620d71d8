import { tokenizeLeniently, type Token } from '#expression/index.ts'
import type { Stretch } from '../editor/language-editor.ts'

const CONSTANTS: ReadonlySet<string> = new Set(['true', 'false', 'null'])
const WORD_OPERATORS: ReadonlySet<string> = new Set(['and', 'or', 'not'])
const STYLES: Readonly<Record<Exclude<Token['kind'], 'name' | 'end'>, Stretch['style']>> = {
  text: 'text',
  number: 'constant',
  symbol: 'operator',
  broken: 'broken',
}

/** What to colour in an expression, also in one that is half written. Attributes stay in the colour of the text. */
export function stretchesOf(source: string): Stretch[] {
  const tokens = tokenizeLeniently(source)
  return tokens.flatMap((token, index) => {
    const style = styleOf(token, tokens[index - 1], tokens[index + 1])
    return style ? [{ start: token.start, end: token.end, style }] : []
  })
}

function styleOf(token: Token, before: Token | undefined, after: Token | undefined): Stretch['style'] | null {
  if (token.kind === 'end') return null
  // A text without its end is most often just being written.
  if (token.kind === 'broken') return /^["']/.test(token.text) ? 'text' : 'broken'
  if (token.kind !== 'name') return STYLES[token.kind]
  if (after?.text === '(') return 'call'
  if (before?.text === '.') return null
  const word = token.text.toLowerCase()
  if (CONSTANTS.has(word)) return 'constant'
  return WORD_OPERATORS.has(word) ? 'operator' : null
}
