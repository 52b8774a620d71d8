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

/** Whether an address is one of a built-in receiver, also of an earlier run or on another port. */
export function isReceiver(uri: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|localhost|\[::1\]):\d+\/gatehouse\/receiver\/\w+$/.test(uri)
}
