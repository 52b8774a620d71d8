import type { ReceivedRequest } from '#contract/hooks/event-hook.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { isTree } from '#ui/lib/tree.ts'

/** A body as JSON; undefined where it is none. */
export function bodyJson({ body }: ReceivedRequest): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return undefined
  }
}

/** The events that a delivery carries; none where the request is no delivery. */
export function receivedEvents(request: ReceivedRequest): LogEvent[] {
  const body = bodyJson(request)
  const data = isTree(body) ? body['data'] : undefined
  const events = isTree(data) ? data['events'] : undefined
  return Array.isArray(events) ? (events as LogEvent[]) : []
}

/** Whether a request asks the endpoint to prove that it wants events. */
export function isVerification({ method, headers }: ReceivedRequest): boolean {
  return method === 'GET' && headers.some(({ key }) => key === 'x-svc-verification-challenge')
}

/** The requests that a person looks for: of one result, with every word of a text in their address, headers or body. */
export interface ReceivedFilter {
  result: '' | ReceivedResult
  text: string
}
/** What became of a request: it proved the endpoint, it brought events, or it could not be understood. */
type ReceivedResult = 'VERIFIED' | 'EVENTS' | 'OTHER'

function resultOf(request: ReceivedRequest): ReceivedResult {
  if (isVerification(request)) return 'VERIFIED'
  return receivedEvents(request).length ? 'EVENTS' : 'OTHER'
}

export function filterReceived(requests: readonly ReceivedRequest[], { result, text }: ReceivedFilter) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return requests.filter((request) => {
    if (result && resultOf(request) !== result) return false
    const headers = request.headers.map(({ key, value }) => `${key} ${value ?? ''}`).join(' ')
    const all = `${request.method} ${headers} ${request.body}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** Whether an address is one of a built-in receiver, also of an earlier run or on another port. */
export function isReceiver(uri: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+\/gatehouse\/receiver\/\w+$/.test(uri)
}
