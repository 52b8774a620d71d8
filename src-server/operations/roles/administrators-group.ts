import type { SetupTx, Tx } from '#audit-log/transaction.ts'
import { builtInGroup, groupMembers, groups, type GroupRecord } from '#db/tables/groups.ts'
import { roleAssignments } from '#db/tables/role-assignments.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { AFTER_MEMBERSHIP, applyGroupRules } from '../directory/group-rules/apply.ts'
import { membershipTargets } from '../service/person-target.ts'
import { holdersOutside, holdRoles, membersWithoutRole } from './administrators-group.sql.ts'

/** People whose rows are in memory at one time: a group that is given a role may have very many. */
const AT_ONCE = 500

/**
 * After a use case, in its transaction: the built-in group of all administrators (spec/5 §3) has exactly those as members who hold a role,
 * whether they can sign in or not, each change with its event. A workspace that was made before that group does without it, as older
 * organizations do.
 */
export async function followRoles(tx: Tx): Promise<void> {
  if (!(await mayMatter(tx))) return
  const group = await builtInGroup(tx, 'administrators')
  if (group) await follow(tx, group)
}

/** Whether anybody may have come to a role, or lost one. WHY deleted groups: their roles go with them, by a trigger. */
async function mayMatter(tx: Tx): Promise<boolean> {
  const { changes } = tx
  if (changes.touches(roleAssignments)) return true
  if ([...changes.rowsOf(groups).values()].includes('removed')) return true
  if (!changes.touches(groupMembers)) return false
  const groupIds = changes.keysOf(groupMembers)
  return groupIds ? holdRoles(tx, [...groupIds]) : roleAssignments.exists(tx, { assigneeKind: 'GROUP' })
}

/** The same where a workspace is filled, which leaves no events. */
export async function fillAdministrators(tx: SetupTx): Promise<void> {
  const group = await builtInGroup(tx, 'administrators')
  if (!group) return
  for (let coming; (coming = await comingInto(tx, group)).length > 0;) await insertMembers(tx, group, coming)
}

const comingInto = (tx: SetupTx, { id }: GroupRecord) => holdersOutside(tx, id, AT_ONCE)

const leavingFrom = (tx: SetupTx, { id }: GroupRecord) => membersWithoutRole(tx, id, AT_ONCE)

async function insertMembers(tx: SetupTx, { id: groupId }: GroupRecord, people: readonly UserRecord[]): Promise<void> {
  const rows = people.map(({ id: userId }) => ({ groupId, userId }))
  await groupMembers.insertMany(tx, rows, ['groupId', 'userId'])
}

async function follow(tx: Tx, group: GroupRecord): Promise<void> {
  for (let coming; (coming = await comingInto(tx, group)).length > 0;) {
    await insertMembers(tx, group, coming)
    await noteMoves(tx, group, 'group.user_membership.add', coming)
  }
  for (let leaving; (leaving = await leavingFrom(tx, group)).length > 0;) {
    for (const { id: userId } of leaving) await groupMembers.remove(tx, { groupId: group.id, userId })
    await noteMoves(tx, group, 'group.user_membership.remove', leaving)
  }
}

async function noteMoves(
  tx: Tx,
  group: GroupRecord,
  type: 'group.user_membership.add' | 'group.user_membership.remove',
  people: readonly UserRecord[],
): Promise<void> {
  for (const user of people) tx.record({ type, targets: membershipTargets(group, user) })
  await groups.update(tx, group, { lastMembershipUpdated: tx.now })
  const ids = people.map(({ id }) => id)
  await applyGroupRules(tx, ids, AFTER_MEMBERSHIP)
}
