import { afterEach, beforeEach, expect, it } from 'vitest'
import { exactTime, shortTime, utcTime } from '#ui/lib/time.ts'
import { formatTime, instantOf, offsetAt, timeZone, wallOf } from '#ui/lib/time-zone.ts'
import { axisLabel } from '#ui/features/audit/histogram/axis-labels.ts'
import { fromLocalField, rangeText, toLocalField } from '#ui/features/audit/time-range.ts'
import { boundsOf, parseRange } from '#ui/features/audit/time/typed-range.ts'

const TIME = '2026-11-21T23:31:50.123Z'
const AT = new Date(TIME)
let machine: string | undefined
beforeEach(() => {
  machine = process.env['TZ']
  // Ahead of UTC by half an hour too, so that nothing is right by chance.
  process.env['TZ'] = 'Asia/Kolkata'
})
afterEach(() => {
  timeZone.value = 'local'
  if (machine === undefined) delete process.env['TZ']
  else process.env['TZ'] = machine
})

it('times are those of the machine unless UTC is chosen, which says so', () => {
  expect([exactTime(TIME), utcTime(TIME)]).toEqual(['22 Nov 2026, 05:01:50', '2026-11-21 23:31:50 UTC'])
  timeZone.value = 'utc'
  expect(exactTime(TIME)).toBe('21 Nov 2026, 23:31:50 UTC')
})

it.each([
  ['local', 22, 5, 330],
  ['utc', 21, 23, 0],
] as const)('calendar, clock and offset are of one zone: %s', (zone, day, hour, minutes) => {
  timeZone.value = zone
  expect(wallOf(AT)).toMatchObject({ year: 2026, month: 10, day, hour })
  expect(offsetAt(AT.getTime())).toBe(minutes * 60_000)
  const { year, month, day: date, hour: at, minute } = wallOf(AT)
  expect(instantOf(year, month, date, at, minute).toISOString()).toBe('2026-11-21T23:31:00.000Z')
  expect(instantOf(2026, 0, 32).getTime()).toBe(instantOf(2026, 1, 1).getTime())
})

it('a pattern is filled, and the rest of it stays', () => {
  timeZone.value = 'utc'
  expect(formatTime(new Date('2026-03-05T04:07:09Z'), 'd MMM yyyy, HH:mm:ss · yyyy-MM-dd')).toBe(
    '5 Mar 2026, 04:07:09 · 2026-03-05',
  )
})

it('what is typed is in the zone that is shown', () => {
  timeZone.value = 'utc'
  const read = parseRange('2026-11-21 22:00 to 2026-11-21')
  if (!read.ok) throw new Error(read.message)
  expect(boundsOf(read.range, new Date('2026-12-01T00:00:00Z'))).toEqual({
    since: '2026-11-21T22:00:00.000Z',
    until: '2026-11-22T00:00:00.000Z',
  })
  expect(fromLocalField(toLocalField(TIME))).toBe('2026-11-21T23:31:00.000Z')
  timeZone.value = 'local'
  expect([toLocalField(TIME), fromLocalField('2026-11-22T05:01')]).toEqual([
    '2026-11-22T05:01',
    '2026-11-21T23:31:00.000Z',
  ])
})

it('days end where those of the zone end', () => {
  const range = { since: '2026-11-21T17:00:00.000Z', until: '2026-11-21T23:00:00.000Z' }
  expect(rangeText(range, AT)).toBe('21 Nov, 22:30 – 22 Nov, 04:30')
  expect(shortTime('2026-11-21T19:00:00Z', AT)).toBe('00:30')
  timeZone.value = 'utc'
  expect(rangeText(range, AT)).toBe('21 Nov, 17:00 – 23:00')
  expect(axisLabel(Date.parse('2026-11-21T00:00:00Z'), 3_600_000, AT)).toBe('21 Nov')
})
