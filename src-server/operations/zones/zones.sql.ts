import { code, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import type { Searcher } from '#db/searches.ts'
import { zones, type ZoneRow } from '#db/tables/zones.ts'

/** Zones by id, from behind one. @param visible of the rights of the caller @param filter what must hold of them */
export async function findZones(
  searcher: Searcher,
  { visible, filter, after, limit }: { visible: string; filter: Fragment; after: string; limit: number },
): Promise<ZoneRow[]> {
  const { text, params } = sql`SELECT ${code(zones.select())} FROM zones
    WHERE ${code(visible)} AND id > ${after} AND ${filter} ORDER BY id LIMIT ${limit}`
  return (await searcher.all<object>(text, params)).map((row) => zones.fromRow(row))
}
