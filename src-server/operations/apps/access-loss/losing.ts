import { code, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import type { LossQuestion } from '#workers/protocol.ts'

/** In an application of a row `lost`, by another way than the group of that row: directly, or through another group. */
const KEPT = `EXISTS (SELECT 1 FROM app_users WHERE app_id = lost.app_id AND user_id = leaving.id)
  OR EXISTS (SELECT 1 FROM app_groups o WHERE o.app_id = lost.app_id AND o.group_id <> lost.group_id
    AND (o.group_id IN (SELECT id FROM groups WHERE type = 'BUILT_IN')
      OR EXISTS (SELECT 1 FROM group_members WHERE group_id = o.group_id AND user_id = leaving.id)))`

const CAN_SIGN_IN = `status <> 'DEPROVISIONED'`

const among = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`

/** Everybody is in the built-in group, without a row for each. */
const membersOf = (groupId: string) => sql`(SELECT user_id FROM group_members WHERE group_id = ${groupId}
  UNION ALL SELECT u.id FROM groups g JOIN users u WHERE g.id = ${groupId} AND g.type = 'BUILT_IN')`

/** What people have only through a group. @param people of its members; null: all */
function throughGroup(groupId: string, appIds: readonly string[] | null, people: readonly string[] | null): Fragment {
  return sql`SELECT lost.app_id, leaving.id AS user_id FROM app_groups lost
    CROSS JOIN (SELECT id FROM users WHERE ${code(CAN_SIGN_IN)} AND id IN ${membersOf(groupId)}
      ${people ? sql`AND id IN ${among(people)}` : code('')}) leaving
    WHERE lost.group_id = ${groupId} ${appIds ? sql`AND lost.app_id IN ${among(appIds)}` : code('')} AND NOT (${code(KEPT)})`
}

/** All who have applications. WHY not by person, as `givenTo` says it: of everybody that would be a query for each. */
const havingApps = (appIds: readonly string[]) => sql`
  SELECT held.app_id, held.user_id FROM (
    SELECT app_id, user_id FROM app_users WHERE app_id IN ${among(appIds)}
    UNION SELECT g.app_id, m.user_id FROM app_groups g JOIN group_members m ON m.group_id = g.group_id
      WHERE g.app_id IN ${among(appIds)}
    UNION SELECT g.app_id, u.id FROM app_groups g JOIN groups b ON b.id = g.group_id AND b.type = 'BUILT_IN' JOIN users u
      WHERE g.app_id IN ${among(appIds)}
  ) held JOIN users u ON u.id = held.user_id AND u.${code(CAN_SIGN_IN)}`

/**
 * Who would lose what by a change, as rows `app_id, user_id`.
 * @param appIds of those that are looked at only; null: of all
 */
export function losing(question: LossQuestion, appIds: readonly string[] | null): Fragment {
  switch (question.change) {
    case 'CLOSE_APPS':
      return havingApps(appIds ?? question.appIds)
    case 'UNASSIGN_GROUP':
      return throughGroup(question.groupId, [question.appId], null)
    case 'LEAVE_GROUP':
      return throughGroup(question.groupId, appIds, question.members)
  }
}

/** Ids of the people whom a rule had put into a group that they leave, and does not except yet. */
export const newlyExcepted = (
  { groupId, members }: Extract<LossQuestion, { change: 'LEAVE_GROUP' }>,
  rule: { id: string; excludedUsers: readonly string[] },
): Fragment => sql`SELECT user_id FROM group_member_rules WHERE group_id = ${groupId} AND rule_id = ${rule.id}
  AND user_id IN ${among(members)} AND user_id NOT IN ${among(rule.excludedUsers)}`
