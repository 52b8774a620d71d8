import type { ToldLimit } from './rate-limiter.ts'

/** Headers of an answer, with names in lower case. */
export type Headers = Readonly<Record<string, string | string[] | undefined>>

/** One value of a header; null where it is missing. */
export function headerOf(headers: Headers, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value.join(', ') : value) ?? null
}

/** When an answer came, by the clock of the remote and by our steady one, both in milliseconds. */
export interface Received {
  remoteNow: number
  steady: number
}

/** WHY: a remote may round the end of a window down, and its own clock has passed up to a second since what `Date` says. */
const MARGIN_MS = 1_000

const numberIn = (headers: Headers, name: string): number | null => {
  const text = headerOf(headers, name)
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** The limit that an answer tells of; null where it tells of none that counts requests in a window. */
export function toldLimit(headers: Headers, { remoteNow, steady }: Received): ToldLimit | null {
  const [limit, remaining, reset] = ['limit', 'remaining', 'reset'].map((part) =>
    numberIn(headers, `x-rate-limit-${part}`),
  )
  // A limit of none is said where too many requests come at a time.
  if (!limit || remaining === null || remaining === undefined || !reset) return null
  return { limit, remaining, reset, endsAt: steady + (reset * 1_000 - remoteNow) + MARGIN_MS }
}

/** How long a refused request is to wait by what the answer says, in milliseconds; null where it says nothing. */
export function toldWait(headers: Headers, { remoteNow }: Received): number | null {
  const after = headerOf(headers, 'retry-after')
  if (after !== null && /^\d{1,9}$/.test(after)) return Number(after) * 1_000
  const date = after === null ? NaN : Date.parse(after)
  if (!Number.isNaN(date)) return Math.max(0, date - remoteNow)
  const reset = numberIn(headers, 'x-rate-limit-reset')
  return reset === null ? null : Math.max(0, reset * 1_000 - remoteNow + MARGIN_MS)
}
