import type { LogEvent } from '#contract/log/log-event.ts'
import { timeZone, type TimeZone } from '#ui/lib/time-zone.ts'
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

const known: Readonly<Record<TimeZone, WeakMap<LogEvent, ReturnType<typeof wordsOf>>>> = {
  local: new WeakMap(),
  utc: new WeakMap(),
}

/** The text of an event's row; cached, because a row is drawn many times. */
export function rowText(event: LogEvent) {
  const cache = known[timeZone.value]
  const words = cache.get(event) ?? wordsOf(event)
  cache.set(event, words)
  return words
}
