import type { LogEvent } from '#contract/log/log-event.ts'
import { exactTime, utcTime } from '#ui/lib/time.ts'
import { addressOf, eventText, partyName, targetText } from '#ui/domain/event-text.ts'
import { shortTime } from '../time-range.ts'

/** The text of an event's row. */
export function rowText(event: LogEvent) {
  const words = eventText(event)
  return {
    time: shortTime(event.published),
    fullTime: `${exactTime(event.published)}, ${utcTime(event.published)}`,
    words,
    title: `${words} · ${event.eventType}`,
    actor: partyName(event.actor),
    target: targetText(event),
    address: addressOf(event),
  }
}
