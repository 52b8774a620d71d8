import type { OwnerType } from '#contract/directory/group-owner.ts'
import { ApiError, invalid, notFound } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, userTarget, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { groupOwners, groups, type GroupOwnerRecord } from '#db/tables/groups.ts'
import { displayNameOf, users } from '#db/tables/users.ts'

/** An owner with the name that the person or group has now; null where an import that was undone took them along. */
export interface NamedOwner extends GroupOwnerRecord {
  name: string | null
}

/** The owners of a group, the latest last. @throws ApiError E0000007 */
export async function listGroupOwners(reader: Reader, groupId: string): Promise<readonly NamedOwner[]> {
  await groups.require(reader, groupId)
  const owners: NamedOwner[] = []
  for (const owner of await groupOwners.findAll(reader, { where: { groupId }, order: ['lastUpdated', 'ownerId'] }))
    owners.push({ ...owner, name: (await find(reader, owner.ownerType, owner.ownerId))?.name ?? null })
  return reader.visible('read', 'groupOwner').of(owners)
}

/** Who or what owns: the name, and the target of events. */
async function find(reader: Reader, type: OwnerType, id: string) {
  if (type === 'GROUP') {
    const group = await groups.get(reader, id)
    return group && { name: group.name, target: targetOf('group', group) }
  }
  const user = await users.get(reader, id)
  const name = user && displayNameOf(user)
  return user && { name, target: userTarget({ id, login: user.login, displayName: name ?? '' }) }
}

/** @throws ApiError E0000001 for one who owns it already; E0000007 of the kind that was asked for (spec/5 §3); E0000006 for a built-in group */
export async function addGroupOwner(tx: Tx, groupId: string, type: OwnerType, ownerId: string): Promise<NamedOwner> {
  const group = await groups.require(tx, groupId)
  tx.authorize('gatehouse.group.owner.add', [targetOf('group', group)], 'well-formed')
  if (group.type === 'BUILT_IN') throw new ApiError('E0000006')
  const found = await find(tx, type, ownerId)
  if (!found) throw notFound(ownerId, type === 'GROUP' ? 'UserGroup' : 'User')
  const { name = '', target } = found
  if (type === 'GROUP' && ownerId === groupId) throw invalid('id', 'a group cannot own itself')
  const count = await groupOwners.count(tx, { groupId })
  if (count >= LIMITS.groupOwners)
    throw invalid('id', `the group has ${LIMITS.groupOwners} owners, and cannot have more`)
  const owner: GroupOwnerRecord = { groupId, ownerId, ownerType: type, lastUpdated: tx.now }
  if (!(await groupOwners.insertIfAbsent(tx, owner))) throw invalid('id', `${name} owns the group already`)
  tx.record({
    type: 'gatehouse.group.owner.add',
    targets: [targetOf('group', group, changeDetails({}, { owner: ownerId })), target],
  })
  return { ...owner, name }
}

/** @throws ApiError E0000007 for one who does not own it, of the kind that the public interface names (spec/5 §3) */
export async function removeGroupOwner(tx: Tx, groupId: string, ownerId: string): Promise<void> {
  const group = await groups.require(tx, groupId)
  tx.authorize('gatehouse.group.owner.remove', [targetOf('group', group)], 'well-formed')
  const owner = await groupOwners.get(tx, groupId, ownerId)
  if (!owner) throw notFound(ownerId, 'LinkedObject')
  await takeOut(tx, owner)
}

async function takeOut(tx: Tx, owner: GroupOwnerRecord): Promise<void> {
  const group = await groups.require(tx, owner.groupId)
  const found = await find(tx, owner.ownerType, owner.ownerId)
  await groupOwners.remove(tx, owner)
  const details = changeDetails({ owner: owner.ownerId }, {})
  tx.record({
    type: 'gatehouse.group.owner.remove',
    targets: [targetOf('group', group, details), ...(found ? [found.target] : [])],
  })
}

/** Takes out a person or group that is about to be deleted, wherever it owns. */
export async function leaveOwnership(tx: Tx, ownerId: string): Promise<void> {
  for (const owner of await groupOwners.findAll(tx, { where: { ownerId }, order: ['groupId'] }))
    await takeOut(tx, owner)
}
