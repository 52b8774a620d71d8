import { ref } from 'vue'

export type TimeZone = 'local' | 'utc'

/** The zone in which times are shown and typed. WHY no store: plain helpers format times, and every view follows it. */
export const timeZone = ref<TimeZone>('local')

const isUtc = () => timeZone.value === 'utc'
const MINUTE_MS = 60_000
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const

/** What a calendar and a clock on the wall show at an instant; the month counts from 0, as the weekday from Sunday. */
export function wallOf(at: Date) {
  return isUtc()
    ? {
        ...{ year: at.getUTCFullYear(), month: at.getUTCMonth(), day: at.getUTCDate(), weekday: at.getUTCDay() },
        ...{ hour: at.getUTCHours(), minute: at.getUTCMinutes(), second: at.getUTCSeconds() },
      }
    : {
        ...{ year: at.getFullYear(), month: at.getMonth(), day: at.getDate(), weekday: at.getDay() },
        ...{ hour: at.getHours(), minute: at.getMinutes(), second: at.getSeconds() },
      }
}

/** The instant at which calendar and clock show this; days and hours beyond the end of a month or a day count on. */
export function instantOf(year: number, month: number, day: number, hour = 0, minute = 0): Date {
  return isUtc() ? new Date(Date.UTC(year, month, day, hour, minute)) : new Date(year, month, day, hour, minute)
}

/** How far the zone is ahead of UTC at an instant, in milliseconds. */
export const offsetAt = (ms: number): number => (isUtc() ? 0 : -new Date(ms).getTimezoneOffset() * MINUTE_MS)

const pad = (part: number) => String(part).padStart(2, '0')
const TOKENS: Readonly<Record<string, (wall: ReturnType<typeof wallOf>) => string>> = {
  d: ({ day }) => String(day),
  MMM: ({ month }) => MONTHS[month] ?? '',
  MM: ({ month }) => pad(month + 1),
  dd: ({ day }) => pad(day),
  yyyy: ({ year }) => String(year).padStart(4, '0'),
  HH: ({ hour }) => pad(hour),
  mm: ({ minute }) => pad(minute),
  ss: ({ second }) => pad(second),
}

/** An instant by a pattern of `d`, `dd`, `MMM`, `MM`, `yyyy`, `HH`, `mm` and `ss`; all else stays as it is. */
export function formatTime(at: Date, pattern: string): string {
  const wall = wallOf(at)
  return pattern.replaceAll(/yyyy|MMM|MM|dd|d|HH|mm|ss/g, (token) => TOKENS[token]?.(wall) ?? token)
}

/** What the zone is called beside a time: "UTC", or nothing where it is that of the machine. */
export const zoneSuffix = (): string => (isUtc() ? ' UTC' : '')
