import { describe, expect, it } from 'vitest'
import { windowOf } from '#ui/components/data/data-table.ts'
import { keyLabels } from '#ui/lib/keys.ts'
import { durationText, relativeTime } from '#ui/lib/time.ts'
import { bytesText } from '#ui/lib/numbers.ts'

describe('words for numbers and times', () => {
  it.each([
    [30_000, 'less than a minute'],
    [192 * 60_000, '3 h 12 min'],
    [24 * 3_600_000, '1 d'],
    [(26 * 60 + 5) * 60_000, '1 d 2 h'],
  ])('%d ms is %s', (ms, words) => {
    expect(durationText(ms)).toBe(words)
  })

  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_500, '1.5 KB'],
    [48_234_496, '48 MB'],
  ])('%d bytes is %s', (bytes, words) => {
    expect(bytesText(bytes)).toBe(words)
  })

  it('a moment ago is just now, also when clocks differ a little', () => {
    const now = new Date('2026-01-31T09:15:00.000Z')
    expect(relativeTime('2026-01-31T09:14:40.000Z', now)).toBe('just now')
    expect(relativeTime('2026-01-31T09:15:10.000Z', now)).toBe('just now')
    expect(relativeTime('2026-01-31T09:10:00.000Z', now)).toBe('5 minutes ago')
  })

  it('keys are called as on the keyboard at hand', () => {
    expect(keyLabels('Mod+K', true)).toEqual(['⌘', 'K'])
    expect(keyLabels('Mod+K', false)).toEqual(['Ctrl', 'K'])
  })
})

describe('the window onto a long table', () => {
  it('holds what is seen and some rows around, and the blanks keep the whole height', () => {
    const seen = windowOf({ count: 5_000, rowHeight: 36, top: 36_000, height: 720, spare: 8 })
    expect(seen).toMatchObject({ first: 992, last: 1_028 })
    expect(seen.before + (seen.last - seen.first) * 36 + seen.after).toBe(5_000 * 36)
  })

  it('never goes beyond the rows there are', () => {
    expect(windowOf({ count: 3, rowHeight: 36, top: 0, height: 720 })).toEqual({
      first: 0,
      last: 3,
      before: 0,
      after: 0,
    })
    expect(windowOf({ count: 3, rowHeight: 36, top: 9_999, height: 720 })).toMatchObject({ last: 3, after: 0 })
    expect(windowOf({ count: 0, rowHeight: 36, top: 0, height: 720 })).toMatchObject({ first: 0, last: 0 })
  })
})
