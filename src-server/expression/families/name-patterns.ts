import { LRUCache } from 'lru-cache'
import { ConversionError } from '../values.ts'
import { Builder, fail } from './pattern-builder.ts'
import { Matcher } from './pattern-matcher.ts'

/**
 * Regular expressions for names and identifiers, matched without backtracking: every place of the pattern that could be
 * next is followed at once, so that time grows with pattern × text and no pattern can hang an evaluation.
 */

const MAX_NAME_PATTERN = 200
const MAX_PATTERN = 1_024

/** The error of a pattern, as the end of a sentence; null when it is valid. */
export function namePatternError(pattern: string): string | null {
  return errorOf(() => compileNamePattern(pattern))
}

function errorOf(compile: () => unknown): string | null {
  try {
    compile()
    return null
  } catch (error) {
    if (error instanceof ConversionError) return error.message
    throw error
  }
}

/**
 * Compiles a pattern to a test of whole texts that ignores case. What it knows is what `compileNamePattern` knows,
 * without the slashes.
 * @throws ConversionError for anything else
 */
export function compilePattern(pattern: string): (text: string) => boolean {
  return makeTest(pattern, { longest: MAX_PATTERN, ignoresCase: true })
}

/** The error of a pattern for `compilePattern`, as the end of a sentence; null when it is valid. */
export function patternError(pattern: string): string | null {
  return errorOf(() => compilePattern(pattern))
}

/**
 * Compiles a pattern to a test of whole names. Known: literals, `.`, classes, `\d \w \s` and their opposites, groups,
 * `|`, `* + ? {m,n}`, `^`, `$`. A pattern written between slashes is taken without them.
 * @throws ConversionError for anything else
 */
export function compileNamePattern(pattern: string): (name: string) => boolean {
  return compiled.memo(pattern)
}

const compiled = new LRUCache<string, (name: string) => boolean>({
  max: 16,
  memoMethod(pattern) {
    const bare = /^\/.*\/$/.test(pattern) ? pattern.slice(1, -1) : pattern.replace(/^\//, '')
    return makeTest(bare, { longest: MAX_NAME_PATTERN, ignoresCase: false })
  },
})

interface Manner {
  longest: number
  ignoresCase: boolean
}

function makeTest(pattern: string, { longest, ignoresCase }: Manner): (text: string) => boolean {
  if (pattern.length > longest) fail(`has more than ${longest} characters`)
  const builder = new Builder([...pattern], ignoresCase)
  const start = builder.whole()
  const matcher = new Matcher(builder.states, start)
  return (name) => matcher.matches(name)
}
