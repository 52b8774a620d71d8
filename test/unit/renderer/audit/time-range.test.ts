import { describe, expect, it } from 'vitest'
import {
  fromLocalField,
  PRESETS,
  rangeName,
  shortTime,
  toLocalField,
  wider,
  windowOf,
  type Preset,
} from '../../../../src-renderer/features/audit/time-range.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

describe('a range of time', () => {
  it.each([
    ['hour', '2026-11-21T11:00:00.000Z'],
    ['day', '2026-11-20T12:00:00.000Z'],
    ['week', '2026-11-14T12:00:00.000Z'],
    ['month', '2026-10-22T12:00:00.000Z'],
  ] as [Preset, string][])('%s reaches back to %s and still runs', (name, since) => {
    expect(windowOf({ name, since: '', until: '' }, NOW)).toEqual({ since, until: null })
  })

  it('takes the bounds of a custom range, in whatever zone they are written', () => {
    const bounds = { name: 'custom' as const, since: '2026-11-01T02:00:00+02:00', until: '2026-11-02T00:00:00Z' }
    expect(windowOf(bounds, NOW)).toEqual({ since: '2026-11-01T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' })
  })

  it('reaches as far back as the service allows when a custom range has no beginning', () => {
    const { since, until } = windowOf({ name: 'custom', since: 'soon', until: '' }, NOW)
    expect(until).toBeNull()
    const days = (NOW.getTime() - Date.parse(since)) / 86_400_000
    expect(days).toBeLessThan(180)
    expect(days).toBeGreaterThan(179)
  })

  it('falls back to seven days for a name that nobody knows', () => {
    expect(rangeName('aeon')).toBe('week')
    expect(rangeName('custom')).toBe('custom')
  })

  it('knows the next wider choice, up to the widest', () => {
    expect(wider('hour')).toBe('day')
    expect(wider('month')).toBeNull()
    expect(wider('custom')).toBeNull()
    const widths = Object.values(PRESETS).map(({ ms }) => ms)
    expect(widths).toEqual([...widths].sort((a, b) => a - b))
  })
})

describe('a time in a field', () => {
  it('comes back to the minute, whatever zone this machine is in', () => {
    const instant = '2026-03-29T01:45:00.000Z'
    expect(fromLocalField(toLocalField(instant))).toBe(instant)
  })

  it('is empty for none and for what is no time', () => {
    expect(toLocalField('')).toBe('')
    expect(fromLocalField('tomorrow')).toBe('')
  })

  it('shows the year only where it is another', () => {
    expect(shortTime('2026-05-04T10:00:00.000Z', NOW)).not.toContain('2026')
    expect(shortTime('2025-05-04T10:00:00.000Z', NOW)).toContain('2025')
  })
})
