import { EVERYONE_ID } from '#db/tables/groups.ts'
import type { UserApplication, UserMembership } from '#contract/gatehouse/person-view.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { pageOf, type Page } from '#db/page.ts'
import { listGroupsOfUser } from './groups.ts'

interface PageQuery {
  limit: number
  after?: string
}

const names = (json: string): { id: string; name: string }[] => JSON.parse(json) as { id: string; name: string }[]

/** The groups of a person that the caller may see, in the order of the interface's list, each with what put them there. */
export async function listMemberships(
  reader: Reader,
  userId: string,
  { limit, after }: PageQuery,
): Promise<Page<UserMembership>> {
  const { items, next } = pageOf(await listGroupsOfUser(reader, userId), limit, after)
  const reasons = await reader.all<{ id: string; byHand: number; rules: string }>(
    `SELECT m.group_id AS id, m.by_hand AS byHand,
       (SELECT json_group_array(json_object('id', id, 'name', name)) FROM
         (SELECT id, name FROM group_rules WHERE ${reader.visible('read', 'groupRule').condition} AND id IN
           (SELECT rule_id FROM group_member_rules WHERE group_id = m.group_id AND user_id = m.user_id)
          ORDER BY name, id)) AS rules
     FROM group_members m WHERE m.user_id = ? AND m.group_id IN (SELECT value FROM json_each(?))`,
    [userId, JSON.stringify(items.map(({ id }) => id))],
  )
  const byGroup = new Map(reasons.map((reason) => [reason.id, reason]))
  const present = ({ id, name, description, type }: (typeof items)[number]): UserMembership => {
    const { byHand = 0, rules = '[]' } = byGroup.get(id) ?? {}
    return { id, name, description, type, byHand: byHand === 1, rules: names(rules) }
  }
  return { items: items.map(present), next }
}

interface ApplicationRow extends Pick<UserApplication, 'id' | 'label' | 'status' | 'signOnMode'> {
  direct: number
  groups: string
}

/**
 * The applications of a person by label, those of the platform left out, each with all assignments that give it. WHY in memory: a
 * cursor is the id of an application, and the order is that of labels; a person has tens of them.
 */
export async function listApplications(
  reader: Reader,
  userId: string,
  { limit, after }: PageQuery,
): Promise<Page<UserApplication>> {
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
  const { items, next } = pageOf(rows, limit, after)
  return {
    items: items.map(({ direct, groups, ...app }) => ({ ...app, direct: direct === 1, groups: names(groups) })),
    next,
  }
}
