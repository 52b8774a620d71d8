import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { SEARCH_KINDS, type SearchHit, type SearchKind, type SearchMatch } from '#contract/gatehouse/search.ts'
import { matchWords } from '#contract/gatehouse/word-match.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { code, join, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import { invalidCursor, type Page } from '#db/page.ts'
import { SearchTimeout, type Searcher } from '#db/searches.ts'
import type { Service } from '../service/service.ts'
import { matchTiers, similarTier } from './match-tiers.ts'

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

/** Which rows `o` of some kinds the caller may see. */
function shownTo(reader: Pick<Reader, 'visible'>, kinds: readonly SearchKind[] = SEARCH_KINDS): Fragment {
  const visible = kinds.map((kind) => {
    const condition = reader.visible('read', kind === 'rule' ? 'policyRule' : kind).on('o.id')
    return { kind, condition }
  })
  const whole = visible.filter(({ condition }) => condition === '1').map(({ kind }) => kind)
  if (whole.length === SEARCH_KINDS.length) return code('1')
  const parts = visible.filter(({ condition }) => condition !== '1' && condition !== '0')
  return join(
    [
      sql`o.kind IN (SELECT value FROM json_each(${JSON.stringify(whole)}))`,
      ...parts.map(({ kind, condition }) => sql`(o.kind = ${kind} AND ${code(condition)})`),
    ],
    'OR',
  )
}

/** Numbers of objects, best first, each with where its words were found. */
type Found = Map<number, SearchMatch>

/** One tier after the other, until there are enough. */
async function findNumbers(searcher: Searcher, { words, shown, limit }: ShownSearch): Promise<Found> {
  const found: Found = new Map()
  for (const { match, rows } of tiersOf(words)) {
    if (found.size >= limit) break
    // Those of better tiers are found again.
    const { text, params } = inOrder(rows, shown, limit + found.size)
    for (const { number } of await searcher.all<Candidate>(text, params))
      if (!found.has(number)) found.set(number, match)
  }
  return found
}

/** Sources of rows `o`, best first. */
function tiersOf(words: readonly string[]): { match: SearchMatch; rows: Fragment }[] {
  const [id] = words
  return [
    ...(words.length === 1 && id ? [{ match: 'id' as const, rows: sql`search_objects o WHERE o.id = ${id}` }] : []),
    ...matchTiers(words).map(({ match, text }) => ({ match, rows: matching(text) })),
  ]
}

const matching = (text: string) =>
  sql`search_texts t CROSS JOIN search_objects o ON o.number = t.rowid WHERE search_texts MATCH ${text}`

const inOrder = (rows: Fragment, shown: Fragment, limit: number) =>
  sql`SELECT o.number, o.name, o.detail FROM ${rows} AND (${shown})
    ORDER BY CASE o.kind WHEN 'rule' THEN 2 WHEN 'user' THEN 1 ELSE 0 END, o.name, o.number LIMIT ${limit}`

/** Of what shares runs of letters with the words, so many are looked at. */
const CANDIDATES = 500

/** The index tells what shares letters; whether only one differs is seen in the texts themselves. */
async function addSimilar(searcher: Searcher, { words, shown, limit }: ShownSearch, found: Found): Promise<void> {
  const tier = similarTier(words)
  if (!tier) return
  const { text, params } = inOrder(matching(tier), shown, CANDIDATES)
  for (const { number, name, detail } of await searcher.all<Candidate>(text, params)) {
    if (found.size >= limit) return
    if (!found.has(number) && matchWords(words, `${name} ${detail ?? ''}`)) found.set(number, 'similar')
  }
}

interface Candidate {
  number: number
  name: string
  detail: string | null
}

interface HitRow {
  match: SearchMatch
  kind: SearchKind
  id: string
  name: string
  detail: string | null
  parent_id: string | null
  policy: string | null
  server: string | null
}

const HITS = `SELECT f.value ->> '$[1]' AS match, o.kind, o.id, o.name, o.detail, o.parent_id, p.name AS policy, s.name AS server
  FROM json_each(?) f CROSS JOIN search_objects o ON o.number = f.value ->> '$[0]'
  LEFT JOIN policies p ON p.id = o.parent_id LEFT JOIN authorization_servers s ON s.id = o.parent_id
  ORDER BY f.key`

async function readHits(searcher: Searcher, found: readonly (readonly [number, SearchMatch])[]): Promise<SearchHit[]> {
  const rows = await searcher.all<HitRow>(HITS, [JSON.stringify(found)])
  return rows.map(({ kind, id, name, detail, match, ...row }) => ({ kind, id, name, detail, match, ...parentOf(row) }))
}

function parentOf({ parent_id: id, policy, server }: Pick<HitRow, 'parent_id' | 'policy' | 'server'>) {
  if (id !== null && policy !== null) return { parent: { kind: 'policy' as const, id, name: policy } }
  if (id !== null && server !== null) return { parent: { kind: 'authorizationServer' as const, id, name: server } }
  return {}
}
