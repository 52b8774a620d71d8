import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  CANVAS_MAX,
  canvasHeight,
  clampTop,
  movedTop,
  scrollTopAt,
  topAt,
  topToShow,
} from '#ui/features/audit/table/scroll-map.ts'

const ROW = 36
const extents = fc
  .record({
    rows: fc.oneof(fc.integer({ min: 1, max: 400_000 }), fc.integer({ min: 1, max: 4_000_000 })),
    view: fc.integer({ min: 36, max: 2_000 }),
  })
  .map(({ rows, view }) => ({ content: rows * ROW, view }))
const part = fc.double({ min: 0, max: 1, noNaN: true })
const lastScroll = ({ content, view }: { content: number; view: number }) => Math.max(0, canvasHeight(content) - view)
const lastTop = ({ content, view }: { content: number; view: number }) => Math.max(0, content - view)

describe('the scrollbar of a list that is higher than browsers can scroll', () => {
  it('never needs an element that is too high', () => {
    expect(canvasHeight(2_000_000 * ROW)).toBe(CANVAS_MAX)
    expect(canvasHeight(100 * ROW)).toBe(100 * ROW)
  })

  it('is pixel for pixel what the browser does while the list is short', () => {
    const short = { content: 200_000 * ROW, view: 700 }
    fc.assert(
      fc.property(fc.integer({ min: 0, max: short.content - short.view }), (scrollTop) => {
        expect(topAt(scrollTop, short)).toBe(scrollTop)
        expect(scrollTopAt(scrollTop, short)).toBe(scrollTop)
      }),
    )
  })

  it('leads to both ends', () => {
    fc.assert(
      fc.property(extents, part, (extent, at) => {
        const from = { scrollTop: at * lastScroll(extent), top: at * lastTop(extent) }
        expect(movedTop(from, 0, extent)).toBe(0)
        expect(movedTop(from, lastScroll(extent), extent)).toBe(lastTop(extent))
      }),
    )
  })

  it('is monotone: further down is never further up', () => {
    fc.assert(
      fc.property(extents, part, part, (extent, a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)].map((at) => at * lastScroll(extent)) as [number, number]
        expect(topAt(low, extent)).toBeLessThanOrEqual(topAt(high, extent))
      }),
    )
  })

  it('knows where the bar belongs for any place: there and back is the same row', () => {
    fc.assert(
      fc.property(extents, part, (extent, at) => {
        const top = at * lastTop(extent)
        expect(topAt(scrollTopAt(top, extent), extent)).toBeCloseTo(top, 3)
      }),
    )
  })

  it('moves exactly one row for one row, wherever it is, until the end', () => {
    fc.assert(
      fc.property(extents, part, fc.constantFrom(-1, 1), (extent, at, way) => {
        const top = at * lastTop(extent)
        const scrollTop = scrollTopAt(top, extent)
        const next = scrollTop + way * ROW
        fc.pre(next > 0 && next < lastScroll(extent))
        expect(movedTop({ scrollTop, top }, next, extent)).toBe(clampTop(top + way * ROW, extent))
      }),
    )
  })

  it('goes where the bar points when that is dragged', () => {
    const long = { content: 2_000_000 * ROW, view: 700 }
    const middle = movedTop({ scrollTop: 0, top: 0 }, (CANVAS_MAX - 700) / 2, long)
    expect(middle).toBeCloseTo((long.content - 700) / 2, 0)
  })

  it('shows a row with the least movement', () => {
    const extent = { content: 1_000 * ROW, view: 10 * ROW }
    expect(topToShow(5, ROW, 0, extent)).toBe(0)
    expect(topToShow(10, ROW, 0, extent)).toBe(ROW)
    expect(topToShow(3, ROW, 5 * ROW, extent)).toBe(3 * ROW)
  })
})
