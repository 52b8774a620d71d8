import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { savedSearchWriteSchema } from '#contract/log/log-browse.ts'
import { rangeLabel, rangeName, rangeOf, typedChoice } from '#ui/features/audit/time-range.ts'
import {
  boundsOf,
  parseRange,
  printRange,
  RANGE_EXAMPLES,
  readRange,
  type Day,
  type TypedRange,
} from '#ui/features/audit/time/typed-range.ts'

/** A Saturday, in local time, as ranges of the calendar are. */
const NOW = new Date(2026, 10, 21, 12, 0)
const local = (...parts: [number, number, number, number?, number?]) => new Date(...parts).toISOString()

function bounds(text: string) {
  const read = parseRange(text)
  if (!read.ok) throw new Error(read.message)
  return boundsOf(read.range, NOW)
}
const problem = (text: string) => {
  const read = readRange(text, NOW)
  return read.ok ? null : read.message
}

describe('a range that is typed', () => {
  it.each([
    ['last 90 minutes', local(2026, 10, 21, 10, 30), null],
    ['2h', local(2026, 10, 21, 10, 0), null],
    ['Last hour', local(2026, 10, 21, 11, 0), null],
    ['past 3 days', new Date(NOW.getTime() - 3 * 86_400_000).toISOString(), null],
    ['1w', new Date(NOW.getTime() - 7 * 86_400_000).toISOString(), null],
    ['today', local(2026, 10, 21), null],
    ['yesterday', local(2026, 10, 20), local(2026, 10, 21)],
    ['  since   Monday ', local(2026, 10, 16), null],
    ['since sat', local(2026, 10, 21), null],
    ['since yesterday 18:00', local(2026, 10, 20, 18), null],
    ['since 8:30', local(2026, 10, 21, 8, 30), null],
    ['2026-11-03', local(2026, 10, 3), local(2026, 10, 4)],
    ['2026-11-01 to 2026-11-03', local(2026, 10, 1), local(2026, 10, 4)],
    ['2026-11-01 08:00 to 2026-11-01 09:30', local(2026, 10, 1, 8), local(2026, 10, 1, 9, 30)],
    ['2026-11-01T08:00 – 2026-11-01T09:30', local(2026, 10, 1, 8), local(2026, 10, 1, 9, 30)],
    ['from yesterday to now', local(2026, 10, 20), null],
    ['yesterday to today', local(2026, 10, 20), null],
  ])('%s', (text, since, until) => {
    expect(bounds(text)).toEqual({ since, until })
  })

  it.each([
    ['a while ago', 'Try “last 90 minutes”, “2h”, “yesterday”, “since Monday”'],
    ['', 'is not a range'],
    ['last 3 fortnights', '“fortnights” is not a unit of time. Use minutes, hours, days or weeks.'],
    ['since 2026-02-30', '2026-02-30 is not a date.'],
    ['since today 25:00', '25:00 is not a time of day.'],
    ['since someday', '“someday” is not a day.'],
    ['0 minutes', 'at least 1 minute'],
    ['999999 weeks', 'at most 3650 days'],
    ['2026-11-03 to 2026-11-01', 'The end must be after the start.'],
    ['since 2030-01-01', 'The end must be after the start.'],
  ])('%s is refused with words that help', (text, words) => {
    expect(problem(text)).toContain(words)
  })

  it('is each of the examples', () => {
    for (const example of RANGE_EXAMPLES) expect(parseRange(example), example).toMatchObject({ ok: true })
  })

  const day = fc.oneof(
    fc.constantFrom<Day>('today', 'yesterday', 'monday', 'sunday'),
    fc
      .date({ min: new Date(1990, 0, 1), max: new Date(2090, 0, 1), noInvalidDate: true })
      .map((at) => at.toISOString().slice(0, 10) as Day),
  )
  const two = (max: number) => fc.integer({ min: 0, max }).map((part) => String(part).padStart(2, '0'))
  const time = fc.option(fc.tuple(two(23), two(59)).map((parts) => parts.join(':')))
  const moment = fc.record({ day, time })
  const typed: fc.Arbitrary<TypedRange> = fc.oneof(
    fc.record({
      kind: fc.constant('last' as const),
      amount: fc.integer({ min: 1, max: 500 }),
      unit: fc.constantFrom('minute' as const, 'hour' as const, 'day' as const, 'week' as const),
    }),
    fc.record({
      kind: fc.constant('day' as const),
      day: day.filter((one) => !/^[ms]/.test(one)),
    }),
    fc.record({ kind: fc.constant('since' as const), from: moment }),
    fc.record({ kind: fc.constant('between' as const), from: moment, to: moment }),
  )

  it('reads back as it is written, stands in the address, and can be saved', () => {
    fc.assert(
      fc.property(typed, (range) => {
        const text = printRange(range)
        expect(parseRange(text)).toEqual({ ok: true, range })
        expect(rangeName(text)).toBe(text)
        const search = { name: 'Mine', filter: '', q: '', range: typedChoice(text) }
        expect(savedSearchWriteSchema.safeParse(search).success).toBe(true)
      }),
    )
  })

  it('never throws, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const read = parseRange(text)
        if (read.ok) expect(parseRange(printRange(read.range))).toEqual(read)
        else expect(read.message.length).toBeGreaterThan(10)
      }),
    )
  })

  it('stays relative: it ends at the moment of reading, and is called as it was typed', () => {
    const choice = typedChoice('90m')
    expect(rangeOf(choice, NOW)).toEqual({ since: local(2026, 10, 21, 10, 30), until: null })
    expect(rangeLabel(choice, NOW)).toBe('Last 90 minutes')
  })
})
