import type { FilterSource } from '#db/filter-sql.ts'
import { code, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import type { SqlValue } from '#db/driver.ts'
import { prefixPattern } from '#db/page.ts'
import type { Searcher } from '#db/searches.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import type { Attribute } from '#filter/index.ts'
import type { Place } from './search-cursor.ts'
import { valueName } from './user-index.sql.ts'
import { keyInDocument } from './user-order.sql.ts'

const COLUMNS: FilterSource['attributes'] = {
  id: { column: 'g.id' },
  type: { column: 'g.type', letters: 'capital' },
  'source.id': { column: 'g.source_id' },
  created: { column: 'g.created' },
  lastUpdated: { column: 'g.last_updated' },
  lastMembershipUpdated: { column: 'g.last_membership_updated' },
  'profile.name': { column: '(g.name COLLATE BINARY)' },
  'profile.description': { column: 'g.description' },
}

/** The columns with a group's attributes, for a table `g`. */
export const GROUPS: FilterSource = { attributes: COLUMNS, documents: { profile: 'g.profile' } }

/** Holds for groups whose name begins so, whatever its case. */
export const groupNameBegins = (q: string): Fragment => sql`g.name LIKE ${prefixPattern(q)} ESCAPE '\\'`

/** The order of names, whatever their case. */
export const BY_GROUP_NAME = code('lower(g.name)')

/** The sort key of groups; null sorts by id. Texts that are compared without case are in lower case. */
export function groupOrder(attribute: Attribute | null): Fragment | null {
  if (!attribute || attribute.path === 'id') return null
  if (!Object.hasOwn(COLUMNS, attribute.path)) return keyInDocument('g.profile', valueName(attribute) ?? '')
  const column = code((COLUMNS[attribute.path] as { column: string }).column)
  return attribute.type === 'text' && !attribute.exact ? sql`lower(substr(${column}, 1, 255))` : column
}

interface GroupPage {
  where: Fragment
  /** Null: by id. */
  order: Fragment | null
  place: Place | null
  limit: number
  isDescending: boolean
}

/** A group with the key that it is sorted by. */
type SortedGroup = GroupRecord & { sortKey: SqlValue }

/** A page of groups; those without a key come last. WHY no index is asked for: an organization has thousands of groups, not millions. */
export async function searchGroups(searcher: Searcher, page: GroupPage): Promise<SortedGroup[]> {
  const { text, params } = pageOf(page)
  return (await searcher.all<object>(text, params)).map((row) => groups.fromRow<SortedGroup>(row))
}

function pageOf({ where, order, place, limit, isDescending }: GroupPage): Fragment {
  const end = code(isDescending ? 'DESC' : 'ASC')
  const sign = code(isDescending ? '<' : '>')
  const key = order ?? code('NULL')
  const behindId = place ? sql`g.id ${sign} ${place.id}` : code('1')
  const behind =
    place?.key === undefined || place.key === null
      ? sql`(${key} IS NULL OR ${code(place ? '0' : '1')}) AND ${behindId}`
      : sql`(${key} IS NULL OR (${key}, g.id) ${sign} (${place.key}, ${place.id}))`
  return sql`SELECT ${code(groups.select('g'))}, ${key} AS sortKey FROM groups g WHERE ${where} AND ${behind}
    ORDER BY sortKey IS NULL, sortKey ${end}, g.id ${end} LIMIT ${limit}`
}
