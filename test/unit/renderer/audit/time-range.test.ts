import { describe, expect, it } from 'vitest'
import { LIMITS } from '#contract/interface/limits.ts'
import {
  custom,
  fromLocalField,
  preset,
  PRESETS,
  rangeName,
  rangeLabel,
  shifted,
  shortTime,
  toLocalField,
  wider,
  rangeOf,
  zoomedOut,
  type Preset,
} from '#ui/features/audit/time-range.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')

describe('a range of time', () => {
  it.each([
    ['hour', '2026-11-21T11:00:00.000Z'],
    ['day', '2026-11-20T12:00:00.000Z'],
    ['week', '2026-11-14T12:00:00.000Z'],
    ['month', '2026-10-22T12:00:00.000Z'],
  ] as [Preset, string][])('%s reaches back to %s and still runs', (name, since) => {
    expect(rangeOf({ name, since: '', until: '' }, NOW)).toEqual({ since, until: null })
  })

  it('takes the bounds of a custom range, in whatever zone they are written', () => {
    const bounds = { name: 'custom' as const, since: '2026-11-01T02:00:00+02:00', until: '2026-11-02T00:00:00Z' }
    expect(rangeOf(bounds, NOW)).toEqual({ since: '2026-11-01T00:00:00.000Z', until: '2026-11-02T00:00:00.000Z' })
  })

  it('begins with the oldest event where no beginning is chosen, or as far back as the interface reaches', () => {
    const { since, until } = rangeOf({ name: 'custom', since: 'soon', until: '' }, NOW)
    expect(until).toBeNull()
    const days = (NOW.getTime() - Date.parse(since)) / 86_400_000
    expect(days).toBe(LIMITS.logReachDays)
  })

  it.each(['all', 'custom'] as const)('%s begins with the oldest event', (name) => {
    const oldest = '2024-02-29T08:00:00.000Z'
    expect(rangeOf({ name, since: '', until: '' }, NOW, oldest)).toEqual({ since: oldest, until: null })
  })

  it('falls back to seven days for a name that no one knows', () => {
    expect(rangeName('aeon')).toBe('week')
    expect(rangeName('custom')).toBe('custom')
  })

  it('knows the next wider choice, up to the widest', () => {
    expect(wider('hour')).toBe('day')
    expect(wider('quarter')).toBe('all')
    expect(wider('all')).toBeNull()
    expect(wider('custom')).toBe('all')
    const widths = Object.values(PRESETS).map(({ ms }) => ms)
    expect(widths).toEqual([...widths].sort((a, b) => a - b))
  })
})

describe('a zoom out', () => {
  it('shows twice as much time around the same middle', () => {
    const bounds = { since: '2026-11-10T02:00:00.000Z', until: '2026-11-10T04:00:00.000Z' }
    expect(zoomedOut(bounds, NOW)).toEqual(custom('2026-11-10T01:00:00.000Z', '2026-11-10T05:00:00.000Z'))
  })

  it('reaches back only, where the other half would lie in the future, and goes on running', () => {
    expect(zoomedOut({ since: '2026-11-21T11:00:00.000Z', until: null }, NOW)).toEqual(
      custom('2026-11-21T10:00:00.000Z', ''),
    )
  })

  it('widens even a stretch of no length', () => {
    const instant = '2026-11-10T02:00:00.000Z'
    const { since, until } = zoomedOut({ since: instant, until: instant }, NOW)
    expect(since < instant && until > instant).toBe(true)
  })
})

describe('a step in time', () => {
  const hour = { since: '2026-11-21T10:00:00.000Z', until: '2026-11-21T11:00:00.000Z' }
  it('keeps the length', () => {
    expect(shifted(hour, -1, NOW)).toEqual(custom('2026-11-21T09:00:00.000Z', '2026-11-21T10:00:00.000Z'))
    expect(shifted(hour, 1, NOW)).toEqual(custom('2026-11-21T11:00:00.000Z', '2026-11-21T12:00:00.000Z'))
  })

  it('does not lead into the future', () => {
    expect(shifted({ ...hour, until: null }, 1, NOW)).toBeNull()
    expect(shifted({ since: '2026-11-21T11:30:00.000Z', until: '2026-11-21T12:00:00.000Z' }, 1, NOW)).toBeNull()
  })
})

describe('a range in words', () => {
  it('is its name, or its bounds with the day said once', () => {
    expect(rangeLabel(preset('week'), NOW)).toBe('Last 7 days')
    const words = rangeLabel(custom('2026-11-20T10:00:00', '2026-11-20T11:30:05'), NOW)
    expect(words).toBe('20 Nov, 10:00:00 – 11:30:05')
    expect(rangeLabel(custom('2025-11-20T10:00:00', ''), NOW)).toBe('20 Nov 2025, 10:00 – now')
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
