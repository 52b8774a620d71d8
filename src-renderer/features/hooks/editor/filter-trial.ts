import type { LogEvent } from '#contract/log/log-event.ts'
import { compile, parse, trace, type TraceNode } from '#expression/index.ts'

/** What a filter comes to for each of some events, by the language that the service asks too; null while it is unsound. */
export function tryFilter(text: string, events: readonly LogEvent[]): TraceNode[] | null {
  const read = parse(text, 'event-filter')
  if (!read.ok) return null
  const compiled = compile(read.expression)
  return events.map((event) => trace(compiled, { now: Date.parse(event.published), event }))
}

/** Only what is true goes out; what cannot be told does not. */
export function isSent({ status }: TraceNode): boolean {
  return status === 'MATCH'
}
