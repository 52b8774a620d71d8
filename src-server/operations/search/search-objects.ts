import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { SearchHit, SearchKind, SearchMatch } from '#contract/gatehouse/search.ts'
import { matchWords } from '#contract/gatehouse/word-match.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { Fragment } from '#db/filter-sql-fragment.ts'
import { invalidCursor, type Page } from '#db/page.ts'
import { SearchTimeout, type Searcher } from '#db/searches.ts'
import type { Service } from '../service/service.ts'
import { similarTier } from './match-tiers.ts'
import { candidatesIn, matching, readHits, shownTo, tiersOf } from './search-objects.sql.ts'

export interface ObjectSearch {
  /** At least one, without blanks. */
  words: readonly string[]
  /** Absent: all. */
  kinds?: readonly SearchKind[] | undefined
  limit: number
}

/**
 * Objects of any kind by parts of their names, best first (`matchTiers`); then by name, people after the kinds that are
 * few, rules last. What has a word but for one letter follows.
 * @param search.after the cursor of the page before: how many objects come before this one
 * @throws ApiError E0000001 on `q` where it takes too long; E0000029
 */
export async function searchObjects(
  { store, reader }: Pick<Service, 'store'> & { reader: Pick<Reader, 'visible'> },
  { words, kinds, limit, after }: ObjectSearch & { after?: string | undefined },
): Promise<Page<SearchHit>> {
  const from = placeOf(after)
  const to = Math.min(from + limit, LIMITS.searchDepth)
  // One more tells whether there is a page behind this one.
  const search = { words, shown: shownTo(reader, kinds), limit: to + 1 }
  try {
    return await store.searches.run(async (searcher) => {
      const found = await findNumbers(searcher, search)
      if (found.size < search.limit) await addSimilar(searcher, search, found)
      const next = found.size > to && to < LIMITS.searchDepth ? String(to) : null
      return { items: await readHits(searcher, [...found].slice(from, to)), next }
    }, LIMITS.searchMs)
  } catch (error) {
    throw error instanceof SearchTimeout ? invalid('q', 'takes too long here; say more of the name', 'query') : error
  }
}

/** @throws ApiError E0000029 for a cursor that no page gave */
function placeOf(cursor: string | undefined): number {
  if (cursor === undefined) return 0
  const place = /^[1-9]\d*$/.test(cursor) ? Number(cursor) : Infinity
  if (place >= LIMITS.searchDepth) throw invalidCursor()
  return place
}

/** A search with which rows `o` it may find. */
interface ShownSearch extends Pick<ObjectSearch, 'words' | 'limit'> {
  shown: Fragment
}

/** Numbers of objects, best first, each with where its words were found. */
type Found = Map<number, SearchMatch>

/** One tier after the other, until there are enough. */
async function findNumbers(searcher: Searcher, { words, shown, limit }: ShownSearch): Promise<Found> {
  const found: Found = new Map()
  for (const { match, rows } of tiersOf(words)) {
    if (found.size >= limit) break
    // Those of better tiers are found again.
    for (const { number } of await candidatesIn(searcher, rows, { shown, limit: limit + found.size }))
      if (!found.has(number)) found.set(number, match)
  }
  return found
}

/** Of what shares runs of letters with the words, so many are looked at. */
const CANDIDATES = 500

/** The index tells what shares letters; whether only one differs is seen in the texts themselves. */
async function addSimilar(searcher: Searcher, { words, shown, limit }: ShownSearch, found: Found): Promise<void> {
  const tier = similarTier(words)
  if (!tier) return
  for (const { number, name, detail } of await candidatesIn(searcher, matching(tier), { shown, limit: CANDIDATES })) {
    if (found.size >= limit) return
    if (!found.has(number) && matchWords(words, `${name} ${detail ?? ''}`)) found.set(number, 'similar')
  }
}
