import type { LogEvent } from '#contract/log/log-event.ts'
import { exactTime, utcTime } from '#ui/lib/time.ts'
import { addressOf, eventText, partyName, targetText } from '#ui/domain/event-text.ts'
import { shortTime } from '../time-range.ts'

function wordsOf(event: LogEvent) {
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

const known = new WeakMap<LogEvent, ReturnType<typeof wordsOf>>()

/** The text of an event's row; cached, because a row is drawn many times. */
export function rowText(event: LogEvent) {
  const words = known.get(event) ?? wordsOf(event)
  known.set(event, words)
  return words
}
