import { LOG_FACETS, type LogFacet, type LogFacetAttribute } from '#contract/log/log-browse.ts'
import type { Searcher } from '#db/searches.ts'
import { searchOf, type ClosedQuery } from '../search/search-log.ts'
import type { Codes } from './column-codes.ts'
import { placeOf, TARGETS, type Columns } from './columns.ts'
import { labelOf } from './events.sql.ts'
import { scanLog } from './scan-columns.ts'

export interface FacetsQuery extends ClosedQuery {
  /** Absent: all. */
  attribute?: LogFacetAttribute | undefined
  /** How many values of each are expected. */
  values: number
}

/** Counts the events of a query by their most frequent values; computes as long as there are events. */
export async function tallyFacets(searcher: Searcher, query: FacetsQuery): Promise<LogFacet[]> {
  const attributes = query.attribute ? [query.attribute] : LOG_FACETS
  const tallies = attributes.map((attribute) => ({ attribute, counts: new Uint32Array(0) as Uint32Array }))
  const codes = await scanLog(searcher, query, searchOf(query), (columns, selected, known) => {
    for (const tally of tallies) {
      const place = placeOf(tally.attribute)
      tally.counts = withRoomFor(tally.counts, known.sizeOf(place))
      if (place === TARGETS) countTargets(tally.counts, columns, selected)
      else countValues(tally.counts, columns.codes[place] as Column, selected)
    }
  })
  const facets: LogFacet[] = []
  for (const { attribute, counts } of tallies)
    facets.push(await present(searcher, codes, attribute, counts, query.values))
  return facets
}

type Column = Columns['codes'][number]

function withRoomFor(counts: Uint32Array, size: number): Uint32Array {
  if (counts.length >= size) return counts
  const larger = new Uint32Array(size)
  larger.set(counts)
  return larger
}

function countValues(counts: Uint32Array, column: Column, selected: Uint16Array): void {
  for (const place of selected) {
    const value = column[place] as number
    counts[value] = (counts[value] as number) + 1
  }
}

function countTargets(counts: Uint32Array, { codes, ends }: Columns, selected: Uint16Array): void {
  const column = codes[TARGETS] as Column
  for (const place of selected) {
    const [start, end] = [place === 0 ? 0 : (ends[place - 1] as number), ends[place] as number]
    if (start === end) counts[0] = (counts[0] as number) + 1
    for (let at = start; at < end; at++) {
      const value = column[at] as number
      counts[value] = (counts[value] as number) + 1
    }
  }
}

/** Codes by count, the greatest first, no more than so many; 0 stands for no value. */
function mostFrequent(counts: Uint32Array, most: number): number[] {
  const found: number[] = []
  let least = 0
  for (let value = 1; value < counts.length; value++) {
    const count = counts[value] as number
    if (count <= least) continue
    let at = found.length
    while (at > 0 && (counts[found[at - 1] as number] as number) < count) at--
    found.splice(at, 0, value)
    if (found.length > most) found.pop()
    if (found.length === most) least = counts[found[most - 1] as number] as number
  }
  return found
}

async function present(
  searcher: Searcher,
  codes: Codes,
  attribute: LogFacetAttribute,
  counts: Uint32Array,
  expected: number,
): Promise<LogFacet> {
  const found = mostFrequent(counts, expected + 1)
  const shown = found.slice(0, expected)
  const texts = await codes.valuesOf(placeOf(attribute), shown)
  const values: LogFacet['values'] = []
  for (const each of shown) {
    const value = texts.get(each) ?? ''
    values.push({ value, label: await labelOf(searcher, attribute, value), count: counts[each] ?? 0 })
  }
  return { attribute, values, hasMore: found.length > expected, without: counts[0] ?? 0 }
}
