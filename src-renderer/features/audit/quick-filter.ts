import type { LogEvent } from '../../../src-server/contract/log-event.ts'
import { addressOf, eventWords, partyName } from './event-words.ts'

const texts = new WeakMap<LogEvent, string>()

/** What the quick filter looks at: words, type, names, ids, outcome and address; made once for each event. */
function textOf(event: LogEvent): string {
  const known = texts.get(event)
  if (known !== undefined) return known
  const parties = [event.actor, ...(event.target ?? [])]
  const parts = [
    eventWords(event),
    event.eventType,
    ...parties.flatMap((party) => [partyName(party), party.alternateId ?? '', party.id]),
    event.outcome.result,
    event.outcome.reason ?? '',
    addressOf(event),
    event.client?.zone ?? '',
    event.transaction.id,
    event.uuid,
  ]
  const text = parts.join('\n').toLowerCase()
  texts.set(event, text)
  return text
}

/** The events that hold every word of the text, wherever it stands; case does not count. */
export function quickFilter(events: readonly LogEvent[], text: string): readonly LogEvent[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return events
  return events.filter((event) => words.every((word) => textOf(event).includes(word)))
}
