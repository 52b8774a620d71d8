import type { LogFacet, LogFacetAttribute } from '#contract/log/log-browse.ts'
import { EMITTED_EVENTS } from '#contract/log/event-types.ts'
import { statusMeta } from '#ui/domain/status-labels.ts'

/** The labels of the rail's groups, in their order. */
export const FACET_TITLES: Readonly<Record<LogFacetAttribute, string>> = {
  eventType: 'Event type',
  'actor.id': 'Actor',
  'target.id': 'Target',
  'outcome.result': 'Outcome',
  severity: 'Severity',
  'client.ipAddress': 'Address',
  'gatehouse.import.id': 'Log',
}

const SEVERITIES: Readonly<Record<string, string>> = { DEBUG: 'Debug', INFO: 'Info', WARN: 'Warning', ERROR: 'Error' }
/** A severity as people read it. */
export function severityText(severity: string): string {
  return SEVERITIES[severity] ?? severity
}

const EVENTS: Readonly<Record<string, { message: string }>> = EMITTED_EVENTS

const WORDS: Partial<Record<LogFacetAttribute, (value: string) => string>> = {
  eventType: (value) => EVENTS[value]?.message ?? value,
  'outcome.result': (value) => statusMeta(value).word,
  severity: severityText,
}

type FacetValue = LogFacet['values'][number]

/** A value in our words; `mono` where it is an identifier, which no words replace. */
export function facetValueText(attribute: LogFacetAttribute, { value, label }: Pick<FacetValue, 'value' | 'label'>) {
  const words = label ?? WORDS[attribute]?.(value) ?? value
  return { words, mono: words === value, title: words === value ? value : `${words} · ${value}` }
}

/** The values whose words or identifiers hold a text, in any case. */
export function valuesWith(attribute: LogFacetAttribute, values: readonly FacetValue[], text: string): FacetValue[] {
  const expected = text.trim().toLowerCase()
  return values.filter((value) => facetValueText(attribute, value).title.toLowerCase().includes(expected))
}
