import { parseOrder } from './list-view.ts'

/** How the service sorts a list that it pages, in place of the rows that were read so far. */
export interface ServiceOrder {
  /** The attribute that a column is sorted by; undefined for a column that only the rows here can be sorted by. */
  attributeOf: (column: string) => string | undefined
  /** The expression that finds all that the list shows without a search: the interface sorts what is searched for alone. */
  all: string
}

/** What a request says of an order, as the address holds it; null where the service is not to sort. */
export function sortQueryOf(text: string, order: ServiceOrder | undefined) {
  const { key, descending } = parseOrder(text)
  const sortBy = key ? order?.attributeOf(key) : undefined
  return sortBy === undefined ? null : { sortBy, sortOrder: descending ? ('desc' as const) : ('asc' as const) }
}
