import type { Reader } from '#db/connection.ts'
import { groupRules, type GroupRuleRecord } from '#db/tables/group-rules.ts'
import { groups } from '#db/tables/groups.ts'

/** A revision that changes with every change of a rule, within the same transaction. */
export async function rulesRevision(reader: Reader): Promise<string> {
  return (await reader.first<{ value: string }>('SELECT value FROM group_rules_revision'))?.value ?? ''
}

/** Rules that are not invalid and put people into a group, by id. */
export function rulesThatFill(reader: Reader, groupId: string): Promise<GroupRuleRecord[]> {
  const tail = `WHERE status <> 'INVALID' AND EXISTS (SELECT 1 FROM json_each(group_ids) WHERE value = ?) ORDER BY id`
  return groupRules.all(reader, tail, [groupId])
}

/** The number of people that each rule has added to groups; rules without any are left out. */
export async function peopleByRule(reader: Reader): Promise<ReadonlyMap<string, number>> {
  const rows = await reader.all<{ rule: string; people: number }>(
    'SELECT rule_id AS rule, count(DISTINCT user_id) AS people FROM group_member_rules GROUP BY rule_id',
  )
  return new Map(rows.map(({ rule, people }) => [rule, people]))
}

/** Names of some groups by their ids. @param condition of the rights of a caller */
export async function groupNames(
  reader: Reader,
  ids: readonly string[],
  condition: string,
): Promise<Map<string, string>> {
  const tail = `WHERE ${condition} AND id IN (SELECT value FROM json_each(?))`
  const found = await groups.all(reader, tail, [JSON.stringify(ids)])
  return new Map(found.map(({ id, name }) => [id, name]))
}

/** The given ids that no person and no group has. */
export async function idsThatAreGone(reader: Reader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await reader.all<{ id: string }>(
    `SELECT DISTINCT value AS id FROM json_each(?)
     WHERE value NOT IN (SELECT id FROM users) AND value NOT IN (SELECT id FROM groups)`,
    [JSON.stringify(ids)],
  )
  return new Set(rows.map(({ id }) => id))
}
