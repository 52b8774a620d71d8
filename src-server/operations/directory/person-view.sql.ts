import type { UserApplication } from '#contract/gatehouse/person-view.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { EVERYONE_ID } from '#db/tables/groups.ts'

interface Named {
  id: string
  name: string
}

const named = (json: string) => JSON.parse(json) as Named[]

/** The reasons of a person's memberships, by group: manual, and the rules that the caller may see. */
export async function reasonsOfMemberships(
  reader: Reader,
  userId: string,
  groupIds: readonly string[],
): Promise<ReadonlyMap<string, { byHand: boolean; rules: Named[] }>> {
  const rows = await reader.all<{ id: string; byHand: number; rules: string }>(
    `SELECT m.group_id AS id, m.by_hand AS byHand,
       (SELECT json_group_array(json_object('id', id, 'name', name)) FROM
         (SELECT id, name FROM group_rules WHERE ${reader.visible('read', 'groupRule').condition} AND id IN
           (SELECT rule_id FROM group_member_rules WHERE group_id = m.group_id AND user_id = m.user_id)
          ORDER BY name, id)) AS rules
     FROM group_members m WHERE m.user_id = ? AND m.group_id IN (SELECT value FROM json_each(?))`,
    [userId, JSON.stringify(groupIds)],
  )
  return new Map(rows.map(({ id, byHand, rules }) => [id, { byHand: byHand === 1, rules: named(rules) }]))
}

interface ApplicationRow extends Pick<UserApplication, 'id' | 'label' | 'status' | 'signOnMode'> {
  direct: number
  groups: string
}

/** The applications of a person by label, those of the platform left out, each with all assignments that give it. */
export async function applicationsOf(reader: Reader, userId: string): Promise<UserApplication[]> {
  const rows = await reader.all<ApplicationRow>(
    `WITH mine (id) AS (SELECT group_id FROM group_members WHERE user_id = ?1
        UNION ALL SELECT ${EVERYONE_ID})
     SELECT a.id, a.label, a.status, a.sign_on_mode AS signOnMode,
       EXISTS (SELECT 1 FROM app_users WHERE app_id = a.id AND user_id = ?1) AS direct,
       (SELECT json_group_array(json_object('id', id, 'name', name)) FROM
         (SELECT g.id, g.name FROM app_groups ag JOIN groups g ON g.id = ag.group_id
          WHERE ag.app_id = a.id AND g.id IN mine AND ${reader.visible('read', 'group').on('g.id')}
          ORDER BY ag.priority, g.id)) AS groups
     FROM apps a WHERE a.system = 0 AND ${reader.visible('read', 'app').on('a.id')} AND (
       a.id IN (SELECT app_id FROM app_users WHERE user_id = ?1)
       OR a.id IN (SELECT app_id FROM app_groups WHERE group_id IN mine))
     ORDER BY a.label, a.id`,
    [userId],
  )
  return rows.map(({ direct, groups, ...app }) => ({ ...app, direct: direct === 1, groups: named(groups) }))
}
