import { Op } from 'sequelize'
import { isEveryone } from '#contract/directory/built-in-groups.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import type { GroupProfile } from '#contract/directory/group.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { groupMemberRules } from '#db/tables/group-rules.ts'
import { groupMembers, groups, type GroupRecord } from '#db/tables/groups.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { assertUniqueName } from '../service/checks.ts'
import { assertNotPushed, assertSource } from './app-groups.ts'
import { assertWithin } from '../service/within-limits.ts'
import { requireUser } from './find-user.ts'
import { leaveOwnership } from './group-owners.ts'
import { AFTER_MEMBERSHIP, applyGroupRules } from './group-rules/apply.ts'
import { Exceptions } from './group-rules/exceptions.ts'
import { groupDeleted, groupRenamed } from './group-rules/follow-groups.ts'
import { readRuleSet, type RuleSet } from './group-rules/rule-set.ts'
import { groupsOfUser, groupsWithMember, visibleMembers } from './groups.sql.ts'
import { assertValidGroupProfile } from './profile-rules.ts'
import { membershipTargets } from '../service/person-target.ts'

interface ListQuery {
  limit: number
  after?: string
}

/** The columns of a profile: what all groups have, and the custom attributes that have a value. */
function columnsOf({ name, description = null, ...custom }: GroupProfile) {
  const given = Object.entries(custom).filter(([, value]) => value !== null && value !== undefined)
  return { name, description, profile: given.length > 0 ? Object.fromEntries(given) : null }
}

const profileOf = ({ name, description, profile }: Pick<GroupRecord, 'name' | 'description' | 'profile'>) => ({
  name,
  description,
  ...profile,
})

/** Groups of applications may share their names. */
const NAMED_HERE = { among: { type: { [Op.ne]: 'APP_GROUP' } }, location: 'profile.name' } as const

/** The application that an import speaks for, by its id; null: a person of this organization. */
type Source = string | null

/**
 * Groups of this organization are changed here, those of an application by that alone.
 * @throws ApiError E0000006 for Everyone and for all others
 */
function assertOwn({ type, sourceId }: GroupRecord, source: Source): void {
  const isOwn = source === null ? type === 'SVC_GROUP' : type === 'APP_GROUP' && sourceId === source
  if (!isOwn) throw new ApiError('E0000006')
}

/** What the organization asks of its own groups; those of an application follow its rules. */
async function assertFits(tx: Tx, profile: GroupProfile, source: Source, before?: GroupRecord): Promise<void> {
  if (source !== null) return
  await assertValidGroupProfile(tx, profile, before)
  await assertUniqueName(tx, groups, 'group', profile.name, { ...NAMED_HERE, except: before?.id })
}

/** @param source makes it a group of that application @returns the id @throws ApiError E0000001 */
export async function createGroup(tx: Tx, profile: GroupProfile, source: Source = null): Promise<string> {
  tx.authorize('group.lifecycle.create', [], 'never')
  const { name } = profile
  if (source !== null) await assertSource(tx, source, 'source')
  await assertFits(tx, profile, source)
  const id = tx.newId('group')
  const stamp = { created: tx.now, lastUpdated: tx.now, lastMembershipUpdated: tx.now }
  const type = source === null ? 'SVC_GROUP' : 'APP_GROUP'
  await groups.insert(tx, { id, type, ...columnsOf(profile), ...stamp, sourceId: source })
  tx.record({ type: 'group.lifecycle.create', targets: [targetOf('group', { id, name })] })
  return id
}

/** Renames or describes a group. @throws ApiError E0000006 for a group that is not of this organization, or of the source */
export async function replaceGroup(tx: Tx, id: string, profile: GroupProfile, source: Source = null): Promise<void> {
  const before = await groups.require(tx, id)
  tx.authorize('group.profile.update', [targetOf('group', before)], 'well-formed')
  assertOwn(before, source)
  const { name } = profile
  await assertFits(tx, profile, source, before)
  const columns = columnsOf(profile)
  await groups.update(tx, before, { ...columns, lastUpdated: tx.now })
  const details = changeDetails(profileOf(before), profileOf(columns))
  tx.record({ type: 'group.profile.update', targets: [targetOf('group', { id, name }, details)] })
  if (name !== before.name) await groupRenamed(tx)
}

/**
 * Deletes a group; conditions keep its id, dangling (spec/4 §1.9).
 * @throws ApiError E0000006 for a built-in group, E0000027 for a group of an application in a push mapping (spec/2 "Groups")
 */
export async function deleteGroup(tx: Tx, id: string): Promise<void> {
  const group = await groups.require(tx, id)
  tx.authorize('group.lifecycle.delete', [targetOf('group', group)])
  if (group.type === 'BUILT_IN') throw new ApiError('E0000006')
  if (group.type === 'APP_GROUP') await assertNotPushed(tx, group)
  for (const follow of tx.consequences.groupLeaving) await follow(tx, group)
  await leaveOwnership(tx, id)
  for (const follow of tx.consequences.groupDeleted) await follow(tx, group)
  await groups.remove(tx, group)
  tx.record({
    type: 'group.lifecycle.delete',
    targets: [targetOf('group', group, changeDetails(profileOf(group), {}))],
  })
  await groupDeleted(tx, id)
}

/** Members by id. Everybody is in Everyone, without a row for each. */
export async function listMembers(reader: Reader, groupId: string, query: ListQuery): Promise<Page<UserRecord>> {
  const group = await groups.require(reader, groupId)
  if (isEveryone(group)) return users.page(reader, query, sqlCondition(reader.visible('read', 'user').condition))
  const place = { after: startAfter('user', query.after), limit: query.limit + 1 }
  return cutPage(await visibleMembers(reader, groupId, place), query.limit, ({ id }) => id)
}

/** The groups of a person that the caller may see: Everyone first, the others by id (spec/5 §2). */
export function listGroupsOfUser(reader: Reader, userId: string): Promise<GroupRecord[]> {
  return groupsOfUser(reader, userId, reader.visible('read', 'group').condition)
}

/** A person and a group. @property source whose group it is, as for {@link replaceGroup} */
interface Membership {
  group: GroupRecord
  user: UserRecord
  source?: Source | undefined
}

/**
 * Adds a member; repeating it is fine and leaves no event (spec/4 §2.2). @param rules the active ones, where they are not as in the file
 * @throws ApiError E0000006 as for {@link replaceGroup}
 */
export async function addMember(tx: Tx, { group, user, source = null }: Membership, rules?: RuleSet): Promise<void> {
  const targets = membershipTargets(group, user)
  tx.authorize('group.user_membership.add', targets, 'well-formed')
  assertOwn(group, source)
  const membership = { groupId: group.id, userId: user.id }
  if (!(await groupMembers.insertIfAbsent(tx, membership))) {
    // Whom a rule put there stays from now on without it, too.
    const stored = await groupMembers.get(tx, group.id, user.id)
    if (stored?.byHand === false) {
      await groupMembers.update(tx, stored, { byHand: true })
      await applyGroupRules(tx, [user.id], AFTER_MEMBERSHIP, rules)
    }
    return
  }
  await groups.update(tx, group, { lastMembershipUpdated: tx.now })
  tx.record({ type: 'group.user_membership.add', targets })
  await applyGroupRules(tx, [user.id], AFTER_MEMBERSHIP, rules)
}

/** Why somebody was in a group that they left. WHY no interface: that would be no record of values, as which it is kept. */
export type EndedMembership = {
  byHand: boolean
  /** The rules that except them since. */
  exceptedFrom: readonly string[]
  /** The rules that had put them there and were active no more, or gone: these cannot do it again. Absent in older journals. */
  outlived?: readonly string[]
}

/**
 * Removes a member; repeating it is fine and leaves no event (spec/4 §2.2). Whom rules put there is excepted from them, as the public
 * interface does it. @throws ApiError E0000006 as for {@link replaceGroup}; E0000001 for an active rule that can except no one more
 */
async function removeMember(tx: Tx, membership: Membership): Promise<void> {
  const exceptions = new Exceptions(tx)
  await removeExcepting(tx, membership, exceptions)
  await exceptions.write()
}

/**
 * Removes one of many members, each as {@link removeMember} does. @param exceptions of all of them, to be written at the end
 * @returns null where they were not there
 */
export async function removeExcepting(
  tx: Tx,
  { group, user, source = null }: Membership,
  exceptions: Exceptions,
): Promise<EndedMembership | null> {
  const targets = membershipTargets(group, user)
  tx.authorize('group.user_membership.remove', targets, 'well-formed')
  assertOwn(group, source)
  const membership = { groupId: group.id, userId: user.id }
  const rules = await groupMemberRules.findAll(tx, { where: { groupId: group.id, userId: user.id } })
  const stored = await groupMembers.get(tx, group.id, user.id)
  if (!stored) return null
  const ruleIds = rules.map(({ ruleId }) => ruleId)
  await exceptions.assertRoom(user, ruleIds)
  const { byId: active } = await readRuleSet(tx)
  const outlived = ruleIds.filter((id) => !active.has(id))
  for (const follow of tx.consequences.membersLeaving) await follow(tx, [membership])
  await groupMembers.remove(tx, membership)
  await groups.update(tx, group, { lastMembershipUpdated: tx.now })
  tx.record({ type: 'group.user_membership.remove', targets })
  return { byHand: stored.byHand, exceptedFrom: await exceptions.add(user, ruleIds), outlived }
}

/**
 * Takes back that a person was removed by hand: rules no longer except them and may put them there again, and who was there by hand is
 * so again, as is who stayed after a rule that is not active any more. @param exceptions of all of them, to be written at the end
 * @returns false where they came back meanwhile, or no reason is left @throws ApiError E0000006 as for {@link replaceGroup}
 */
export async function putBackMember(
  tx: Tx,
  membership: Membership,
  { byHand, exceptedFrom, outlived = [] }: EndedMembership,
  exceptions: Exceptions,
): Promise<boolean> {
  const { group, user, source = null } = membership
  tx.authorize('group.user_membership.add', membershipTargets(group, user), 'well-formed')
  assertOwn(group, source)
  if (await groupMembers.get(tx, group.id, user.id)) return false
  await exceptions.end(user, exceptedFrom)
  const rules = await exceptions.activeRules()
  if (byHand) await addMember(tx, membership, rules)
  if (outlived.length > 0) await putBackReasons(tx, membership, outlived, rules)
  return (await groupMembers.get(tx, group.id, user.id)) !== undefined
}

/** A reason outlives its rule: who was there by one that is not active any more is so again. @param rules the active ones */
async function putBackReasons(
  tx: Tx,
  { group, user }: Membership,
  ruleIds: readonly string[],
  rules: RuleSet,
): Promise<void> {
  const membership = { groupId: group.id, userId: user.id }
  if (await groupMembers.insertIfAbsent(tx, { ...membership, byHand: false })) {
    await groups.update(tx, group, { lastMembershipUpdated: tx.now })
    tx.record({ type: 'group.user_membership.add', targets: membershipTargets(group, user) })
  }
  for (const ruleId of ruleIds) await groupMemberRules.insertIfAbsent(tx, { ...membership, ruleId })
  await applyGroupRules(tx, [user.id], AFTER_MEMBERSHIP, rules)
}

/**
 * Takes back that a person was added by hand; whom rules put there stays because of them. @returns false where they are not there by hand
 * @throws ApiError E0000006 as for {@link replaceGroup}
 */
export async function takeBackMember(tx: Tx, { group, user, source = null }: Membership): Promise<boolean> {
  const stored = await groupMembers.get(tx, group.id, user.id)
  if (!stored?.byHand) return false
  if (await groupMemberRules.exists(tx, { groupId: group.id, userId: user.id })) {
    tx.authorize('group.user_membership.remove', membershipTargets(group, user), 'well-formed')
    assertOwn(group, source)
    await groupMembers.update(tx, stored, { byHand: false })
  } else await removeMember(tx, { group, user, source })
  return true
}

/**
 * Who manages the people of a group alone adds only people whom they manage already, even where another role lets them change
 * members: it would give them rights over anybody. @throws ApiError E0000006
 */
async function assertNotPulledIn(tx: Tx, groupId: string, userId: string): Promise<void> {
  for (const permission of ['svc.users.manage', 'svc.users.credentials.manage'] as const) {
    const reach = tx.rights.reach(permission)
    if (reach === null || reach === 'all' || !reach.groups.includes(groupId)) continue
    await assertWithin(tx, 'user', userId, permission)
  }
}

/** Adds or removes a member, both given by id, the person also by login. */
export async function setMembership(tx: Tx, groupId: string, userId: string, isMember: boolean): Promise<void> {
  const group = await groups.require(tx, groupId)
  const user = await requireUser(tx, userId)
  if (isMember) await assertNotPulledIn(tx, groupId, user.id)
  await (isMember ? addMember : removeMember)(tx, { group, user })
}

/** Stamps the groups of somebody who is deleted; the memberships themselves go with the person. */
export async function leaveAllGroups(tx: Tx, userId: string): Promise<void> {
  for (const group of await groupsWithMember(tx, userId))
    await groups.update(tx, group, { lastMembershipUpdated: tx.now })
}
