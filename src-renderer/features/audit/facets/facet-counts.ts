import { LOG_FACETS, type LogFacet, type LogFacetAttribute } from '#contract/log/log-browse.ts'
import { api } from '#ui/api/client.ts'
import { askedOf, type Counted } from '../counted-query.ts'
import { chosenOf } from '../query/filter-text.ts'
import { LOG_PATH, trailOf, withTrail } from '../trail/trail.ts'

/** A filter without the values that it asks for of an attribute, so that the attribute's other values are counted too. */
export function restOf(filter: string, attribute: LogFacetAttribute): string {
  const rest = chosenOf(filter, attribute)?.rest ?? filter
  return attribute === LOG_PATH && trailOf(rest) === 'own' ? withTrail(rest, 'all') : rest
}

/** The values of a facet among the others, with those that are chosen and too rare to be among them at the end. */
function withChosen(others: LogFacet, chosen: LogFacet | undefined): LogFacet {
  const known = new Set(others.values.map(({ value }) => value))
  const missing = chosen?.values.filter(({ value }) => !known.has(value)) ?? []
  return { ...others, values: [...others.values, ...missing] }
}

/**
 * The most frequent values of a query. Of an attribute that the filter asks for values of, the others are counted as if it
 * did not: choosing one must not hide those that one may choose beside it.
 */
export async function countFacets(counted: Counted, signal: AbortSignal): Promise<LogFacet[]> {
  const chosen = LOG_FACETS.filter((attribute) => restOf(counted.filter, attribute) !== counted.filter)
  const [all, ...wider] = await Promise.all([
    api.call('listLogFacets', { query: askedOf(counted), signal }),
    ...chosen.map((attribute) => {
      const query = { ...askedOf({ ...counted, filter: restOf(counted.filter, attribute) }), attribute }
      return api.call('listLogFacets', { query, signal })
    }),
  ])
  const found = new Map(wider.flat().map((facet) => [facet.attribute, facet]))
  const isThere = new Set(all.map(({ attribute }) => attribute))
  const alone = [...found.values()].filter(({ attribute }) => !isThere.has(attribute))
  return [...all.map((facet) => withChosen(found.get(facet.attribute) ?? facet, facet)), ...alone]
}
