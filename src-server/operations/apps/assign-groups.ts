import type { AppGroupPatchOperation } from '#contract/apps/app-group-patch.ts'
import type { AppGroupWrite } from '#contract/apps/app.ts'
import { notFound } from '#contract/interface/api-error.ts'
import { appTarget, changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, invalidCursor, startAfter, type Page } from '#db/page.ts'
import { appGroups, apps, type AppGroupRecord, type AppRecord } from '#db/tables/apps.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import { appProfileRules, assertValidAppProfile } from '../directory/profile-rules.ts'
import { groupsByPriority, nextPriority } from './app-groups.sql.ts'
import { wholeProfile } from './app-profile.ts'
import { appsOfGroup } from './apps.sql.ts'
import { patchedAssignment } from './patch-assignment.ts'
import type { AppWithPolicies } from '../snapshot/apps.sql.ts'

type PageQuery = { limit: number; after?: string }

/** @throws ApiError E0000007 for a group that is not assigned */
export async function readAppGroup(reader: Reader, appId: string, groupId: string): Promise<AppGroupRecord> {
  await apps.require(reader, appId)
  const found = await appGroups.get(reader, appId, groupId)
  if (!found) throw notFound(groupId, 'UserGroup')
  return found
}

/** Assigned groups by priority, those of the same one by id. */
export async function listAppGroups(reader: Reader, appId: string, query: PageQuery): Promise<Page<AppGroupRecord>> {
  await apps.require(reader, appId)
  // WHY looked up: a page begins behind a priority, which the cursor does not hold.
  const last = query.after ? await appGroups.get(reader, appId, query.after) : undefined
  if (query.after && !last) throw invalidCursor()
  const page = { after: last ?? { priority: -1, groupId: '' }, limit: query.limit + 1 }
  return cutPage(await groupsByPriority(reader, appId, page), query.limit, ({ groupId }) => groupId)
}

export async function listAppsOfGroup(
  reader: Reader,
  groupId: string,
  query: PageQuery,
): Promise<Page<AppWithPolicies>> {
  await groups.require(reader, groupId)
  const page = { after: startAfter('app', query.after), limit: query.limit + 1 }
  return cutPage(await appsOfGroup(reader, groupId, page), query.limit, ({ id }) => id)
}

/**
 * Assigns a group, or replaces its assignment. Without a priority it comes last, or stays where it is; several may share one. What the
 * schema requires need not be in it: people have it of themselves or of another group. What changes nothing leaves no event.
 * @throws ApiError E0000001 for a profile that the schema does not allow
 */
export async function assignGroup(
  tx: Tx,
  appId: string,
  groupId: string,
  { priority, profile: given = {} }: AppGroupWrite,
): Promise<AppGroupRecord> {
  const app = await apps.require(tx, appId)
  const group = await groups.require(tx, groupId)
  const before = await appGroups.get(tx, appId, groupId)
  const type = before ? 'group.application_assignment.update' : 'group.application_assignment.add'
  tx.authorize(type, [targetOf('group', group), appTarget(app)], 'well-formed')
  const profile = wholeProfile(given)
  assertValidAppProfile({ ...(await appProfileRules(tx, app)), required: [] }, profile, before?.profile ?? {})
  const assignment: AppGroupRecord = {
    ...{ appId, groupId, profile },
    priority: priority ?? before?.priority ?? (await nextPriority(tx, appId)),
    lastUpdated: tx.now,
  }
  const details = before && changeDetails(auditView(before), auditView(assignment))
  if (before && !details) return before
  if (before) await appGroups.update(tx, before, assignment)
  else await appGroups.insert(tx, assignment)
  tx.record({ type, targets: [targetOf('group', group), appTarget(app, details)] })
  return assignment
}

/**
 * Changes parts of the assignment of a group. @throws ApiError E0000007 when the group is not assigned; E0000001 for an operation that
 * does not suit what is there, and as {@link assignGroup}
 */
export async function patchGroup(
  tx: Tx,
  appId: string,
  groupId: string,
  patch: readonly AppGroupPatchOperation[],
): Promise<AppGroupRecord> {
  const app = await apps.require(tx, appId)
  const group = await groups.require(tx, groupId)
  tx.authorize('group.application_assignment.update', [targetOf('group', group), appTarget(app)], 'well-formed')
  const before = await readAppGroup(tx, appId, groupId)
  return assignGroup(tx, appId, groupId, patchedAssignment(before, patch))
}

/** A group's assignment as the audit log shows it. */
const auditView = ({ priority, profile }: AppGroupRecord) => ({ priority, profile })

const REMOVE = 'group.application_assignment.remove'

async function removeRecord(tx: Tx, app: AppRecord, group: GroupRecord, assignment: AppGroupRecord): Promise<void> {
  await appGroups.remove(tx, assignment)
  const details = changeDetails(auditView(assignment), {})
  tx.record({ type: REMOVE, targets: [targetOf('group', group), appTarget(app, details)] })
}

/** @throws ApiError E0000007 when the group is not assigned */
export async function removeGroup(tx: Tx, appId: string, groupId: string): Promise<void> {
  const app = await apps.require(tx, appId)
  const group = await groups.require(tx, groupId)
  tx.authorize(REMOVE, [targetOf('group', group), appTarget(app)])
  const assignment = await appGroups.get(tx, appId, groupId)
  if (!assignment) throw notFound(groupId, 'UserGroup')
  await removeRecord(tx, app, group, assignment)
}

/** Removes a group from all its applications, before it goes: the log of each tells that its members lose it. */
export async function leaveApps(tx: Tx, group: GroupRecord): Promise<void> {
  for (const assignment of await appGroups.findAll(tx, { where: { groupId: group.id }, order: ['appId'] }))
    await removeRecord(tx, await apps.require(tx, assignment.appId), group, assignment)
}
