import { ADMINISTRATORS_ID, EVERYONE_ID } from '#db/tables/groups.ts'
import { code, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import type { LossQuestion } from '#workers/protocol.ts'

/** Has an application of a row `lost` directly. */
const HAS_DIRECTLY = `EXISTS (SELECT 1 FROM app_users WHERE app_id = lost.app_id AND user_id = leaving.id)`

/** In an application of a row `lost`, by another way than the group of that row: directly, or through another group. */
const KEPT = `${HAS_DIRECTLY}
  OR EXISTS (SELECT 1 FROM app_groups o WHERE o.app_id = lost.app_id AND o.group_id <> lost.group_id
    AND (o.group_id IN ${EVERYONE_ID}
      OR EXISTS (SELECT 1 FROM group_members WHERE group_id = o.group_id AND user_id = leaving.id)))`

const CAN_SIGN_IN = `status <> 'DEPROVISIONED'`

const among = (ids: readonly string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`

/** Everybody is in Everyone, without a row for each. */
const membersOf = (groupId: string) => sql`(SELECT user_id FROM group_members WHERE group_id = ${groupId}
  UNION ALL SELECT id FROM users WHERE ${groupId} IN ${code(EVERYONE_ID)})`

/** The applications that people have only through a group. */
const throughGroup = (groupId: string, appIds: readonly string[]): Fragment =>
  sql`SELECT lost.app_id, leaving.id AS user_id FROM app_groups lost
    CROSS JOIN (SELECT id FROM users WHERE ${code(CAN_SIGN_IN)} AND id IN ${membersOf(groupId)}) leaving
    WHERE lost.group_id = ${groupId} AND lost.app_id IN ${among(appIds)} AND NOT (${code(KEPT)})`

/**
 * Memberships that end where people leave a group: those in it, and those in further groups that only rules give which except them
 * from then on. WHY active rules: what an inactive one gave stays. As `outcomeFor` works it out for one person.
 */
const LEFT = `lifted AS MATERIALIZED (
    SELECT r.user_id, r.rule_id FROM leaving CROSS JOIN group_member_rules r ON r.group_id = leaving.group_id AND r.user_id = leaving.id
      JOIN group_rules rule ON rule.id = r.rule_id AND rule.status = 'ACTIVE'),
  gone AS MATERIALIZED (
    SELECT id AS user_id, group_id FROM leaving
    UNION SELECT m.user_id, m.group_id FROM lifted
      CROSS JOIN group_member_rules given ON given.rule_id = lifted.rule_id AND given.user_id = lifted.user_id
      CROSS JOIN group_members m ON m.group_id = given.group_id AND m.user_id = given.user_id AND m.by_hand = 0
      WHERE NOT EXISTS (SELECT 1 FROM group_member_rules kept WHERE kept.group_id = m.group_id AND kept.user_id = m.user_id
        AND (kept.user_id, kept.rule_id) NOT IN (SELECT user_id, rule_id FROM lifted)))`

/**
 * The memberships among the administrators of those people to whom no role is left. As `followRoles` does it.
 * @param people a table with their `user_id`
 * @param isLeft of a role `r` that somebody holds
 * @param isLeftBy of a role `r` that somebody holds by a membership `o`
 */
const administratorsNoMore = (people: Fragment, isLeft: Fragment, isLeftBy: Fragment): Fragment =>
  sql`SELECT m.user_id, m.group_id FROM ${people} touched
      CROSS JOIN group_members m ON m.group_id IN ${code(ADMINISTRATORS_ID)} AND m.user_id = touched.user_id
      WHERE NOT EXISTS (SELECT 1 FROM role_assignments r
          WHERE r.assignee_kind = 'USER' AND r.assignee_id = m.user_id AND ${isLeft})
        AND NOT EXISTS (SELECT 1 FROM role_assignments r
          CROSS JOIN group_members o ON o.group_id = r.assignee_id AND o.user_id = m.user_id
          WHERE r.assignee_kind = 'GROUP' AND ${isLeftBy})`

/** The memberships that end, and those in the group of all administrators that end with them. */
const ENDED = sql`ended AS MATERIALIZED (
    SELECT user_id, group_id FROM gone
    UNION ${administratorsNoMore(code('gone'), code('1'), code('(o.user_id, o.group_id) NOT IN (SELECT user_id, group_id FROM gone)'))})`

/**
 * The applications that people have only through memberships that end.
 * @param ended tables up to that of this name
 * @param appIds null: of all
 */
const throughMemberships = (ended: Fragment, appIds: readonly string[] | null): Fragment =>
  sql`WITH ${ended}
    SELECT DISTINCT lost.app_id, leaving.id AS user_id FROM (SELECT user_id AS id, group_id FROM ended) leaving
    CROSS JOIN app_groups lost ON lost.group_id = leaving.group_id
    WHERE ${appIds ? sql`lost.app_id IN ${among(appIds)}` : code('1')} AND NOT (${code(HAS_DIRECTLY)}
      OR EXISTS (SELECT 1 FROM app_groups o WHERE o.app_id = lost.app_id AND (o.group_id IN ${code(EVERYONE_ID)}
        OR EXISTS (SELECT 1 FROM group_members WHERE group_id = o.group_id AND user_id = leaving.id)
          AND (leaving.id, o.group_id) NOT IN (SELECT user_id, group_id FROM ended))))`

const leavingGroup = (groupId: string, people: readonly string[]): Fragment =>
  sql`leaving AS MATERIALIZED (SELECT m.user_id AS id, m.group_id FROM group_members m JOIN users u ON u.id = m.user_id
      WHERE m.group_id = ${groupId} AND u.${code(CAN_SIGN_IN)} AND m.user_id IN ${among(people)}),
    ${code(LEFT)}, ${ENDED}`

/** WHY no rules: one that names a group that is gone does nothing from then on, and what it gave stays. */
const deletedGroups = (groupIds: readonly string[]): Fragment =>
  sql`gone AS MATERIALIZED (SELECT m.user_id, m.group_id FROM group_members m JOIN users u ON u.id = m.user_id
      WHERE m.group_id IN ${among(groupIds)} AND u.${code(CAN_SIGN_IN)}), ${ENDED}`

/** The memberships in the group of all administrators that end when a role is unassigned from a person or a group. */
const takenRole = ({ assigneeId, type }: Taking): Fragment => {
  const holders = sql`(SELECT u.id AS user_id FROM users u WHERE u.${code(CAN_SIGN_IN)} AND u.id IN (
      SELECT ${assigneeId} UNION SELECT user_id FROM group_members WHERE group_id = ${assigneeId}))`
  const isOther = sql`(r.assignee_id, r.type) <> (${assigneeId}, ${type})`
  return sql`ended AS MATERIALIZED (${administratorsNoMore(holders, isOther, isOther)})`
}
type Taking = Extract<LossQuestion, { change: 'TAKE_ROLE' }>

/** A query for the id of the group of all administrators, if unassigning a role takes somebody out of it. */
export const leftAdministrators = (question: Taking): Fragment =>
  sql`WITH ${takenRole(question)} SELECT DISTINCT group_id AS id FROM ended`

/** All who have applications. WHY not by person, as `givenTo` says it: of everybody that would be a query for each. */
const havingApps = (appIds: readonly string[]) => sql`
  SELECT held.app_id, held.user_id FROM (
    SELECT app_id, user_id FROM app_users WHERE app_id IN ${among(appIds)}
    UNION SELECT g.app_id, m.user_id FROM app_groups g JOIN group_members m ON m.group_id = g.group_id
      WHERE g.app_id IN ${among(appIds)}
    UNION SELECT g.app_id, u.id FROM app_groups g JOIN users u
      WHERE g.app_id IN ${among(appIds)} AND g.group_id IN ${code(EVERYONE_ID)}
  ) held JOIN users u ON u.id = held.user_id AND u.${code(CAN_SIGN_IN)}`

/** The people who would lose applications by a change, as rows `app_id, user_id`. @param appIds only these applications; null: all */
export function losing(question: LossQuestion, appIds: readonly string[] | null): Fragment {
  switch (question.change) {
    case 'CLOSE_APPS':
      return havingApps(appIds ?? question.appIds)
    case 'UNASSIGN_GROUP':
      return throughGroup(question.groupId, [question.appId])
    case 'DELETE_GROUPS':
      return throughMemberships(deletedGroups(question.groupIds), appIds)
    case 'LEAVE_GROUP':
      return throughMemberships(leavingGroup(question.groupId, question.members), appIds)
    case 'TAKE_ROLE':
      return throughMemberships(takenRole(question), appIds)
  }
}

/** Ids of the people who leave a group that a rule had added them to, and who are not exceptions of the rule yet. */
export const newlyExcepted = (
  { groupId, members }: Extract<LossQuestion, { change: 'LEAVE_GROUP' }>,
  rule: { id: string; excludedUsers: readonly string[] },
): Fragment => sql`SELECT user_id FROM group_member_rules WHERE group_id = ${groupId} AND rule_id = ${rule.id}
  AND user_id IN ${among(members)} AND user_id NOT IN ${among(rule.excludedUsers)}`
