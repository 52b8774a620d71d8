import { formatTime, wallOf } from '#ui/lib/time-zone.ts'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** A round time under a bar: the date at midnight, else the time of day; the year where years are shown or it is not this one. */
export function axisLabel(ms: number, barWidth: number, now = new Date()): string {
  const at = new Date(ms)
  const { year, hour, minute, second } = wallOf(at)
  const midnight = hour + minute + second === 0
  if (!midnight && barWidth < DAY) return formatTime(at, barWidth < MINUTE ? 'HH:mm:ss' : 'HH:mm')
  return formatTime(at, year === wallOf(now).year ? 'd MMM' : 'd MMM yyyy')
}
