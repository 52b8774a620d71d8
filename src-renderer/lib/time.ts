import { formatDistanceStrict } from 'date-fns'
import { formatTime, zoneSuffix } from './time-zone.ts'

/** A day of 24 hours, in milliseconds. */
export const DAY_MS = 86_400_000

/** The moment that many days before now, as the service writes it: ISO 8601 in UTC. */
export function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS).toISOString()
}

/** "5 minutes ago", "just now", "in 2 days". */
export function relativeTime(time: string, now: Date): string {
  const then = new Date(time)
  if (Math.abs(now.getTime() - then.getTime()) < 60_000) return 'just now'
  return formatDistanceStrict(then, now, { addSuffix: true })
}

/** Time to the second, in the chosen zone: "21 Nov 2026, 06:31:50". */
export function exactTime(time: string): string {
  return formatTime(new Date(time), 'd MMM yyyy, HH:mm:ss') + zoneSuffix()
}

/** The same in UTC, as the service writes it: "2026-11-21 06:31:50 UTC". */
export function utcTime(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** A length of time in its two largest units: "3 h 12 min". */
export function durationText(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'less than a minute'
  const parts = [
    [Math.floor(minutes / 1440), 'd'],
    [Math.floor((minutes % 1440) / 60), 'h'],
    [minutes % 60, 'min'],
  ] as const
  const shown = parts.filter(([amount]) => amount > 0).slice(0, 2)
  return shown.map(([amount, unit]) => `${amount} ${unit}`).join(' ')
}

const DAY_FORMAT = 'yyyy-MM-dd'

/** Time to the minute, with the day unless it is today: "10:42", "21 Nov, 10:42". */
export function shortTime(time: string, now: Date): string {
  const then = new Date(time)
  const isToday = formatTime(then, DAY_FORMAT) === formatTime(now, DAY_FORMAT)
  return formatTime(then, isToday ? 'HH:mm' : 'd MMM, HH:mm')
}
