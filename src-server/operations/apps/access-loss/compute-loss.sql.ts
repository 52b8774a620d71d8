import type { AccessLoss } from '#contract/gatehouse/access-loss.ts'
import type { Reader } from '#db/connection.ts'
import { sql, type Fragment } from '#db/filter-sql-fragment.ts'
import { groupRules, type GroupRuleRecord } from '#db/tables/group-rules.ts'
import type { LossQuestion } from '#workers/protocol.ts'
import { leftAdministrators, losing } from './loss-queries.sql.ts'

/** The applications that people lose, with how many lose each; the most lost first. */
export function lostApps(read: Reader, question: LossQuestion): Promise<AccessLoss['apps']> {
  const { text, params } = sql`SELECT a.id, a.label AS name, a.status, count(*) AS people
    FROM (${losing(question, null)}) l JOIN apps a ON a.id = l.app_id GROUP BY a.id ORDER BY people DESC, a.label, a.id`
  return read.all(text, params)
}

/** A query for the ids of people who lose any application. */
export const losingAnything = (question: LossQuestion): Fragment =>
  sql`SELECT DISTINCT user_id FROM (${losing(question, null)})`

/** A query for the ids of people who lose an application. */
export const losingApp = (question: LossQuestion, appId: string): Fragment =>
  sql`SELECT user_id FROM (${losing(question, [appId])})`

/** The number of people found by a query for ids. */
export async function countOf(read: Reader, ids: Fragment): Promise<number> {
  const { text, params } = sql`SELECT count(*) AS count FROM (${ids})`
  return (await read.first<{ count: number }>(text, params))?.count ?? 0
}

/** The ids of the first people by name, of those found by a query for ids. */
export async function firstNamed(read: Reader, ids: Fragment, limit: number): Promise<string[]> {
  const { text, params } =
    sql`SELECT id FROM users WHERE id IN (${ids}) ORDER BY last_name, first_name, id LIMIT ${limit}`
  return idsOf(await read.all(text, params))
}

/** The id of the group of all administrators, if unassigning a role takes somebody out of it. */
export async function groupsLeftByRole(
  read: Reader,
  question: Extract<LossQuestion, { change: 'TAKE_ROLE' }>,
): Promise<string[]> {
  const { text, params } = leftAdministrators(question)
  return idsOf(await read.all(text, params))
}

/** The given groups that have members. */
export async function inhabited(read: Reader, groupIds: readonly string[]): Promise<string[]> {
  const sql = `SELECT value AS id FROM json_each(?) WHERE EXISTS (SELECT 1 FROM group_members WHERE group_id = value)`
  return idsOf(await read.all(sql, [JSON.stringify(groupIds)]))
}

/** The rules that have added members to a group, by name. */
export function rulesThatGave(read: Reader, groupId: string): Promise<GroupRuleRecord[]> {
  const tail = `WHERE id IN (SELECT rule_id FROM group_member_rules WHERE group_id = ?) ORDER BY name, id`
  return groupRules.all(read, tail, [groupId])
}

/** The given people who are members of a group. */
export async function membersAmong(read: Reader, groupId: string, userIds: readonly string[]): Promise<string[]> {
  const sql = `SELECT user_id AS id FROM group_members WHERE group_id = ? AND user_id IN (SELECT value FROM json_each(?))`
  return idsOf(await read.all(sql, [groupId, JSON.stringify(userIds)]))
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)
