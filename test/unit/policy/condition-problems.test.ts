import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RuleConditions } from '#contract/policy/conditions.ts'
import { compileConditions } from '#policy/conditions/index.ts'
import { factsOf } from '#policy/prepared-context.ts'
import { patternError } from '#expression/index.ts'
import { conditionProblems } from '#policy/index.ts'
import { YES } from '#policy/verdict.ts'
import { runs } from '../../helpers/runs.ts'

const named = (value: string): RuleConditions => ({
  userIdentifier: { type: 'IDENTIFIER', patterns: [{ matchType: 'EXPRESSION', value }] },
})

function matches(pattern: string, identifier: string): boolean {
  const [condition] = compileConditions(named(pattern), { everyoneGroupId: 'everyone', zones: new Map() })
  return condition?.test(factsOf({ now: 0, identifier })) === YES
}

describe('a pattern for identifiers', () => {
  it.each(['(a*)*b', '(.*)*x', '((a+)+)+@', '(a|aa)+$b'])('%s ends in time on a text made to hurt', (pattern) => {
    const start = performance.now()
    expect(matches(pattern, 'a'.repeat(255))).toBe(false)
    expect(performance.now() - start).toBeLessThan(2_000)
  })

  it('agrees with regular expressions that ignore case, where both can be asked', () => {
    const atom = fc.constantFrom('a', 'B', 'é', '.', '[ab]', '[^a]', '[A-C]', '[^B-C1]', '\\d', '\\w', '(a|B)', '@')
    const pattern = fc
      .array(
        fc.tuple(atom, fc.constantFrom('', '*', '+', '?', '{1,2}')).map((pair) => pair.join('')),
        { maxLength: 5 },
      )
      .map((parts) => parts.join(''))
    const text = fc.array(fc.constantFrom('a', 'A', 'b', 'C', 'É', '1', '@'), { maxLength: 6 }).map((t) => t.join(''))
    fc.assert(
      fc.property(pattern, text, (source, identifier) => {
        fc.pre(identifier !== '')
        expect(matches(source, identifier)).toBe(new RegExp(`^(?:${source})$`, 'i').test(identifier))
      }),
      { numRuns: runs(2) },
    )
  })

  it('is refused with its cause when it cannot be read', () => {
    expect(patternError('.*@example\\.org')).toBeNull()
    expect(patternError('(')).toBe('the pattern has a `(` without its `)`')
    expect(patternError('(?=a)b')).toMatch(/looks ahead/)
    expect(patternError('a'.repeat(2_000))).toMatch(/more than 1024 characters/)
  })
})

describe('problems in conditions', () => {
  it('are told with the path of each', () => {
    const version = (matchType: 'SEMVER' | 'EXPRESSION', value: string) => ({ matchType, value })
    const problems = conditionProblems({
      ...named('['),
      platform: {
        include: [
          { type: 'MOBILE', os: { type: 'IOS', version: version('SEMVER', '17.x') } },
          { type: 'MOBILE', os: { type: 'IOS', version: version('SEMVER', 'new') } },
          { type: 'OTHER', os: { type: 'OTHER', expression: '(' } },
        ],
        exclude: [{ type: 'DESKTOP', os: { type: 'MACOS', version: version('EXPRESSION', '1[') } }],
      },
    })
    expect(problems.map(({ path }) => path)).toEqual([
      'conditions.platform.include[1].os.version.value',
      'conditions.platform.include[2].os.expression',
      'conditions.platform.exclude[0].os.version.value',
      'conditions.userIdentifier.patterns[0].value',
    ])
    expect(problems[0]?.message).toBe('is not a version such as 14, 14.2.1 or >=14')
  })

  it.each(['14', '14.2', '14.2.1', '>=10.0', '< 9', '~1.2.3', '17.*', '10.0.19045.1'])('%s is a version', (value) => {
    const include = [
      { type: 'ANY' as const, os: { type: 'IOS' as const, version: { matchType: 'SEMVER' as const, value } } },
    ]
    expect(conditionProblems({ platform: { include } })).toEqual([])
  })

  it('are none where nothing is written by hand', () => {
    expect(conditionProblems(null)).toEqual([])
    expect(
      conditionProblems({ userIdentifier: { type: 'IDENTIFIER', patterns: [{ matchType: 'SUFFIX', value: '(' }] } }),
    ).toEqual([])
  })
})
