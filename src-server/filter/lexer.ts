import { failAt, quoted } from '#language/source-text.ts'
import { failAtCharacter, matchAt, textAt, tokenizerOf, type Token as AnyToken } from '#language/tokens.ts'

export type Token = AnyToken<'word'>

/** A name, or names joined by dots: attribute, operator or keyword. */
const WORD = /[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*/y
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const TAIL = /[\w.:-]+/y

/** The escapes of JSON, to which RFC 7644 §3.4.2.2 refers for its texts. */
const TEXT = {
  escapes: { '"': '"', '\\': '\\', '/': '/', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t' },
  allowed: '`\\"`, `\\\\`, `\\n`, `\\t` or `\\u` with four hexadecimal digits',
}

/** Characters that people expect to mean something, with what does. */
const HINTS: Readonly<Record<string, string>> = {
  "'": 'a text stands in double quotes',
  '“': 'a text stands in straight double quotes',
  '”': 'a text stands in straight double quotes',
  '=': 'write `eq`',
  '!': 'write `ne`, or `not (…)`',
  '>': 'write `gt` or `ge`',
  '<': 'write `lt` or `le`',
  '&': 'write `and`',
  '|': 'write `or`',
  '*': 'write `sw` for texts that start with a piece, `co` for those that hold it',
  '[': 'conditions in square brackets are not offered; an attribute of a list matches on any of its elements',
}

/** A text with or without its end, whatever its escapes. */
const LOOSE_TEXT = /"(?:\\[^]|[^"\\])*(?:"|\\?$)/y

/** Cut a query into tokens. */
export const { tokenize, tokenizeLeniently } = tokenizerOf(tokenAt, LOOSE_TEXT)

function tokenAt(source: string, start: number): Token {
  const first = source.charAt(start)
  if (first === '"') {
    const text = textAt(source, start, TEXT)
    // Halves of surrogate pairs cannot be stored, so nothing that is searched holds one.
    return { ...text, value: text.value.toWellFormed() }
  }
  if (first === '(' || first === ')') return { kind: 'symbol', text: first, value: null, start, end: start + 1 }
  const word = matchAt(WORD, source, start)
  if (word !== null) return { kind: 'word', text: word, value: null, start, end: start + word.length }
  const number = matchAt(NUMBER, source, start)
  if (number !== null) return numberAt(source, start, number)
  return failAtCharacter(source, start, (character) => HINTS[character] ?? '')
}

function numberAt(source: string, start: number, text: string): Token {
  const end = start + text.length
  const value = Number(text)
  const tail = matchAt(TAIL, source, end)
  if (tail !== null)
    return failAt(
      source,
      { start, end: end + tail.length },
      `${quoted(text + tail)} is no number; a text or a timestamp stands in double quotes`,
    )
  if (!Number.isFinite(value)) return failAt(source, { start, end }, 'the number is too large')
  // WHY: -0 would be equal to 0 here and another text in JSON.
  return { kind: 'number', text, value: value === 0 ? 0 : value, start, end }
}
