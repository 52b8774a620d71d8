import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { LogHistogram } from '#contract/log/log-browse.ts'
import { createPageCache, pagesAround } from '#ui/features/audit/table/page-cache.ts'
import { finerStep, nearBound } from '#ui/features/audit/table/position-bound.ts'
import { pile } from '#ui/features/audit/table/useLiveTail.ts'
import { runs } from '../../../helpers/runs.ts'

const START = Date.parse('2026-11-01T00:00:00.000Z')
const STEP = 60_000
const BUCKETS = 20
const iso = (ms: number) => new Date(ms).toISOString()
const RANGE = { since: iso(START + 1_500), until: iso(START + BUCKETS * STEP - 2_500) }

/** Times of events, oldest first, within the range. */
const trails = fc
  .array(fc.integer({ min: 1_500, max: BUCKETS * STEP - 2_501 }), { minLength: 1, maxLength: 4_000 })
  .map((offsets) => offsets.map((offset) => START + offset).sort((a, b) => a - b))

function countsOf(times: readonly number[]): LogHistogram {
  const [one, other] = [new Array<number>(BUCKETS).fill(0), new Array<number>(BUCKETS).fill(0)]
  times.forEach((time, index) => {
    const bucket = Math.floor((time - START) / STEP)
    const side = index % 3 ? one : other
    side[bucket] = (side[bucket] ?? 0) + 1
  })
  return { origin: iso(START), stepMs: STEP, total: times.length, counts: { SUCCESS: one, FAILURE: other } }
}

/** What the service does with a range and an offset. */
function readAt(
  times: readonly number[],
  range: { since: string; until: string },
  newestFirst: boolean,
  offset: number,
) {
  const inside = times.filter((time) => time >= Date.parse(range.since) && time < Date.parse(range.until))
  return (newestFirst ? inside.toReversed() : inside)[offset]
}

describe('a far position as a near bound', () => {
  it('reads the very row that counting from the end would find, in both orders', () => {
    fc.assert(
      fc.property(trails, fc.boolean(), fc.double({ min: 0, max: 1, noNaN: true }), (times, newestFirst, at) => {
        const position = Math.floor(at * (times.length - 1))
        const { range, offset } = nearBound(countsOf(times), RANGE, newestFirst, position)
        expect(readAt(times, range, newestFirst, offset)).toBe(readAt(times, RANGE, newestFirst, position))
      }),
      { numRuns: runs(0.3) },
    )
  })

  it('never counts further than the bucket that the row is in', () => {
    const counts = countsOf(Array.from({ length: 20_000 }, (_, index) => START + 1_500 + index * 50))
    const { offset, bucket } = nearBound(counts, RANGE, true, 15_000)
    expect(offset).toBeLessThan(1_200)
    expect(bucket).not.toBeNull()
  })

  it('reads the first rows without counts, which may be of a moment before', () => {
    const counts = countsOf(Array.from({ length: 5_000 }, (_, index) => START + 1_500 + index * 200))
    expect(nearBound(counts, RANGE, true, 300)).toEqual({ range: RANGE, offset: 300, bucket: null })
    expect(nearBound(null, RANGE, true, 70_000)).toEqual({ range: RANGE, offset: 70_000, bucket: null })
  })

  it('looks behind the last counted row in its bucket, for events that were written late', () => {
    const times = Array.from({ length: 3_000 }, (_, index) => START + 1_500 + index)
    const { range, offset } = nearBound(countsOf(times), RANGE, true, 3_004)
    expect(range).toEqual({ since: RANGE.since, until: iso(START + STEP) })
    expect(offset).toBe(3_004)
  })

  it('stays with the range where nothing was counted', () => {
    const none = { origin: iso(START), stepMs: STEP, total: 0, counts: {} }
    expect(nearBound(none, RANGE, false, 2_000)).toEqual({ range: RANGE, offset: 2_000, bucket: null })
  })

  it('parts a bucket until that is a millisecond wide', () => {
    expect(finerStep({ since: iso(START), until: iso(START + STEP) }, 2_000)).toBe(30)
    expect(finerStep({ since: iso(START), until: iso(START + 1) }, 2_000)).toBeNull()
  })
})

describe('pages that are kept', () => {
  it('forgets the page that was expected the longest ago', () => {
    const cache = createPageCache<string>(3)
    ;['a', 'b', 'c'].forEach((page, number) => cache.set(number, page))
    cache.touch([0])
    cache.set(3, 'd')
    expect(cache.entries().map(([number]) => number)).toEqual([2, 0, 3])
  })

  it('asks for what is in sight first, then for a page on each side, within the list', () => {
    expect(pagesAround(250, 275, 100, 1_000)).toEqual([2, 3, 1])
    expect(pagesAround(290, 315, 100, 1_000)).toEqual([2, 3, 4, 1])
    expect(pagesAround(0, 20, 100, 1_000)).toEqual([0, 1])
    expect(pagesAround(980, 1_000, 100, 1_000)).toEqual([9, 8])
    expect(pagesAround(0, 1, 100, 0)).toEqual([0])
  })
})

describe('what comes while the log is followed', () => {
  it('stands on top, and what there is no room for is counted', () => {
    const event = (uuid: string) => ({ uuid }) as never
    expect(pile([event('c')], [event('b'), event('a')], 2)).toEqual({ kept: [event('c'), event('b')], dropped: 1 })
  })
})
