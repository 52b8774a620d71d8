import { format, formatDistanceStrict } from 'date-fns'

/** "5 minutes ago", "just now", "in 2 days". */
export function relativeTime(time: string, now: Date): string {
  const then = new Date(time)
  if (Math.abs(now.getTime() - then.getTime()) < 60_000) return 'just now'
  return formatDistanceStrict(then, now, { addSuffix: true })
}

/** Local time to the second: "21 Nov 2026, 06:31:50". */
export function exactTime(time: string): string {
  return format(new Date(time), 'd MMM yyyy, HH:mm:ss')
}

/** The same in UTC, as the service writes it: "2026-11-21 06:31:50 UTC". */
export function utcTime(time: string): string {
  return `${new Date(time).toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

/** A length of time in its two largest units: "3 h 12 min". */
export function durationWords(ms: number): string {
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

/** Bytes as people say them: "4.2 MB". */
export function byteWords(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const amount = bytes / 1000 ** step
  return `${step === 0 ? amount : amount.toFixed(amount < 10 ? 1 : 0)} ${units[step] ?? ''}`
}

const numbers = new Intl.NumberFormat()

/** A number with its thousands apart. */
export function count(value: number): string {
  return numbers.format(value)
}

/** "1 rule", "3 rules". */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`
}
