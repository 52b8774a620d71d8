import { groupProfileSchema } from '#contract/directory/group.ts'
import { textAt, valueAt, type Body } from '#contract/sync/definition.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { groups } from '#db/tables/groups.ts'
import { requireUser } from '#operations/directory/find-user.ts'
import { addMember, createGroup, replaceGroup, takeBackMember } from '#operations/directory/groups.ts'
import type { Step } from './steps.ts'

const isOfApp = (group: Body | undefined) => textAt(group, 'type') === 'APP_GROUP'

/**
 * Writes the groups of applications and their members, which only their application fills: a pull speaks for it, as an import does.
 * @returns false for anything else
 */
export async function writeForApp(tx: Tx, { act, kind, target }: Step): Promise<boolean> {
  const { id, above, body, side } = target
  if (kind === 'group' && act !== 'remove' && isOfApp(body)) {
    const profile = groupProfileSchema.parse(valueAt(body, 'profile'))
    const source = textAt(body, 'source.id')
    await (act === 'create' ? createGroup(tx, profile, source) : replaceGroup(tx, id, profile, source))
    return true
  }
  const [groupId = ''] = above
  const group = kind === 'groupMembership' ? side.find('group', groupId) : undefined
  if (!isOfApp(group)) return false
  const membership = { group: await groups.require(tx, groupId), user: await requireUser(tx, id) }
  const source = membership.group.sourceId
  await (act === 'create' ? addMember : takeBackMember)(tx, { ...membership, source })
  return true
}
