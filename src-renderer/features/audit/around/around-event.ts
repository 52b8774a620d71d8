import type { LogEvent } from '#contract/log/log-event.ts'
import { addressOf } from '#ui/domain/event-text.ts'
import { comparisonText } from '#ui/domain/comparison-text.ts'
import { custom, type RangeChoice } from '../time-range.ts'

const MINUTE_MS = 60_000

/** Minutes before and after an event that are offered. */
export const AROUND_MINUTES = [1, 5, 30, 120] as const
export type AroundMinutes = (typeof AROUND_MINUTES)[number]
export const DEFAULT_AROUND: AroundMinutes = 5

/** Which of the events around one are meant. */
type AroundKind = 'actor' | 'address' | 'all'

/** The events around one, as a query of the page. */
export interface AroundQuery {
  kind: AroundKind
  label: string
  filter: string
  range: RangeChoice
}

/**
 * The queries for what happened around an event: by the same actor, from the same address, and all. What the event does
 * not name is not offered. The event itself is among the found: the end of a range is exclusive.
 */
export function queriesAround(event: LogEvent, minutes: AroundMinutes): AroundQuery[] {
  const at = Date.parse(event.published)
  const range = custom(
    new Date(at - minutes * MINUTE_MS).toISOString(),
    new Date(at + minutes * MINUTE_MS + 1).toISOString(),
  )
  const address = addressOf(event)
  const kinds: readonly [AroundKind, label: string, filter: string | null][] = [
    ['actor', 'Same actor', event.actor.id ? comparisonText('actor.id', 'eq', event.actor.id) : null],
    ['address', 'Same address', address ? comparisonText('client.ipAddress', 'eq', address) : null],
    ['all', 'All', ''],
  ]
  return kinds.flatMap(([kind, label, filter]) => (filter === null ? [] : [{ kind, label, filter, range }]))
}

/** "1 min", "2 h". */
export function minutesText(minutes: AroundMinutes): string {
  return minutes >= 60 ? `${minutes / 60} h` : `${minutes} min`
}
