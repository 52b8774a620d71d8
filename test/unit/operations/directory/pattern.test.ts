import fc from 'fast-check'
import { expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import { compilePattern } from '#operations/directory/pattern.ts'

/** Patterns of letters, choices and repetitions, small enough for an engine that backtracks. */
const pattern = fc.letrec<{ whole: string; part: string }>((tie) => ({
  whole: fc.array(tie('part'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
  part: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '\\d', 'a?', 'b*', 'a+', 'a{1,2}'),
    fc.tuple(tie('whole'), tie('whole')).map(([one, other]) => `(${one}|${other})`),
  ),
})).whole

it('holds whole texts as the regular expressions of the language do', () => {
  fc.assert(
    fc.property(pattern, fc.string({ unit: fc.constantFrom('a', 'b', 'c', '1'), maxLength: 6 }), (source, text) => {
      const matches = compilePattern(source)
      if (typeof matches === 'string') return expect.unreachable(`${source} ${matches}`)
      expect(matches(text)).toBe(new RegExp(`^(?:${source})$`).test(text))
    }),
  )
})

it.each(['(a+)+$', '(a|aa)+', '(.*)*(.*)*x', '([a-z]+)*[0-9]'])(
  'answers at once for %s, which others choke on',
  (source) => {
    const matches = compilePattern(source)
    if (typeof matches === 'string') return expect.unreachable(matches)
    expect(matches(`${'a'.repeat(LIMITS.patternTextLength - 1)}!`)).toBe(false)
  },
)

it('matches no text that is longer than it may be', () => {
  const matches = compilePattern('a*')
  if (typeof matches === 'string') return expect.unreachable(matches)
  expect([LIMITS.patternTextLength, LIMITS.patternTextLength + 1].map((length) => matches('a'.repeat(length)))).toEqual(
    [...[true, false]],
  )
})
