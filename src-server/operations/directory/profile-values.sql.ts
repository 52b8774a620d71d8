import type { Reader, Tx } from '#audit-log/transaction.ts'
import { jsonPath } from '#db/json-path.ts'
import { appGroups, appUsers } from '#db/tables/apps.ts'
import { groups } from '#db/tables/groups.ts'
import type { ValueTable } from '#db/tables/table.ts'
import { users } from '#db/tables/users.ts'

/** The tables and rows with profiles that a schema governs; each table has a column `profile`. */
export type ProfileHolders = readonly {
  readonly table: ValueTable
  readonly condition: string
  /** Whether the condition asks for the owner of the schema, by `?`. */
  readonly isOfOwner: boolean
}[]

export const PROFILES_OF_TYPE: ProfileHolders = [{ table: users, condition: 'type_id = ?', isOfOwner: true }]

/** Imported groups have the properties that their application gave them, whatever they are called. */
export const PROFILES_OF_GROUPS: ProfileHolders = [
  { table: groups, condition: `type <> 'APP_GROUP'`, isOfOwner: false },
]

const OF_APP = { condition: 'app_id = ?', isOfOwner: true }
export const PROFILES_IN_APP: ProfileHolders = [
  { table: appUsers, ...OF_APP },
  { table: appGroups, ...OF_APP },
]

/** The owner of a schema, and the profiles that it governs. */
interface Owner {
  readonly id: string
  readonly holders: ProfileHolders
}

/** The number of profiles that have a value for an attribute. */
export async function countValues(reader: Reader, { id, holders }: Owner, name: string): Promise<number> {
  let count = 0
  for (const { table, condition, isOfOwner } of holders) {
    const sql = `SELECT count(*) AS count FROM ${table.name} WHERE coalesce(json_type(profile, ?), 'null') <> 'null' AND ${condition}`
    const row = await reader.first<{ count: number }>(sql, [jsonPath(name), ...(isOfOwner ? [id] : [])])
    count += row?.count ?? 0
  }
  return count
}

/** Removes attributes from profiles. WHY one statement for all of a table: it is done off the event loop. */
export async function removeValues(tx: Tx, { id, holders }: Owner, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const paths = names.map((name) => jsonPath(name))
  const [marks, holds] = [paths.map(() => '?').join(', '), paths.map(() => 'json_type(profile, ?) IS NOT NULL')]
  for (const { table, condition, isOfOwner } of holders) {
    const where = `(${holds.join(' OR ')}) AND ${condition}`
    const params = [...paths, ...paths, ...(isOfOwner ? [id] : [])]
    const value = `json_remove(profile, ${marks})`
    await table.updateWhere(tx, { attribute: 'profile', value, condition: where, params })
  }
}

/** A value that several people of a type share, or one of them and somebody of another type for whom it is unique; undefined for none. */
export async function sharedValue(reader: Reader, typeId: string, name: string): Promise<string | undefined> {
  const shared = await reader.first<{ value: string }>(
    `SELECT CAST(j.value AS TEXT) COLLATE NOCASE AS value FROM users u JOIN json_each(u.profile) j ON j.key = ?1
       WHERE u.type_id = ?2 AND j.type <> 'null' GROUP BY 1
       HAVING count(*) > 1 OR EXISTS (SELECT 1 FROM unique_values v WHERE v.name = ?1 AND v.value = CAST(j.value AS TEXT))
       LIMIT 1`,
    [name, typeId],
  )
  return shared?.value
}
