import { afterEach, expect, it, vi } from 'vitest'
import { SliceSize } from '#operations/jobs/slice-size.ts'

afterEach(() => void vi.restoreAllMocks())

/** Sizes of the slices of a job that writes an object in so many milliseconds. */
function sizesAt(msOf: (slice: number) => number, slices: number): number[] {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const size = new SliceSize({ first: 100, least: 10, most: 2_000 })
  return Array.from({ length: slices }, (_, slice) => {
    const { count } = size
    size.begin()
    now += count * msOf(slice)
    size.end(count)
    return count
  })
}

it('slices grow to what fits into 150 ms, twofold at the most, and never beyond their bound', () => {
  expect(sizesAt(() => 0.25, 6)).toEqual([100, 200, 400, 600, 600, 600])
  expect(sizesAt(() => 0.001, 7)).toEqual([100, 200, 400, 800, 1_600, 2_000, 2_000])
})

it('where objects become dear, the next slice fits again, down to a few', () => {
  const sizes = sizesAt((slice) => (slice < 4 ? 0.25 : 3), 7)
  expect(sizes.slice(4)).toEqual([600, 50, 50])
  expect(sizesAt(() => 100, 3)).toEqual([100, 10, 10])
})
