import { invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { SEARCH_KINDS, type SearchHit, type SearchKind } from '#contract/gatehouse/search.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { sql, type Fragment } from '#db/filter-sql-fragment.ts'
import { SearchTimeout, type Searcher } from '#db/searches.ts'
import type { Service } from '../service.ts'
import { matchTiers } from './match-tiers.ts'

export interface ObjectSearch {
  /** At least one, without blanks. */
  words: readonly string[]
  /** Absent: all. */
  kinds?: readonly SearchKind[] | undefined
  limit: number
}

/**
 * Objects of any kind by parts of their names, best first (`matchTiers`); then by name, people after the kinds that are
 * few, rules last. @throws ApiError E0000001 on `q` where it takes too long
 */
export async function searchObjects(
  { store, reader }: Pick<Service, 'store'> & { reader: Pick<Reader, 'visible'> },
  { kinds, ...words }: ObjectSearch,
): Promise<SearchHit[]> {
  const search = { ...words, kinds: visibleKinds(reader, kinds) }
  try {
    return await store.searches.run(
      async (searcher) => readHits(searcher, await findNumbers(searcher, search)),
      LIMITS.searchMs,
    )
  } catch (error) {
    throw error instanceof SearchTimeout ? invalid('q', 'takes too long here; say more of the name', 'query') : error
  }
}

/** Those of some kinds that the caller may see; undefined for all kinds that there are. */
function visibleKinds(
  reader: Pick<Reader, 'visible'>,
  kinds: readonly SearchKind[] = SEARCH_KINDS,
): readonly SearchKind[] | undefined {
  const visible = kinds.filter((kind) => reader.visible('read', kind === 'rule' ? 'policyRule' : kind).isAny)
  return visible.length === SEARCH_KINDS.length ? undefined : visible
}

/** One tier after the other, until there are enough. */
async function findNumbers(searcher: Searcher, { words, kinds, limit }: ObjectSearch): Promise<number[]> {
  const found = new Set<number>()
  for (const tier of tiersOf(words)) {
    if (found.size >= limit) break
    // Those of better tiers are found again.
    const { text, params } = inOrder(tier, kinds, limit + found.size)
    for (const { number } of await searcher.all<{ number: number }>(text, params)) found.add(number)
  }
  return [...found].slice(0, limit)
}

/** Sources of rows `o`, best first. */
function tiersOf(words: readonly string[]): Fragment[] {
  const [id] = words
  return [
    ...(words.length === 1 && id ? [sql`search_objects o WHERE o.id = ${id}`] : []),
    ...matchTiers(words).map(
      (match) =>
        sql`search_texts t CROSS JOIN search_objects o ON o.number = t.rowid WHERE search_texts MATCH ${match}`,
    ),
  ]
}

const inOrder = (tier: Fragment, kinds: readonly SearchKind[] | undefined, limit: number) =>
  sql`SELECT o.number FROM ${tier}
    AND (${kinds ? 0 : 1} OR o.kind IN (SELECT value FROM json_each(${JSON.stringify(kinds ?? [])})))
    ORDER BY CASE o.kind WHEN 'rule' THEN 2 WHEN 'user' THEN 1 ELSE 0 END, o.name, o.number LIMIT ${limit}`

interface HitRow {
  kind: SearchKind
  id: string
  name: string
  detail: string | null
  parent_id: string | null
  policy: string | null
  server: string | null
}

const HITS = `SELECT o.kind, o.id, o.name, o.detail, o.parent_id, p.name AS policy, s.name AS server
  FROM json_each(?) f CROSS JOIN search_objects o ON o.number = f.value
  LEFT JOIN policies p ON p.id = o.parent_id LEFT JOIN authorization_servers s ON s.id = o.parent_id
  ORDER BY f.key`

async function readHits(searcher: Searcher, numbers: readonly number[]): Promise<SearchHit[]> {
  const rows = await searcher.all<HitRow>(HITS, [JSON.stringify(numbers)])
  return rows.map(({ kind, id, name, detail, ...row }) => ({ kind, id, name, detail, ...parentOf(row) }))
}

function parentOf({ parent_id: id, policy, server }: Pick<HitRow, 'parent_id' | 'policy' | 'server'>) {
  if (id !== null && policy !== null) return { parent: { kind: 'policy' as const, id, name: policy } }
  if (id !== null && server !== null) return { parent: { kind: 'authorizationServer' as const, id, name: server } }
  return {}
}
