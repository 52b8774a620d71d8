import { SEARCH_KINDS, type SearchHit, type SearchKind, type SearchMatch } from '#contract/gatehouse/search.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { code, join, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import type { Searcher } from '#db/searches.ts'
import { matchTiers } from './match-tiers.ts'

/** A condition: the rows `o` of the given kinds that the caller may see. */
export function shownTo(reader: Pick<Reader, 'visible'>, kinds: readonly SearchKind[] = SEARCH_KINDS): Fragment {
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

/** Sources of rows `o`, best first. */
export function tiersOf(words: readonly string[]): { match: SearchMatch; rows: Fragment }[] {
  const [id] = words
  return [
    ...(words.length === 1 && id ? [{ match: 'id' as const, rows: sql`search_objects o WHERE o.id = ${id}` }] : []),
    ...matchTiers(words).map(({ match, text }) => ({ match, rows: matching(text) })),
  ]
}

/** The source of rows `o` that an expression of the full-text index finds. */
export const matching = (text: string): Fragment =>
  sql`search_texts t CROSS JOIN search_objects o ON o.number = t.rowid WHERE search_texts MATCH ${text}`

interface Candidate {
  number: number
  name: string
  detail: string | null
}

/** The rows of a source that are shown: people after the kinds that are few, rules last; then by name. */
export function candidatesIn(
  searcher: Searcher,
  rows: Fragment,
  { shown, limit }: { shown: Fragment; limit: number },
): Promise<Candidate[]> {
  const { text, params } = sql`SELECT o.number, o.name, o.detail FROM ${rows} AND (${shown})
    ORDER BY CASE o.kind WHEN 'rule' THEN 2 WHEN 'user' THEN 1 ELSE 0 END, o.name, o.number LIMIT ${limit}`
  return searcher.all<Candidate>(text, params)
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

/** Objects that were found, in their order. */
export async function readHits(
  searcher: Searcher,
  found: readonly (readonly [number, SearchMatch])[],
): Promise<SearchHit[]> {
  const rows = await searcher.all<HitRow>(HITS, [JSON.stringify(found)])
  return rows.map(({ kind, id, name, detail, match, ...row }) => ({ kind, id, name, detail, match, ...parentOf(row) }))
}

function parentOf({ parent_id: id, policy, server }: Pick<HitRow, 'parent_id' | 'policy' | 'server'>) {
  if (id !== null && policy !== null) return { parent: { kind: 'policy' as const, id, name: policy } }
  if (id !== null && server !== null) return { parent: { kind: 'authorizationServer' as const, id, name: server } }
  return {}
}
