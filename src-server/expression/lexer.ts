import { failAt, quoted } from '#language/source-text.ts'
import { failAtCharacter, matchAt, textAt, tokenizerOf, type Token as AnyToken } from '#language/tokens.ts'

export type Token = AnyToken<'name'>

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

/** Backslash escapes, and the quote doubled, as both are in use. */
const TEXT = {
  escapes: { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', '\\': '\\', '/': '/', '"': '"', "'": "'" },
  allowed: '`\\\\`, `\\"`, `\\\'`, `\\n`, `\\r`, `\\t` or `\\u` with four hexadecimal digits',
  doubled: true,
}

/** A text with or without its end, whatever its escapes. */
const LOOSE_TEXT = /(["'])(?:\\[^]|\1\1|(?!\1)[^\\])*(?:\1|\\?$)/y

/** Cut an expression into tokens. */
export const { tokenize, tokenizeLeniently } = tokenizerOf(tokenAt, LOOSE_TEXT)

function tokenAt(source: string, start: number): Token {
  const first = source.charAt(start)
  if (first === '"' || first === "'") return textAt(source, start, TEXT)
  const name = matchAt(NAME, source, start)
  if (name !== null) return { kind: 'name', text: name, value: null, start, end: start + name.length }
  const number = matchAt(NUMBER, source, start)
  if (number !== null) return numberAt(source, start, number)
  const symbol = SYMBOLS_BY_START.get(first)?.find((candidate) => source.startsWith(candidate, start))
  if (symbol !== undefined) return { kind: 'symbol', text: symbol, value: null, start, end: start + symbol.length }
  return failAtCharacter(source, start, (character) => (/[“”‘’„«»]/.test(character) ? 'use straight quotes' : ''))
}

function numberAt(source: string, start: number, text: string): Token {
  const end = start + text.length
  const value = Number(text)
  if (!Number.isFinite(value)) failAt(source, { start, end }, 'the number is too large')
  const tail = matchAt(NAME, source, end)
  if (tail !== null)
    failAt(source, { start, end: end + tail.length }, `${quoted(text + tail)} is neither a number nor a name`)
  return { kind: 'number', text, value, start, end }
}
