import { failAt, quoted, SyntaxProblem, type Span } from './source-text.ts'

/** A token of a language whose names have the kind `Name`. */
export interface Token<Name extends string> extends Span {
  /** `broken` only from `tokenizeLeniently`: what starts no token, and a text with a mistake in it. */
  kind: Name | 'text' | 'number' | 'symbol' | 'end' | 'broken'
  /** As written. */
  text: string
  /** The number or the text meant; null for all others. */
  value: string | number | null
}

/** Names that mean a value, in any case. */
export const WORD_LITERALS: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Reads the token that starts at a place. @throws SyntaxProblem for what starts no token */
type TokenAt<Name extends string> = (source: string, start: number) => Token<Name>

/** What a sticky pattern finds at a place; null when it finds nothing there. */
export function matchAt(pattern: RegExp, source: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(source)?.[0] ?? null
}

const SPACE = /\s+/y

/** Cuts a source into tokens; space separates them and means nothing. */
function cut<Name extends string>(source: string, tokenAt: TokenAt<Name>): Token<Name>[] {
  const tokens: Token<Name>[] = []
  const skipSpace = (at: number) => at + (matchAt(SPACE, source, at)?.length ?? 0)
  for (let at = skipSpace(0); at < source.length; at = skipSpace(tokens.at(-1)?.end ?? at))
    tokens.push(tokenAt(source, at))
  return tokens
}

/** After so many broken pieces the rest counts as one, which bounds what a text of another language costs. */
const MAX_BROKEN = 50

/**
 * The two ways to cut a source of a language.
 * @param looseText a text with or without its end, whatever its escapes; sticky
 */
export function tokenizerOf<Name extends string>(tokenAt: TokenAt<Name>, looseText: RegExp) {
  return {
    /** All tokens, the last of kind `end`. @throws SyntaxProblem at the first character that starts no token */
    tokenize(source: string): Token<Name>[] {
      const end: Token<Name> = { kind: 'end', text: '', value: null, start: source.length, end: source.length }
      return [...cut(source, tokenAt), end]
    },

    /**
     * The tokens of an unfinished source, for highlighting and completion: without gaps except for space, and without
     * an `end`. A text that lacks its closing quote reaches to the end of the source.
     */
    tokenizeLeniently(source: string): Token<Name>[] {
      let broken = 0
      const breakAt = (start: number, end: number): Token<Name> => {
        broken += 1
        return { kind: 'broken', text: source.slice(start, end), value: null, start, end }
      }
      return cut(source, (_, start) => {
        if (broken >= MAX_BROKEN) return breakAt(start, source.length)
        try {
          return tokenAt(source, start)
        } catch (error) {
          if (!(error instanceof SyntaxProblem)) throw error
          const text = matchAt(looseText, source, start)
          return breakAt(start, text === null ? error.problem.end : start + text.length)
        }
      })
    },
  }
}

/** How a language writes its texts. */
interface TextSyntax {
  /** What each letter after a backslash means; `u` with four hexadecimal digits is always known. */
  escapes: Readonly<Record<string, string>>
  /** The escapes to write, for the message about another one. */
  allowed: string
  /** Whether a quote that is written twice means the quote. */
  doubled?: boolean
}

/** What a text holds up to a quote or the next escape. */
const PLAIN = /[^"'\\]+/y

/** Reads the text whose opening quote is at `start`. @throws SyntaxProblem without its end, or for an unknown escape */
export function textAt(source: string, start: number, syntax: TextSyntax): Token<never> & { value: string } {
  const quote = source.charAt(start)
  const parts: string[] = []
  for (let at = start + 1; ;) {
    const character = source.charAt(at)
    if (character === '')
      return failAt(source, { start, end: source.length }, `the text that starts with \`${quote}\` has no end`)
    const isQuote = character === quote
    if (isQuote && !(syntax.doubled && source.charAt(at + 1) === quote))
      return { kind: 'text', text: source.slice(start, at + 1), value: parts.join(''), start, end: at + 1 }
    const piece = isQuote ? { value: quote, end: at + 2 } : pieceAt(source, at, syntax)
    parts.push(piece.value)
    at = piece.end
  }
}

function pieceAt(source: string, at: number, syntax: TextSyntax): { value: string; end: number } {
  if (source.charAt(at) === '\\') return escapeAt(source, at, syntax)
  const value = matchAt(PLAIN, source, at) ?? source.charAt(at)
  return { value, end: at + value.length }
}

function escapeAt(source: string, at: number, { escapes, allowed }: TextSyntax): { value: string; end: number } {
  const letter = source.charAt(at + 1)
  const plain = escapes[letter]
  if (plain !== undefined) return { value: plain, end: at + 2 }
  const hex = letter === 'u' ? source.slice(at + 2, at + 6) : ''
  if (/^[0-9a-fA-F]{4}$/.test(hex)) return { value: String.fromCharCode(Number.parseInt(hex, 16)), end: at + 6 }
  const span = { start: at, end: Math.min(at + 2, source.length) }
  return failAt(source, span, `unknown escape ${quoted(`\\${letter}`)}; write ${allowed}`)
}

/**
 * Refuses the character at a place, which starts no token.
 * @param hintOf what to write instead; empty where that is unknown
 * @throws SyntaxProblem always
 */
export function failAtCharacter(source: string, start: number, hintOf: (character: string) => string): never {
  const character = String.fromCodePoint(source.codePointAt(start) ?? 0)
  const hint = hintOf(character)
  const span = { start, end: start + character.length }
  return failAt(source, span, `the character ${quoted(character)} has no meaning here${hint && `; ${hint}`}`)
}
