import type { Readable } from 'node:stream'
import { ExchangeFailure, failureOf, type Head } from './exchange-failure.ts'
import { readJson, type ReplyBounds } from './read-body.ts'
import { headerOf } from './told-limits.ts'
import type { Transport, TransportRequest } from './transport.ts'

export interface ExchangeBounds extends ReplyBounds {
  exchangeMs: number
}

/** An answer that was read whole. */
export interface Answer extends Head {
  /** Undefined where it is empty, or no JSON and the status says that something failed. */
  value: unknown
  bytes: number
}

const isSuccess = ({ status }: Head) => status >= 200 && status < 300
const isRedirect = ({ status, headers }: Head) =>
  status >= 300 && status < 400 && headerOf(headers, 'location') !== null

/**
 * Sends one request and reads its answer, whatever its status.
 * @throws ExchangeFailure; what the signal was aborted with
 */
export async function exchange(
  transport: Transport,
  request: Omit<TransportRequest, 'signal'>,
  { bounds, signal }: { bounds: ExchangeBounds; signal: AbortSignal },
): Promise<Answer> {
  const timeout = AbortSignal.timeout(bounds.exchangeMs)
  const seen: { head: Head | null; bytes: number } = { head: null, bytes: 0 }
  try {
    const { body, ...head } = await transport.send({ ...request, signal: AbortSignal.any([timeout, signal]) })
    seen.head = head
    const value = await read(head, body, bounds, (count) => void (seen.bytes += count))
    return { ...head, value, bytes: seen.bytes }
  } catch (error) {
    signal.throwIfAborted()
    const failure = timeout.aborted
      ? new ExchangeFailure('TIMEOUT', `did not answer in full within ${bounds.exchangeMs / 1_000} seconds`)
      : failureOf(error)
    throw Object.assign(failure, seen)
  }
}

async function read(head: Head, body: Readable, bounds: ReplyBounds, onBytes: (count: number) => void) {
  // Ending it early is no error for anyone else.
  body.on('error', () => {})
  try {
    if (isRedirect(head)) throw new ExchangeFailure('ELSEWHERE', `answered ${head.status}, which ${leadsTo(head)}`)
    const type = headerOf(head.headers, 'content-type')
    if (type !== null && !/^application\/([\w.-]+\+)?json\b/i.test(type)) {
      if (!isSuccess(head)) return undefined
      throw new ExchangeFailure('NOT_JSON', `answered with ${type.split(';')[0]?.slice(0, 100)} in place of JSON`)
    }
    return await readJson(body, bounds, onBytes)
  } finally {
    body.destroy()
  }
}

function leadsTo({ headers }: Head): string {
  const location = headerOf(headers, 'location') ?? ''
  const host = URL.canParse(location) ? new URL(location).host.slice(0, 255) : 'another path'
  return `would lead to ${host}; nothing but its own address is called`
}
