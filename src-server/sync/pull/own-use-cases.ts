import { groupProfileSchema } from '#contract/directory/group.ts'
import { asRequest } from '#contract/interface/as-request.ts'
import { textAt, valueAt, type Body } from '#contract/sync/definition.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { groups } from '#db/tables/groups.ts'
import { requireUser } from '#operations/directory/find-user.ts'
import { addMember, createGroup, replaceGroup, takeBackMember } from '#operations/directory/groups.ts'
import type { Step } from '../deciding/steps.ts'

const isOfApp = (group: Body | undefined) => textAt(group, 'type') === 'APP_GROUP'

/**
 * Writes what operations of the interface do not write, or not so: groups of applications and their members, which only their application fills (a
 * pull speaks for it, as an import does), and the end of memberships. WHY the end: who is taken out by hand is excepted from the rules that put
 * them there. That was not done here; where it was done at the remote, its rule says so.
 * @returns the id of what was written; null for anything else
 */
export async function writeByUseCase(tx: Tx, { act, kind, target }: Step): Promise<string | null> {
  const { id, above, body, side } = target
  if (kind === 'group' && act !== 'remove' && isOfApp(body)) {
    const profile = asRequest(groupProfileSchema, valueAt(body, 'profile'))
    const source = textAt(body, 'source.id')
    if (act === 'create') return createGroup(tx, profile, source)
    await replaceGroup(tx, id, profile, source)
    return id
  }
  const [groupId = ''] = above
  if (kind !== 'groupMembership' || (act === 'create' && !isOfApp(side.find('group', groupId)))) return null
  const group = await groups.require(tx, groupId)
  const membership = { group, user: await requireUser(tx, id), source: group.sourceId }
  await (act === 'create' ? addMember : takeBackMember)(tx, membership)
  return id
}
