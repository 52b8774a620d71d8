import { describe, expect, it } from 'vitest'
import {
  barsOf,
  BAR_WIDTHS,
  floorLocal,
  labelledBars,
  planBars,
  widthText,
  type OffsetAt,
} from '#ui/features/audit/histogram/bars.ts'
import { LIMITS } from '#contract/interface/limits.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = Date.parse
const iso = (ms: number) => new Date(ms).toISOString()

/** Clocks of central Europe in 2026: summer time from 29 March to 25 October, 01:00 UTC each. */
const europe: OffsetAt = (ms) => (ms >= at('2026-03-29T01:00:00Z') && ms < at('2026-10-25T01:00:00Z') ? 2 * HOUR : HOUR)
const nepal: OffsetAt = () => 5.75 * HOUR
/** Clocks that skip midnight: from 00:00 to 01:00 on 29 March. */
const skipsMidnight: OffsetAt = (ms) => (ms >= at('2026-03-28T22:00:00Z') ? 3 * HOUR : 2 * HOUR)

const local = (ms: number, offsetAt: OffsetAt) => iso(ms + offsetAt(ms)).slice(0, 16)

describe('the bars of a stretch of time', () => {
  const ends = at('2026-11-21T12:37:41.123Z')
  it.each([
    [60_000, '1 second'],
    [HOUR, '1 minute'],
    [DAY, '15 minutes'],
    [7 * DAY, '3 hours'],
    [30 * DAY, '12 hours'],
    [90 * DAY, '1 day'],
    [700 * DAY, '1 week'],
    [3_650 * DAY, '52 weeks'],
  ])('are round, at most a hundred and one, and cover %d ms', (span, words) => {
    const { width, step, bounds } = planBars(ends - span, ends, europe)
    expect(widthText(width)).toBe(words)
    expect(bounds.length - 1).toBeLessThanOrEqual(102)
    expect(bounds[0]).toBeLessThanOrEqual(ends - span)
    expect(bounds.at(-1)).toBeGreaterThanOrEqual(ends)
    expect(bounds.at(-2)).toBeLessThan(ends)
    expect((bounds.at(-1)! - bounds[0]!) / step).toBeLessThanOrEqual(LIMITS.logBuckets)
  })

  it.each(BAR_WIDTHS.map((width) => [widthText(width), width]))('of %s are filled by whole buckets', (_, width) => {
    const { step, bounds } = planBars(ends - (width as number) * 90, ends, europe)
    for (const bound of bounds) expect((bound - bounds[0]!) % step).toBe(0)
  })

  it('begin at local midnight on both sides of a change of clocks, with a day of 25 hours between', () => {
    const { bounds, step } = planBars(at('2026-08-23T10:00:00Z'), ends, europe)
    expect(bounds.map((bound) => local(bound, europe)).every((time) => time.endsWith('T00:00'))).toBe(true)
    expect(HOUR % step).toBe(0)
    const lengths = bounds.slice(1).map((bound, index) => (bound - bounds[index]!) / HOUR)
    expect(new Set(lengths)).toEqual(new Set([24, 25]))
    expect(lengths.filter((length) => length === 25)).toHaveLength(1)
  })

  it('of hours keep the hour that is repeated apart', () => {
    const { bounds } = planBars(at('2026-10-24T00:00:00Z'), at('2026-10-27T00:00:00Z'), europe)
    expect(new Set(bounds.slice(1).map((bound, index) => bound - bounds[index]!))).toEqual(new Set([HOUR]))
  })

  it('begin with the first moment of a day that has no midnight, and at midnight after it', () => {
    const { bounds } = planBars(at('2026-03-20T00:00:00Z'), at('2026-05-25T00:00:00Z'), skipsMidnight)
    const days = bounds.map((bound) => local(bound, skipsMidnight))
    expect(days).toContain('2026-03-29T01:00')
    expect(days).toContain('2026-03-30T00:00')
  })

  it('say so by their bounds where years of buckets cannot follow the clocks', () => {
    const { bounds, step } = planBars(at('2026-01-01T00:00:00Z'), at('2027-11-01T00:00:00Z'), europe)
    expect((bounds.at(-1)! - bounds[0]!) / step).toBeLessThanOrEqual(LIMITS.logBuckets)
    for (const bound of bounds) expect((bound - bounds[0]!) % step).toBe(0)
  })

  it('are one at least, for a stretch of no length', () => {
    const { bounds } = planBars(ends, ends, europe)
    expect(bounds.length).toBeGreaterThanOrEqual(2)
  })
})

describe('a round local time', () => {
  it.each([
    ['2026-07-01T12:34:56Z', HOUR, europe, '2026-07-01T14:00'],
    ['2026-07-01T22:34:56Z', DAY, europe, '2026-07-02T00:00'],
    ['2026-07-01T00:34:56Z', 3 * HOUR, nepal, '2026-07-01T06:00'],
    ['2026-07-01T00:34:56Z', 7 * DAY, nepal, '2026-06-29T00:00'],
  ] as const)('before %s by %d ms', (time, width, offsetAt, expected) => {
    expect(local(floorLocal(at(time), width, offsetAt), offsetAt)).toBe(expected)
  })
})

describe('the sums of bars', () => {
  it('are those of their buckets, by outcome, without outcomes that do not occur', () => {
    const origin = at('2026-11-21T00:00:00Z')
    const histogram = {
      origin: iso(origin),
      stepMs: HOUR,
      total: 21,
      counts: { SUCCESS: [1, 2, 3, 4, 5, 6], DENY: [0, 0, 0] },
    }
    const bars = barsOf({ bounds: [0, 3, 6, 9].map((hour) => origin + hour * HOUR) }, histogram)
    expect(bars.map(({ total }) => total)).toEqual([6, 15, 0])
    expect(bars[0]).toEqual({ from: origin, to: origin + 3 * HOUR, total: 6, counts: { SUCCESS: 6 } })
  })

  it('lose no event, whatever the plan', () => {
    for (const days of [0.01, 1, 7, 90, 400]) {
      const plan = planBars(at('2026-11-21T12:37:41Z') - days * DAY, at('2026-11-21T12:37:41Z'), europe)
      const [first = 0, last = 0] = [plan.bounds[0], plan.bounds.at(-1)]
      const buckets = Array.from({ length: Math.ceil((last - first) / plan.step) }, (_, index) => index % 7)
      const total = buckets.reduce((all, one) => all + one, 0)
      const bars = barsOf(plan, { origin: iso(first), stepMs: plan.step, total, counts: { SUCCESS: buckets } })
      expect(bars.reduce((all, bar) => all + bar.total, 0)).toBe(total)
    }
  })
})

describe('the labels under the bars', () => {
  it('stand on round times and have room', () => {
    const plan = planBars(at('2026-11-14T12:37:41Z'), at('2026-11-21T12:37:41Z'), europe)
    const labels = labelledBars(plan, 8, europe)
    expect(labels.length).toBeGreaterThan(4)
    expect(labels.length).toBeLessThanOrEqual(9)
    expect(labels.every((index) => local(plan.bounds[index]!, europe).endsWith('T00:00'))).toBe(true)
  })

  it('are there for bars of weeks too', () => {
    const plan = planBars(at('2025-01-01T00:00:00Z'), at('2026-11-21T12:37:41Z'), europe)
    expect(labelledBars(plan, 8, europe).length).toBeGreaterThan(3)
  })
})
