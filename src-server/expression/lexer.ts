import { cutLeniently, cutTokens, matchAt } from '#language/source-text.ts'
import { problemAt, quoted, SyntaxProblem } from './problems.ts'
import type { Span } from './types.ts'

export interface Token extends Span {
  /** `broken` only from `tokenizeLeniently`: what starts no token, and a text that is not well written. */
  kind: 'number' | 'text' | 'name' | 'symbol' | 'end' | 'broken'
  /** As written. */
  text: string
  /** The number or the text meant; null for all others. */
  value: string | number | null
}

/** Longest first within a first character, so that the longest match wins. Unsupported ones are here for their messages. */
const SYMBOLS = (
  '.?[ .![ .^[ .$[ === !== && || == != <= >= <> => ++ -- += -= ?: ?. ${ ' +
  '< > ! + - * / % ^ & | = ( ) { } [ ] , . ? : @ # $ ;'
).split(' ')

const SYMBOLS_BY_START = new Map<string, string[]>()
for (const symbol of SYMBOLS) {
  const start = symbol.charAt(0)
  SYMBOLS_BY_START.set(start, [...(SYMBOLS_BY_START.get(start) ?? []), symbol])
}

const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const NUMBER = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  r: '\r',
  t: '\t',
  b: '\b',
  f: '\f',
  '\\': '\\',
  '/': '/',
  '"': '"',
  "'": "'",
}

/**
 * Cuts a source into tokens, the last of kind `end`.
 * @throws SyntaxProblem at the first character that starts no token
 */
export function tokenize(source: string): Token[] {
  const end: Token = { kind: 'end', text: '', value: null, start: source.length, end: source.length }
  return [...cutTokens(source, (start) => tokenAt(source, start)), end]
}

/** A text with or without its end, whatever its escapes. */
const LOOSE_TEXT = /(["'])(?:\\[^]|\1\1|(?!\1)[^\\])*(?:\1|\\?$)/y

/**
 * The tokens of an unfinished text, for highlighting and completion: without gaps except for space, and without an
 * `end`. A text that lacks its end reaches to the end of the source.
 */
export function tokenizeLeniently(source: string): Token[] {
  const brokenAt = (text: string, span: Span): Token => ({ kind: 'broken', text, value: null, ...span })
  return cutLeniently(source, (start) => tokenAt(source, start), brokenAt, LOOSE_TEXT)
}

function tokenAt(source: string, start: number): Token {
  const first = source.charAt(start)
  if (first === '"' || first === "'") return textAt(source, start, first)
  const name = matchAt(NAME, source, start)
  if (name !== null) return { kind: 'name', text: name, value: null, start, end: start + name.length }
  const number = matchAt(NUMBER, source, start)
  if (number !== null) return numberAt(source, start, number)
  const symbol = SYMBOLS_BY_START.get(first)?.find((candidate) => source.startsWith(candidate, start))
  if (symbol !== undefined) return { kind: 'symbol', text: symbol, value: null, start, end: start + symbol.length }
  const character = String.fromCodePoint(source.codePointAt(start) ?? 0)
  const hint = /[“”‘’„«»]/.test(character) ? '; use straight quotes' : ''
  return fail(source, start, start + character.length, `the character ${quoted(character)} has no meaning here${hint}`)
}

function numberAt(source: string, start: number, text: string): Token {
  const end = start + text.length
  const value = Number(text)
  if (!Number.isFinite(value)) fail(source, start, end, 'the number is too large')
  const tail = matchAt(NAME, source, end)
  if (tail !== null) fail(source, start, end + tail.length, `${quoted(text + tail)} is neither a number nor a name`)
  return { kind: 'number', text, value, start, end }
}

/** Backslash escapes, and the quote doubled, as both are in use. */
function textAt(source: string, start: number, quote: string): Token {
  let value = ''
  let at = start + 1
  for (;;) {
    const character = source.charAt(at)
    if (character === '') return fail(source, start, source.length, `the text that starts with \`${quote}\` has no end`)
    if (character === quote && source.charAt(at + 1) !== quote)
      return { kind: 'text', text: source.slice(start, at + 1), value, start, end: at + 1 }
    if (character === quote) {
      value += quote
      at += 2
    } else if (character === '\\') {
      const escape = escapeAt(source, at)
      value += escape.value
      at = escape.end
    } else {
      value += character
      at += 1
    }
  }
}

function escapeAt(source: string, at: number): { value: string; end: number } {
  const letter = source.charAt(at + 1)
  const plain = ESCAPES[letter]
  if (plain !== undefined) return { value: plain, end: at + 2 }
  const hex = letter === 'u' ? source.slice(at + 2, at + 6) : ''
  if (/^[0-9a-fA-F]{4}$/.test(hex)) return { value: String.fromCharCode(Number.parseInt(hex, 16)), end: at + 6 }
  const allowed = '`\\\\`, `\\"`, `\\\'`, `\\n`, `\\r`, `\\t` or `\\u` with four hexadecimal digits'
  return fail(source, at, Math.min(at + 2, source.length), `unknown escape ${quoted(`\\${letter}`)}; write ${allowed}`)
}

function fail(source: string, start: number, end: number, sentence: string): never {
  throw new SyntaxProblem(problemAt(source, { start, end }, sentence))
}
