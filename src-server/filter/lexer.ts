import { cutLeniently, cutTokens, matchAt, problemAt, quoted, SyntaxProblem, type Span } from '#language/source-text.ts'

export interface Token extends Span {
  /** `broken` only from `tokenizeLeniently`: what starts no token, and a text that is not well written. */
  kind: 'word' | 'text' | 'number' | 'symbol' | 'end' | 'broken'
  /** As written. */
  text: string
  /** The number or the text meant; null for all others. */
  value: string | number | null
}

/** A name, or names joined by dots: attribute, operator or keyword. */
const WORD = /[A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*/y
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y
/** What a text holds up to its end or the next escape. */
const PLAIN = /[^"\\]+/y
const TAIL = /[\w.:-]+/y

/** The escapes of JSON, to which RFC 7644 §3.4.2.2 refers for its texts. */
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
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

/**
 * Cuts a query into tokens, the last of kind `end`.
 * @throws SyntaxProblem at the first character that starts no token
 */
export function tokenize(source: string): Token[] {
  const end: Token = { kind: 'end', text: '', value: null, start: source.length, end: source.length }
  return [...cutTokens(source, (start) => tokenAt(source, start)), end]
}

/** A text with or without its end, whatever its escapes. */
const LOOSE_TEXT = /"(?:\\[^]|[^"\\])*(?:"|\\?$)/y

/** The tokens of an unfinished query, without an `end`; a text that lacks its closing quote reaches to the end. */
export function tokenizeLeniently(source: string): Token[] {
  const brokenAt = (text: string, span: Span): Token => ({ kind: 'broken', text, value: null, ...span })
  return cutLeniently(source, (start) => tokenAt(source, start), brokenAt, LOOSE_TEXT)
}

function tokenAt(source: string, start: number): Token {
  const first = source.charAt(start)
  if (first === '"') return textAt(source, start)
  if (first === '(' || first === ')') return { kind: 'symbol', text: first, value: null, start, end: start + 1 }
  const word = matchAt(WORD, source, start)
  if (word !== null) return { kind: 'word', text: word, value: null, start, end: start + word.length }
  const number = matchAt(NUMBER, source, start)
  if (number !== null) return numberAt(source, start, number)
  const character = String.fromCodePoint(source.codePointAt(start) ?? 0)
  const hint = HINTS[character]
  return fail(
    source,
    { start, end: start + character.length },
    `the character ${quoted(character)} has no meaning here${hint ? `; ${hint}` : ''}`,
  )
}

function numberAt(source: string, start: number, text: string): Token {
  const end = start + text.length
  const value = Number(text)
  const tail = matchAt(TAIL, source, end)
  if (tail !== null)
    return fail(
      source,
      { start, end: end + tail.length },
      `${quoted(text + tail)} is no number; a text or a timestamp stands in double quotes`,
    )
  if (!Number.isFinite(value)) return fail(source, { start, end }, 'the number is too large')
  // WHY: -0 would be equal to 0 here and another text in JSON.
  return { kind: 'number', text, value: value === 0 ? 0 : value, start, end }
}

function textAt(source: string, start: number): Token {
  const parts: string[] = []
  for (let at = start + 1; ;) {
    const character = source.charAt(at)
    if (character === '') return fail(source, { start, end: source.length }, 'the text that starts with `"` has no end')
    if (character === '"') {
      // Halves of surrogate pairs cannot be stored, so nothing that is searched holds one.
      const value = parts.join('').toWellFormed()
      return { kind: 'text', text: source.slice(start, at + 1), value, start, end: at + 1 }
    }
    const piece = character === '\\' ? escapeAt(source, at) : plainAt(source, at)
    parts.push(piece.value)
    at = piece.end
  }
}

function plainAt(source: string, at: number): { value: string; end: number } {
  const value = matchAt(PLAIN, source, at) ?? ''
  return { value, end: at + value.length }
}

function escapeAt(source: string, at: number): { value: string; end: number } {
  const letter = source.charAt(at + 1)
  if (letter !== '' && Object.hasOwn(ESCAPES, letter)) return { value: ESCAPES[letter] ?? '', end: at + 2 }
  const hex = letter === 'u' ? source.slice(at + 2, at + 6) : ''
  if (/^[0-9a-fA-F]{4}$/.test(hex)) return { value: String.fromCharCode(Number.parseInt(hex, 16)), end: at + 6 }
  const allowed = '`\\"`, `\\\\`, `\\n`, `\\t` or `\\u` with four hexadecimal digits'
  const span = { start: at, end: Math.min(at + 2, source.length) }
  return fail(source, span, `unknown escape ${quoted(`\\${letter}`)}; write ${allowed}`)
}

function fail(source: string, span: Span, sentence: string): never {
  throw new SyntaxProblem(problemAt(source, span, sentence))
}
