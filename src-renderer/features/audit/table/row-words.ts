import type { LogEvent } from '../../../../src-server/contract/log-event.ts'
import { exactTime, utcTime } from '../../../components/time.ts'
import { addressOf, eventWords, partyName, targetWords } from '../event-words.ts'
import { shortTime } from '../time-range.ts'

function wordsOf(event: LogEvent) {
  const words = eventWords(event)
  return {
    time: shortTime(event.published),
    fullTime: `${exactTime(event.published)}, ${utcTime(event.published)}`,
    words,
    title: `${words} · ${event.eventType}`,
    actor: partyName(event.actor),
    target: targetWords(event),
    address: addressOf(event),
  }
}

const known = new WeakMap<LogEvent, ReturnType<typeof wordsOf>>()

/** What a row of the table says of an event; made once, since a row comes into sight many times. */
export function rowWords(event: LogEvent) {
  const words = known.get(event) ?? wordsOf(event)
  known.set(event, words)
  return words
}
