import { ConversionError } from '../values.ts'

/**
 * Regular expressions for names and identifiers, matched without backtracking: every place of the pattern that could be
 * next is followed at once, so that time grows with pattern × text and no pattern can hang an evaluation.
 */

type CharTest = (character: string) => boolean
type State =
  | { kind: 'char'; test: CharTest; next: number }
  | { kind: 'split'; next: number; other: number }
  | { kind: 'assert'; at: 'start' | 'end'; next: number }
  | { kind: 'match' }

const MAX_NAME_PATTERN = 200
const MAX_PATTERN = 1_024
const MAX_STATES = 500
/** Pieces laid out, which repetitions of nothing make without making states. */
const MAX_PIECES = 2_000
const MAX_REPEAT = 50
const MAX_DEPTH = 20

const CLASSES: Readonly<Record<string, CharTest>> = {
  d: (character) => character >= '0' && character <= '9',
  w: (character) => /^\w$/.test(character),
  s: (character) => /^\s$/.test(character),
}
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

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
  const cached = compiled.get(pattern)
  if (cached) return cached
  if (compiled.size >= MAX_KEPT) compiled.clear()
  const bare = /^\/.*\/$/.test(pattern) ? pattern.slice(1, -1) : pattern.replace(/^\//, '')
  const made = makeTest(bare, { longest: MAX_NAME_PATTERN, ignoresCase: false })
  compiled.set(pattern, made)
  return made
}

const compiled = new Map<string, (name: string) => boolean>()
const MAX_KEPT = 16

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

function fail(what: string): never {
  throw new ConversionError(`the pattern ${what}`)
}

/** A set of places in the pattern, and where each character leads from it. */
interface Places {
  ids: ReadonlySet<number>
  /** Whether a name may end here. */
  accepts: boolean
  next: Map<string, Places>
}

/** Sets of places cached per pattern; groups' names share most of them. */
const MAX_PLACES = 300

class Matcher {
  private readonly states: readonly State[]
  private readonly start: Places
  private known = new Map<string, Places>()

  constructor(states: readonly State[], start: number) {
    this.states = states
    this.start = this.places([start], true)
  }

  matches(name: string): boolean {
    let places = this.start
    for (const character of name) {
      const next = places.next.get(character) ?? this.step(places, character)
      if (next.ids.size === 0) return false
      places = next
    }
    return places.accepts
  }

  private step(from: Places, character: string): Places {
    const taken: number[] = []
    for (const id of from.ids) {
      const state = this.states[id]
      if (state?.kind === 'char' && state.test(character)) taken.push(state.next)
    }
    const key = taken.join()
    if (this.known.size >= MAX_PLACES) this.forget()
    const places = this.known.get(key) ?? this.places(taken, false)
    this.known.set(key, places)
    from.next.set(character, places)
    return places
  }

  private forget(): void {
    for (const places of [this.start, ...this.known.values()]) places.next.clear()
    this.known = new Map()
  }

  private places(from: readonly number[], atStart: boolean): Places {
    const atEnd = this.reach(from, atStart, true)
    const accepts = [...atEnd].some((id) => this.states[id]?.kind === 'match')
    return { ids: this.reach(from, atStart, false), accepts, next: new Map() }
  }

  /** All states that can be stood in without taking another character. */
  private reach(from: readonly number[], atStart: boolean, atEnd: boolean): Set<number> {
    const reached = new Set<number>()
    const open = [...from]
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (reached.has(id)) continue
      reached.add(id)
      const state = this.states[id]
      if (state?.kind === 'split') open.push(state.next, state.other)
      if (state?.kind === 'assert' && (state.at === 'start' ? atStart : atEnd)) open.push(state.next)
    }
    return reached
  }
}

/** Builds states from the end to the start: each piece is made knowing the state that follows it. */
type Piece = (next: number) => number

class Builder {
  readonly states: State[] = []
  private readonly pattern: readonly string[]
  private readonly ignoresCase: boolean
  private at = 0
  private depth = 0
  private pieces = 0

  constructor(pattern: readonly string[], ignoresCase: boolean) {
    this.pattern = pattern
    this.ignoresCase = ignoresCase
  }

  whole(): number {
    const piece = this.choice()
    if (this.at < this.pattern.length) fail('has a `)` without its `(`')
    return piece(this.state({ kind: 'match' }))
  }

  private state(state: State): number {
    if (this.states.length >= MAX_STATES) fail('is too large')
    return this.states.push(state) - 1
  }

  private choice(): Piece {
    this.depth += 1
    if (this.depth > MAX_DEPTH) fail(`is nested more than ${MAX_DEPTH} levels deep`)
    let piece = this.sequence()
    while (this.take('|')) {
      const [first, second] = [piece, this.sequence()]
      piece = (next) => this.state({ kind: 'split', next: first(next), other: second(next) })
    }
    this.depth -= 1
    return piece
  }

  private sequence(): Piece {
    const pieces: Piece[] = []
    while (this.at < this.pattern.length && !this.is('|') && !this.is(')')) pieces.push(this.repeated(this.atom()))
    return (next) => pieces.reduceRight((after, piece) => piece(after), next)
  }

  private repeated(piece: Piece): Piece {
    const bounds = this.bounds()
    if (!bounds) return piece
    this.take('?')
    if (this.bounds()) fail('repeats a repetition')
    const { least, most } = bounds
    return (next) => {
      let after = most === null ? this.loop(piece, next) : next
      for (let count = least; count < (most ?? least); count += 1)
        after = this.state({ kind: 'split', next: this.lay(piece, after), other: next })
      for (let count = 0; count < least; count += 1) after = this.lay(piece, after)
      return after
    }
  }

  private lay(piece: Piece, next: number): number {
    this.pieces += 1
    if (this.pieces > MAX_PIECES) fail('is too large')
    return piece(next)
  }

  private loop(piece: Piece, next: number): number {
    const loop = this.state({ kind: 'split', next, other: next })
    this.states[loop] = { kind: 'split', next: this.lay(piece, loop), other: next }
    return loop
  }

  private bounds(): { least: number; most: number | null } | null {
    if (this.take('*')) return { least: 0, most: null }
    if (this.take('+')) return { least: 1, most: null }
    if (this.take('?')) return { least: 0, most: 1 }
    if (!this.take('{')) return null
    const end = this.pattern.indexOf('}', this.at)
    const written = this.pattern.slice(this.at, end === -1 ? undefined : end).join('')
    const [, least, comma, most] = /^(\d{1,3})(,)?(\d{1,3})?$/.exec(written) ?? []
    if (end === -1 || least === undefined) return fail('has a `{` that starts no repetition')
    this.at = end + 1
    const greatest = comma === undefined ? Number(least) : most === undefined ? null : Number(most)
    if (Math.max(Number(least), greatest ?? 0) > MAX_REPEAT) fail(`repeats more than ${MAX_REPEAT} times`)
    return { least: Number(least), most: greatest }
  }

  private atom(): Piece {
    const character = this.pattern[this.at] ?? ''
    this.at += 1
    if (character === '(') return this.group()
    if (character === '[') return this.char(this.set())
    if (character === '^') return (next) => this.state({ kind: 'assert', at: 'start', next })
    if (character === '$') return (next) => this.state({ kind: 'assert', at: 'end', next })
    if (character === '.') return this.char((each) => each !== '\n')
    if (character === '\\') return this.char(this.escape())
    if ('*+?{'.includes(character)) return fail(`has a \`${character}\` with nothing to repeat`)
    return this.char(this.eitherCase((each) => each === character))
  }

  /** Where case is ignored, what a test says of either case; inside a set that is turned round, before it is turned. */
  private eitherCase(test: CharTest): CharTest {
    return this.ignoresCase ? (each) => test(each.toLowerCase()) || test(each.toUpperCase()) : test
  }

  private char(test: CharTest): Piece {
    return (next) => this.state({ kind: 'char', test, next })
  }

  private group(): Piece {
    if (this.take('?') && !this.take(':')) fail('looks ahead, behind or names a group, which is not supported')
    const piece = this.choice()
    if (!this.take(')')) fail('has a `(` without its `)`')
    return piece
  }

  private escape(): CharTest {
    const letter = this.pattern[this.at]
    this.at += 1
    if (letter === undefined) return fail('ends in a backslash')
    const known = CLASSES[letter]
    if (known) return known
    const opposite = CLASSES[letter.toLowerCase()]
    if (opposite) return (each) => !opposite(each)
    const literal = CONTROLS[letter] ?? letter
    if (/[A-Za-z0-9]/.test(letter) && literal === letter)
      return fail(`has an escape \`\\${letter}\` that is not supported`)
    return this.eitherCase((each) => each === literal)
  }

  private set(): CharTest {
    const negated = this.take('^')
    const tests: CharTest[] = []
    for (let first = true; first || !this.is(']'); first = false) {
      const low = this.pattern[this.at]
      if (low === undefined) return fail('has a `[` without its `]`')
      this.at += 1
      if (low === '\\') tests.push(this.escape())
      else tests.push(this.range(low))
    }
    this.at += 1
    return (each) => tests.some((test) => test(each)) !== negated
  }

  private range(low: string): CharTest {
    const high = this.pattern[this.at + 1]
    if (!this.is('-') || high === undefined || high === ']') return this.eitherCase((each) => each === low)
    this.at += 2
    if (high === '\\' || high < low) return fail('has a range that runs backwards')
    return this.eitherCase((each) => each >= low && each <= high)
  }

  private is(character: string): boolean {
    return this.pattern[this.at] === character
  }

  private take(character: string): boolean {
    if (!this.is(character)) return false
    this.at += 1
    return true
  }
}
