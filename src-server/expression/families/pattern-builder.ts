import { ConversionError } from '../values.ts'
import type { CharTest, State } from './pattern-states.ts'

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

/** @throws ConversionError */
export function fail(what: string): never {
  throw new ConversionError(`the pattern ${what}`)
}

/** Builds states from the end to the start: each piece is made knowing the state that follows it. */
type Piece = (next: number) => number

/** Reads a pattern and lays out its states. @throws ConversionError for what is not known */
export class Builder {
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
