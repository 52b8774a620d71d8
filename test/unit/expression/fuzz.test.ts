import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BOUNDS } from '#expression/bounds.ts'
import { compileNamePattern } from '#expression/families/name-patterns.ts'
import { evaluate } from '#expression/evaluate.ts'
import { compile, complete, parse, tokenizeLeniently, trace, type Dialect } from '#expression/index.ts'
import { DIALECTS } from '#expression/types.ts'
import { ConversionError } from '#expression/values.ts'
import { CASE_CONTEXT, CASE_FILES } from '../../helpers/expression-cases.ts'
import { runs } from '../../helpers/runs.ts'

/** Generous beside the few milliseconds that the worst inputs take, for a busy machine. */
const HANG_MS = 10_000

/** Parses and, where that works, evaluates and traces; checks what holds for every input. */
function exercise(source: string, dialect: Dialect): void {
  const start = performance.now()
  const parsed = parse(source, dialect, { result: 'value' })
  if (parsed.ok) {
    const compiled = compile(parsed.expression)
    evaluate(compiled, CASE_CONTEXT)
    expect(trace(compiled, CASE_CONTEXT).end).toBeLessThanOrEqual(source.length)
  } else {
    expect(parsed.problems.length).toBeGreaterThan(0)
    for (const { message, start: from, end, line, column } of parsed.problems) {
      expect(message).toContain(`at ${line}:${column}`)
      expect(from).toBeLessThanOrEqual(end)
      expect(end).toBeLessThanOrEqual(source.length)
    }
  }
  exerciseEditor(source, dialect)
  expect(performance.now() - start).toBeLessThan(HANG_MS)
}

/** What the editor asks while one types: tokens that cover the text, and completions at three places. */
function exerciseEditor(source: string, dialect: Dialect): void {
  const tokens = tokenizeLeniently(source)
  const covered = tokens.map(({ start, end, text }) => {
    expect(text).toBe(source.slice(start, end))
    return text
  })
  expect(covered.join('').replaceAll(/\s/g, '')).toBe(source.replaceAll(/\s/g, ''))
  for (const at of [0, source.length >> 1, source.length]) {
    const found = complete(source, at, dialect, { profile: { department: 'text' } })
    if (!found) continue
    expect(found.from).toBeLessThanOrEqual(at)
    expect(found.to).toBeGreaterThanOrEqual(at)
    expect(found.to).toBeLessThanOrEqual(source.length)
    for (const { insert, cursor } of found.options) expect(cursor).toBeLessThanOrEqual(insert.length)
  }
}

const dialects = fc.constantFrom(...DIALECTS)
const sources = CASE_FILES.flatMap(({ cases }) => cases.map(({ expression }) => expression))
const pieces = [...new Set(sources.flatMap((source) => tokenizeLeniently(source).map(({ text }) => text)))]

describe('no input crashes or hangs the language', () => {
  it('random text', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), dialects, exercise), { numRuns: runs() })
  })

  it('its own words in any order', () => {
    const soup = fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((words) => words.join(' '))
    fc.assert(fc.property(soup, dialects, exercise), { numRuns: runs(2) })
  })

  it('real expressions with a piece cut out, doubled or replaced', () => {
    const damage = fc
      .tuple(fc.constantFrom(...sources), fc.nat(), fc.nat(20), fc.constantFrom('', ...pieces))
      .map(([source, at, length, piece]) => {
        const from = at % (source.length + 1)
        return source.slice(0, from) + piece + source.slice(from + length)
      })
    fc.assert(fc.property(damage, dialects, exercise), { numRuns: runs(2) })
  })
})

describe('cost is bounded', () => {
  const long = (open: string, middle: string, close: string, times: number) =>
    open.repeat(times) + middle + close.repeat(times)
  const problemOf = (source: string) => {
    const parsed = parse(source, 'condition', { result: 'value' })
    return parsed.ok ? null : parsed.problems[0]?.message
  }

  it.each([
    ['brackets', long('(', 'true', ')', 4_000)],
    ['lists', long('{', '1', '}', 4_000)],
    ['nots', long('!', 'true', '', 9_000)],
    ['calls', long("'a'.contains(", "'a'", ')', 700)],
    ['conditions', long('true ? 1 : ', '2', '', 900)],
  ])('deep %s are refused', (_, source) => {
    expect(problemOf(source)).toContain(`nested more than ${BOUNDS.depth} levels deep`)
  })

  it('nesting up to the limit is taken', () => {
    expect(problemOf(long('(', 'true', ')', BOUNDS.depth - 1))).toBeNull()
  })

  it('an expression that is too long is refused', () => {
    expect(problemOf(`'${'a'.repeat(BOUNDS.sourceLength)}'`)).toContain(`at most ${BOUNDS.sourceLength} characters`)
    expect(problemOf(`'${'a'.repeat(BOUNDS.sourceLength - 2)}'`)).toBeNull()
  })

  it('an expression of too many parts is refused', () => {
    expect(problemOf(`{${'1,'.repeat(BOUNDS.nodes)}1}`)).toContain(`more than ${BOUNDS.nodes} parts`)
  })

  it.each([
    ['a long or', Array(900).fill("user.profile.a == 'b'").join(' || ').slice(0, 9_980)],
    ['a long sum', Array(900).fill('1').join(' + ')],
    ['a long chain', `'a'${'.toUpperCase()'.repeat(600)}`],
    ['texts that grow', `'a'${".replace('a', 'aaaaaaaaaa')".repeat(300)}`],
    ['a long text asked often', `'a'${".replace('a', 'aaaaaaaaaa')".repeat(4)}${'.removeSpaces()'.repeat(680)}`],
    ['lists that grow', `{1}${'.add({1}.flatten())'.repeat(300)}.flatten()`],
    ['a long list of ids', `user.isMemberOf({'group.id': {${Array(400).fill("'00gabcdefghijklmnop'").join(',')}}})`],
  ])('%s ends in time', (_, source) => {
    exercise(source.replace(/ \|\| [^|]*$/, ''), 'condition')
  })

  it.each([
    ['characters without meaning', '§\n'.repeat(5_000)],
    ['quotes', `"'`.repeat(5_000)],
    ['wrong escapes', "'\\q' ".repeat(2_000)],
    ['an open text of escapes', `"${'\\'.repeat(9_999)}`],
    ['brackets', '({'.repeat(5_000)],
    ['closing brackets', ')}'.repeat(5_000)],
    ['dots', 'a.'.repeat(5_000)],
    ['open calls', "user.isMemberOf({'group.id': {".repeat(300)],
    ['questions', '1 ? '.repeat(2_500)],
  ])('an editor full of %s is answered in time', (_, source) => {
    exercise(source, 'condition')
  })

  it('a text that grows out of bounds makes the whole undefined', () => {
    const parsed = parse(`'a'${".replace('a', 'aaaaaaaaaa')".repeat(10)} == 'a'`)
    if (!parsed.ok) throw new Error('does not parse')
    expect(trace(compile(parsed.expression), CASE_CONTEXT).reason).toContain('grows beyond')
  })
})

describe('name patterns', () => {
  it.each(['(a*)*b', '(a|a)*b', '((a+)+)+b', '(.*)*x', 'a{0,50}a{50}b', '(a?){50}a{50}b'])(
    '%s does not backtrack',
    (pattern) => {
      const start = performance.now()
      expect(compileNamePattern(pattern)('a'.repeat(255))).toBe(false)
      expect(performance.now() - start).toBeLessThan(HANG_MS)
    },
  )

  it('repetitions of nothing end in time', () => {
    const pattern = `${'('.repeat(15)}${'){50}'.repeat(15)}`
    expect(() => compileNamePattern(pattern)).toThrow(ConversionError)
  })

  it('agree with regular expressions where both can be asked', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', '\\w', '(a|b)', '(?:ab)')
    const repeat = fc.constantFrom('', '*', '+', '?', '{2}', '{1,2}', '{1,}')
    const pattern = fc
      .array(
        fc.tuple(atom, repeat).map((pair) => pair.join('')),
        { maxLength: 5 },
      )
      .map((parts) => parts.join(''))
    const text = fc.array(fc.constantFrom('a', 'b', '1', ' '), { maxLength: 6 }).map((parts) => parts.join(''))
    fc.assert(
      fc.property(pattern, text, (source, name) => {
        expect(compileNamePattern(source)(name)).toBe(new RegExp(`^(?:${source})$`).test(name))
      }),
      { numRuns: runs(2) },
    )
  })

  it('random patterns are taken or refused, never more', () => {
    const pattern = fc
      .array(fc.constantFrom(...'ab.*+?{}()[]|\\^$-,12dw/'), { maxLength: 30 })
      .map((parts) => parts.join(''))
    fc.assert(
      fc.property(pattern, (source) => {
        try {
          compileNamePattern(source)('abab12')
        } catch (error) {
          expect(error).toBeInstanceOf(ConversionError)
        }
      }),
      { numRuns: runs(2) },
    )
  })
})
