import { EMITTED_EVENTS, EVENT_TYPES } from '#contract/log/event-types.ts'
import { LOG_FACETS, type LogFacetAttribute } from '#contract/log/log-browse.ts'
import type { Known } from '#filter/index.ts'
import { api } from '#ui/api/client.ts'
import { DAY_MS } from '#ui/lib/time.ts'
import { facetValueText } from '../facets/facet-labels.ts'
import { comparisonText } from '#ui/domain/comparison-text.ts'

/** A value to filter by, with its name. */
export interface KnownValue {
  value: string
  detail: string
}

const OWN: Readonly<Record<string, { message: string }>> = EMITTED_EVENTS
/** The event types that this program emits, then the rest of the catalogue. */
const EVENT_TYPE_VALUES: readonly KnownValue[] = [
  ...Object.keys(OWN),
  ...[...EVENT_TYPES.keys()].filter((type) => !Object.hasOwn(OWN, type)),
].map((value) => ({ value, detail: OWN[value]?.message ?? '' }))

/** Known values and paths of the audit log, for completion. */
export const KNOWN_TO_LOG: Known = {
  values: (path) => (path === 'eventType' ? EVENT_TYPE_VALUES : undefined),
  paths: [
    ...['name', 'status', 'priority'].flatMap((name) =>
      ['from', 'to'].map((side) => `target.changeDetails.${side}.${name}`),
    ),
    'debugContext.debugData.requestUri',
    'debugContext.debugData.url',
  ],
}

/** Attributes whose values only the log itself knows. */
const LOOKED_UP: ReadonlySet<string> = new Set<LogFacetAttribute>([
  ...(['actor.id', 'target.id', 'client.ipAddress', 'gatehouse.import.id'] as const),
])
const REACH_MS = 30 * DAY_MS
const MANY = 50

/** From an instant to now, and a minute for clocks that differ. */
function rangeSince(since: number) {
  return { since: new Date(since).toISOString(), until: new Date(Date.now() + 60_000).toISOString() }
}

/** The most frequent values in the log of the last 30 days; none if the service does not answer. */
export async function valuesInLog(path: string, signal?: AbortSignal): Promise<KnownValue[]> {
  const attribute = LOG_FACETS.find((facet) => facet === path)
  if (!attribute || !LOOKED_UP.has(path)) return []
  try {
    const query = { attribute, ...rangeSince(Date.now() - REACH_MS), values: MANY }
    const [facet] = await api.call('listLogFacets', { query, signal })
    return (facet?.values ?? []).map(({ value, label }) => ({ value, detail: label ?? '' }))
  } catch {
    return []
  }
}

/** The latest name of an actor or target in the log, or that of an import; null where it has none, or the service does not answer. */
export async function nameInLog(attribute: LogFacetAttribute, id: string): Promise<string | null> {
  try {
    const query = { attribute, ...rangeSince(0), filter: comparisonText(attribute, 'eq', id), values: MANY }
    const [facet] = await api.call('listLogFacets', { query })
    const name = facet?.values.find(({ value }) => value === id)?.label ?? null
    // Of an import without events the log knows nothing.
    if (name !== null || attribute !== 'gatehouse.import.id') return name
    return (await api.call('listLogImports')).find((one) => one.id === id)?.name ?? null
  } catch {
    return null
  }
}

/** A value as an option: its name, then its identifier. */
export function valueLabel(path: string, { value, detail }: KnownValue): string {
  const facet = LOG_FACETS.find((known) => known === path)
  const words = detail || (facet ? facetValueText(facet, { value, label: null }).words : value)
  return words === value ? value : `${words} · ${value}`
}
