import type { LogFacet, LogFacetAttribute } from '#contract/log/log-browse.ts'
import { isIn, switched } from '../query/filter-text.ts'
import { LOG_PATH, OWN_LOG, trailOf, withTrail } from '../trail/trail.ts'
import { facetValueText, valuesWith } from './facet-labels.ts'

/** A value of an attribute as the rail shows it, and the filters that its buttons lead to. */
export interface FacetRow {
  readonly key: string
  readonly shown: ReturnType<typeof facetValueText>
  readonly count: number
  /** Whether the filter asks for it, or keeps it out. */
  readonly side: 'in' | 'out' | null
  readonly switched: () => string
  /** Absent: it cannot be kept out alone. */
  readonly excluded?: () => string
}

/** This workspace's own log among others, which no value stands for: its events have no import. */
function ownLogRow({ attribute, values, without }: LogFacet, filter: string): FacetRow[] {
  const isOwn = trailOf(filter) === 'own'
  if (attribute !== LOG_PATH || values.length === 0 || (without === 0 && !isOwn)) return []
  return [
    {
      ...{ key: '', shown: { words: OWN_LOG, mono: false, title: OWN_LOG }, count: without },
      side: isOwn ? 'in' : null,
      switched: () => withTrail(filter, isOwn ? 'all' : 'own'),
    },
  ]
}

function valueRow(attribute: LogFacetAttribute, value: LogFacet['values'][number], filter: string): FacetRow {
  // An event is of one log: of another one than the chosen own there would be none.
  const others = attribute === LOG_PATH && trailOf(filter) === 'own' ? withTrail(filter, 'all') : filter
  return {
    ...{ key: value.value, shown: facetValueText(attribute, value), count: value.count },
    side: isIn(filter, attribute, value.value),
    switched: () => switched(others, attribute, 'eq', value.value, 'any'),
    excluded: () => switched(others, attribute, 'ne', value.value, 'any'),
  }
}

/** The rows of a facet whose words or identifiers hold a text, in any case. */
export function facetRows(facet: LogFacet, filter: string, find: string): FacetRow[] {
  const { attribute, values } = facet
  const own = ownLogRow(facet, filter).filter(({ shown }) =>
    shown.title.toLowerCase().includes(find.trim().toLowerCase()),
  )
  return [...own, ...valuesWith(attribute, values, find).map((value) => valueRow(attribute, value, filter))]
}
