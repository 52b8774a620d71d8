import type { Reader } from '#db/connection.ts'
import { policies, policyRules, type PolicyRow, type PolicyRuleRow } from '#db/tables/policies.ts'
import type { ApplicationRecord } from '#policy/index.ts'
import { MAPPED_POLICIES, type MappedPolicies } from './apps.sql.ts'

/** Policies and their rules, all or those of some policies, in priority order with the defaults last. */
export function readPolicyRows(reader: Reader, ids?: ReadonlySet<string>): Promise<[PolicyRow[], PolicyRuleRow[]]> {
  const among = (column: string) => (ids ? `WHERE ${column} IN (SELECT value FROM json_each(?))` : '')
  const params = ids ? [JSON.stringify([...ids])] : []
  return Promise.all([
    policies.all(reader, `${among('id')} ORDER BY system, priority, created, id`, params),
    policyRules.all(reader, `${among('policy_id')} ORDER BY policy_id, system, priority, id`, params),
  ])
}

type AppRow = Pick<ApplicationRecord, 'id' | 'name' | 'label' | 'status'> & MappedPolicies

/** All applications as decisions need them. */
export function readAppRows(reader: Reader): Promise<AppRow[]> {
  return reader.all(`SELECT a.id, a.name, a.label, a.status, ${MAPPED_POLICIES} FROM apps a`)
}

/** The names of rows, all or some, by their ids. @param name the column that holds it, or an expression */
export async function readNames(
  reader: Reader,
  { table, name }: { table: string; name: string },
  ids: ReadonlySet<string> | null,
): Promise<Map<string, string>> {
  const among = ids ? ' WHERE id IN (SELECT value FROM json_each(?))' : ''
  const rows = await reader.all<{ id: string; name: string }>(
    `SELECT id, ${name} AS name FROM ${table}${among}`,
    ids ? [JSON.stringify([...ids])] : [],
  )
  return new Map(rows.map((row) => [row.id, row.name]))
}
