import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { logEventSchema } from '#contract/log/log-event.ts'
import { LOG_EVENTS, parseFilter, requireFilter } from '#filter/index.ts'
import { match } from '../../helpers/filter-match.ts'
import { compareTexts } from '../../helpers/filter-match.ts'
import { runs } from '../../helpers/runs.ts'

const problemOf = (query: string) => {
  const result = parseFilter(query, LOG_EVENTS)
  return result.ok ? null : result.problems[0]?.message
}

describe('a query that is too much is refused', () => {
  const LONG = 100_000
  it.each([
    ['brackets', '('.repeat(LONG)],
    ['nots', 'not('.repeat(LONG / 4)],
    ['comparisons', 'severity pr or '.repeat(LONG / 15)],
    ['a text without end', `"${'\\'.repeat(LONG)}`],
    ['a name', 'a'.repeat(LONG)],
    ['a number', '9'.repeat(LONG)],
    ['space', ' '.repeat(LONG)],
  ])('at once, whatever it is made of: %s', (_, query) => {
    const began = performance.now()
    expect(problemOf(query)).toMatch(/^a query has at most 10000 characters/)
    expect(performance.now() - began).toBeLessThan(1_000)
  })

  it('by its brackets', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}severity pr${')'.repeat(depth)}`
    expect(problemOf(nested(LIMITS.filterDepth))).toBeNull()
    expect(problemOf(nested(LIMITS.filterDepth + 1))).toMatch(/at most 50 deep \(at 1:51\)/)
  })

  it('by its comparisons', () => {
    const row = (count: number) => Array.from({ length: count }, () => 'uuid pr').join(' or ')
    expect(problemOf(row(LIMITS.filterComparisons))).toBeNull()
    expect(problemOf(row(LIMITS.filterComparisons + 1))).toMatch(/at most 500 comparisons/)
  })
})

describe('whatever is asked', () => {
  it('is either taken or refused with a place inside it', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'severity',
        'target.id',
        'eq',
        'pr',
        'and',
        'or',
        'not',
        '(',
        ')',
        '"x"',
        '5',
        'null',
        '[',
        '\\',
        '"',
      ),
      fc.string({ unit: 'binary', maxLength: 5 }),
    )
    const query = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(' '))
    fc.assert(
      fc.property(query, (text) => {
        const result = parseFilter(text, LOG_EVENTS)
        if (result.ok) return void match(result.filter, {})
        for (const { start, end, line, column } of result.problems) {
          expect(start).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThanOrEqual(start)
          expect(end).toBeLessThanOrEqual(text.length)
          expect(Math.min(line, column)).toBeGreaterThanOrEqual(1)
        }
      }),
      { numRuns: runs(2) },
    )
  })
})

describe('a refusal of a request', () => {
  it('has the code of the list, and tells every problem', () => {
    const refusal = () => requireFilter('colour pr and shape pr', LOG_EVENTS, 'filter')
    expect(refusal).toThrow(ApiError)
    try {
      refusal()
    } catch (error) {
      const { code, status, causes } = error as ApiError
      expect([code, status]).toEqual(['E0000053', 400])
      expect(causes.map(({ errorSummary }) => errorSummary)).toEqual([
        'filter: the audit log has no attribute `colour` (at 1:1)',
        'filter: the audit log has no attribute `shape` (at 1:15)',
      ])
    }
  })
})

describe('the attributes of the log', () => {
  it('are those that an event declares', () => {
    const top = new Set([...LOG_EVENTS.attributes.values()].map(({ steps }) => steps[0]?.name))
    expect([...top].sort()).toEqual(Object.keys(logEventSchema.shape).sort())
  })
})

it('texts stand in the order of their UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(Math.sign(compareTexts(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))))
    }),
    { numRuns: runs(2) },
  )
})
