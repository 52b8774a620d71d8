import { format } from 'date-fns'

const MINUTE = 60_000
const DAY = 1_440 * MINUTE

/** A round time under a bar: the date at midnight, else the time of day; the year where years are shown or it is not this one. */
export function axisLabel(ms: number, barWidth: number, now = new Date()): string {
  const at = new Date(ms)
  const midnight = at.getHours() === 0 && at.getMinutes() === 0 && at.getSeconds() === 0
  if (!midnight && barWidth < DAY) return format(at, barWidth < MINUTE ? 'HH:mm:ss' : 'HH:mm')
  return format(at, at.getFullYear() === now.getFullYear() ? 'd MMM' : 'd MMM yyyy')
}
