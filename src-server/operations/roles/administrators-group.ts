import type { SetupTx, Tx } from '#audit-log/transaction.ts'
import { ADMINISTRATORS, groupMembers, groups, type GroupRecord } from '#db/tables/groups.ts'
import { roleAssignments } from '#db/tables/role-assignments.ts'
import { users } from '#db/tables/users.ts'
import { AFTER_MEMBERSHIP, applyGroupRules } from '../directory/group-rules/apply.ts'
import { membershipTargets } from '../directory/person-target.ts'

/** The people who hold a role, themselves or by a group. */
const HOLDERS = `SELECT assignee_id FROM role_assignments WHERE assignee_kind = 'USER'
  UNION SELECT m.user_id FROM role_assignments r JOIN group_members m ON m.group_id = r.assignee_id
    WHERE r.assignee_kind = 'GROUP'`
const MEMBERS = 'SELECT user_id FROM group_members WHERE group_id = ?'

/**
 * After a use case, in its transaction: the built-in group of all administrators (spec/5 §3) has exactly those as members who hold a role,
 * whether they can sign in or not, each change with its event. A workspace that was made before that group does without it, as older
 * organizations do.
 */
export async function followRoles(tx: Tx): Promise<void> {
  if (!(await mayMatter(tx))) return
  const group = await groups.first(tx, `WHERE id IN ${ADMINISTRATORS}`)
  if (group) await follow(tx, group)
}

/** Whether anybody may have come to a role, or lost one. WHY deleted groups: their roles go with them, by a trigger. */
async function mayMatter(tx: Tx): Promise<boolean> {
  if (tx.changes.touches(roleAssignments)) return true
  if ([...tx.changes.rowsOf(groups).values()].includes('removed')) return true
  return tx.changes.touches(groupMembers) && (await roleAssignments.exists(tx, `assignee_kind = 'GROUP'`, []))
}

/** The same where a workspace is filled, which leaves no events. */
export async function fillAdministrators(tx: SetupTx): Promise<void> {
  const group = await groups.first(tx, `WHERE id IN ${ADMINISTRATORS}`)
  if (!group) return
  const members = (await comingInto(tx, group)).map(({ id }) => ({ groupId: group.id, userId: id }))
  await groupMembers.insertMany(tx, members, ['groupId', 'userId'])
}

const comingInto = (tx: SetupTx, { id }: GroupRecord) =>
  users.all(tx, `WHERE id IN (${HOLDERS} EXCEPT ${MEMBERS}) ORDER BY id`, [id])

async function follow(tx: Tx, group: GroupRecord): Promise<void> {
  const coming = await comingInto(tx, group)
  const leaving = await users.all(tx, `WHERE id IN (${MEMBERS} EXCEPT SELECT * FROM (${HOLDERS})) ORDER BY id`, [
    group.id,
  ])
  if (coming.length === 0 && leaving.length === 0) return
  for (const user of coming) {
    await groupMembers.insert(tx, { groupId: group.id, userId: user.id })
    tx.record({ type: 'group.user_membership.add', targets: membershipTargets(group, user) })
  }
  for (const user of leaving) {
    await groupMembers.remove(tx, { groupId: group.id, userId: user.id })
    tx.record({ type: 'group.user_membership.remove', targets: membershipTargets(group, user) })
  }
  await groups.update(tx, group, { lastMembershipUpdated: tx.now })
  const ids = [...coming, ...leaving].map(({ id }) => id)
  await applyGroupRules(tx, ids, AFTER_MEMBERSHIP)
}
