import type { Searcher } from '#db/searches.ts'
import { blockEnds, blocksWithEvents, readColumns, readFits } from './blocks.sql.ts'
import { Codes } from './column-codes.ts'
import { isOfColumns, toMask, type Mask } from './column-filter.ts'
import { BLOCK_SIZE, unpack, type Columns } from './columns.ts'
import { conditionIn, numbersIn, numbersWhere, readValues } from './events.sql.ts'
import { planSearch, rowsWithWords, type LogSearch } from '../search/list-events-plan.sql.ts'
import type { ClosedQuery } from '../search/search-log.ts'

/** Sees some events of what is counted: those of `columns` at the places `selected`. */
type Visitor = (columns: Columns, selected: Uint16Array, codes: Codes) => void

/** Blocks that are read at once; between two such reads, other work of the service goes on. */
const BLOCKS_AT_ONCE = 32

/** What is counted: between which times, exclusive of the later one, and what is expected within them. */
interface Expected {
  since: number
  until: number
  /** Decides by the columns alone; null where they cannot tell, or all are expected. */
  mask: Mask | null
  /** Numbers of the events of a range that the columns cannot tell; null where they can. */
  numbersIn: ((range: Range) => Promise<number[]>) | null
}

/** Blocks that follow one another, both ends included. */
interface Range {
  first: number
  last: number
}

const boundsOf = ({ first, last }: Range) => ({ behind: first * BLOCK_SIZE - 1, upTo: (last + 1) * BLOCK_SIZE - 1 })

/**
 * Shows every event of a query to a visitor, in no order that could be relied upon. Blocks of columns that are not made
 * yet are read from the events themselves.
 * @returns the codes that the columns speak in
 */
export async function scanLog(
  searcher: Searcher,
  query: Pick<ClosedQuery, 'since' | 'until'>,
  search: LogSearch | null,
  visit: Visitor,
): Promise<Codes> {
  // INVARIANT: in this order, so that no block has a code that is not counted here.
  const { built, missing } = await survey(searcher, query)
  const codes = await Codes.open(searcher)
  const expected = await expectedOf(searcher, query, search, codes)
  for (const range of built) await scanBlocks(searcher, range, expected, (...block) => visit(...block, codes))
  for (const range of missing) {
    const events = await readValues(searcher, conditionIn(boundsOf(range), query, search))
    if (events.length > 0) visit(await codes.encode(events), firstPlaces(events.length), codes)
  }
  return codes
}

/** Which blocks there are that can hold what is expected, and which are yet to be made. */
async function survey(searcher: Searcher, { since, until }: Pick<ClosedQuery, 'since' | 'until'>) {
  const ends = await blockEnds(searcher)
  if (!ends) return { built: [], missing: [] }
  const { first, last } = ends
  const rows = await readFits(searcher, { since: Date.parse(since), until: Date.parse(until), first, last })
  const known = new Set(rows.map(({ number }) => number))
  const missing = await blocksWithEvents(searcher)
  return {
    built: rangesOf(
      rows.flatMap(({ number, fits }) => (fits ? [number] : [])),
      BLOCKS_AT_ONCE,
    ),
    missing: rangesOf(
      missing.filter((number) => !known.has(number)),
      1,
    ),
  }
}

/** Numbers in ascending order as ranges of no more than so many. */
function rangesOf(numbers: readonly number[], size: number): Range[] {
  const ranges: Range[] = []
  for (const number of numbers) {
    const range = ranges.at(-1)
    if (range && number === range.last + 1 && number - range.first < size) range.last = number
    else ranges.push({ first: number, last: number })
  }
  return ranges
}

async function expectedOf(
  searcher: Searcher,
  query: Pick<ClosedQuery, 'since' | 'until'>,
  search: LogSearch | null,
  codes: Codes,
): Promise<Expected> {
  const expected = { since: Date.parse(query.since), until: Date.parse(query.until), mask: null, numbersIn: null }
  if (search === null) return expected
  const { filter, keywords } = search
  if (filter === null || isOfColumns(filter))
    return {
      ...expected,
      mask: filter && (await toMask(searcher, filter, (place) => codes.sizeOf(place))),
      numbersIn: keywords.length > 0 ? (range) => numbersIn(searcher, rowsWithWords(keywords, boundsOf(range))) : null,
    }
  const plan = await planSearch(searcher, search, { ...query, behind: 0 })
  if (!plan.isRare)
    return {
      ...expected,
      numbersIn: (range) => numbersWhere(searcher, conditionIn(boundsOf(range), query, search)),
    }
  const few = (await numbersWhere(searcher, plan.where, plan.from)).sort((a, b) => a - b)
  return { ...expected, numbersIn: (range) => Promise.resolve(within(few, range)) }
}

function within(numbers: readonly number[], range: Range): number[] {
  const { behind, upTo } = boundsOf(range)
  return numbers.filter((number) => number > behind && number <= upTo)
}

async function scanBlocks(
  searcher: Searcher,
  range: Range,
  expected: Expected,
  visit: (columns: Columns, selected: Uint16Array) => void,
): Promise<void> {
  const numbers = await expected.numbersIn?.(range)
  if (numbers?.length === 0) return
  const start = range.first * BLOCK_SIZE
  const isThere = numbers && new Uint8Array((range.last - range.first + 1) * BLOCK_SIZE)
  if (isThere) for (const number of numbers) isThere[number - start] = 1
  const { since, until } = expected
  const rows = await readColumns(searcher, { since, until, ...range })
  for (const row of rows) {
    const columns = unpack(row.columns)
    const inBlock = isThere?.subarray((row.number - range.first) * BLOCK_SIZE)
    const selected =
      row.isWithin && !expected.mask && !inBlock ? firstPlaces(columns.length) : select(columns, expected, inBlock)
    if (selected.length > 0) visit(columns, selected)
  }
}

const ALL = Uint16Array.from({ length: BLOCK_SIZE }, (_, place) => place)
const firstPlaces = (count: number) => ALL.subarray(0, count)

/** @param isThere by the number within the block; absent where all are */
function select(columns: Columns, { since, until, mask }: Expected, isThere: Uint8Array | undefined): Uint16Array {
  const { times, offsets, length } = columns
  const isExpected = mask?.(columns)
  const selected = new Uint16Array(length)
  let count = 0
  for (let place = 0; place < length; place++) {
    const time = times[place] as number
    if (time < since || time >= until) continue
    if (isExpected && !isExpected[place]) continue
    if (isThere && !isThere[offsets[place] as number]) continue
    selected[count++] = place
  }
  return selected.subarray(0, count)
}
