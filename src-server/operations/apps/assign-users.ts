import { settableCredentials } from '#contract/apps/assignment-credentials.ts'
import { appDefinition } from '#contract/apps/definition.ts'
import { ApiError, causeAt, invalid, notFound } from '#contract/interface/api-error.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { appTarget, changeDetails } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { apps, appUsers, type AppRecord, type AppUserRecord } from '#db/tables/apps.ts'
import { groups } from '#db/tables/groups.ts'
import { displayNameOf, type UserRecord } from '#db/tables/users.ts'
import { requireUser } from '../directory/find-user.ts'
import { assertValidAppProfile } from '../directory/profile-rules.ts'
import { changedProfile, mappedProfile, mergedProfile } from './app-profile.ts'
import { assignmentRules } from './app-user-view.ts'
import { appUserView, heldBy, type AppUserView, type AssignmentRules, type Held } from './held.ts'
import { personTarget } from '../service/person-target.ts'

/** What a request says of an assignment; absent: as it was, or as it follows from the person. */
interface AssignmentWrite {
  scope?: 'USER' | 'GROUP' | undefined
  profile?: Record<string, unknown> | undefined
  credentials?: { userName?: string | undefined; password?: { value?: string | undefined } | undefined } | undefined
}

/** A person and an application, with what gives it to them. */
interface Case extends Held {
  app: AppRecord
  user: UserRecord
  rules: AssignmentRules
}

const UPDATE = 'application.user_membership.update'

async function caseOf(tx: Tx, appId: string, userId: string): Promise<Case> {
  const app = await apps.require(tx, appId)
  const user = await requireUser(tx, userId)
  const [held] = (await heldBy(tx, appId, [user])) as [Held]
  return { ...held, app, user, rules: await assignmentRules(tx, app, [user]) }
}

const targetsOf = ({ app, user }: Case, details?: LogTarget['changeDetails']) => [
  personTarget(user),
  appTarget(app, details),
]

const viewOf = (one: Case, direct?: AppUserRecord) =>
  appUserView(one.rules, one.user, { ...one, direct }) as AppUserView

const profileOfGroups = ({ rules, groups: giving }: Case) =>
  mergedProfile(
    rules.attributes,
    giving.map(({ profile }) => profile),
  )

/** An assignment as the audit log shows it; `{}` for none. */
function auditView(one: Case, direct: AppUserRecord | undefined): object {
  if (direct) return { scope: 'USER', profile: direct.profile, userName: direct.userName }
  return one.groups.length ? { scope: 'GROUP', profile: profileOfGroups(one), userName: null } : {}
}

/** Credentials that the scheme leaves to others. @throws ApiError E0000041 */
function assertSettable({ app }: Case, { userName, password }: NonNullable<AssignmentWrite['credentials']>): void {
  const { scheme } = appDefinition(app, app.definition).credentials
  const settable = settableCredentials(scheme)
  const brought = Object.entries({ userName, password: password?.value }).filter(([, value]) => value !== undefined)
  const causes = brought
    .filter(([name]) => !settable.some((one) => one === name))
    .map(([name]) => causeAt(`credentials.${name}`, `is not set for one person in ${app.label} (${reasonOf(scheme)})`))
  if (causes.length) throw new ApiError('E0000041', { causes })
}

const reasonOf = (scheme: string | undefined) =>
  scheme === undefined ? 'it has no passwords' : `its scheme is ${scheme}`

/**
 * Assigns a person directly, or changes the assignment that they have (spec/5 decision 5); one through groups becomes direct and keeps
 * what those gave. With the scope GROUP it is the other way round. What changes nothing leaves no event.
 * @throws ApiError E0000117 for a deactivated person; E0000041; E0000001 for a profile that the schema does not allow
 */
export async function assignUser(tx: Tx, appId: string, userId: string, write: AssignmentWrite): Promise<AppUserView> {
  const one = await caseOf(tx, appId, userId)
  const isNew = !one.direct && one.groups.length === 0
  tx.authorize(isNew ? 'application.user_membership.add' : UPDATE, targetsOf(one), 'well-formed')
  if (one.user.status === 'DEPROVISIONED') throw new ApiError('E0000117')
  assertSettable(one, write.credentials ?? {})
  return write.scope === 'GROUP' ? leaveToGroups(tx, one, write) : assignDirectly(tx, one, write)
}

async function assignDirectly(tx: Tx, one: Case, write: AssignmentWrite): Promise<AppUserView> {
  const { app, user, direct: before, rules } = one
  const mapped = mappedProfile(app.signOnMode, user)
  const former = before?.profile ?? profileOfGroups(one)
  const profile = changedProfile(former, write.profile ?? {}, mapped)
  assertValidAppProfile(rules, { ...mapped, ...profile }, { ...mapped, ...former })
  const after: AppUserRecord = {
    ...{ appId: app.id, userId: user.id, profile },
    userName: write.credentials?.userName ?? before?.userName ?? null,
    created: before?.created ?? tx.now,
    lastUpdated: tx.now,
  }
  const was = auditView(one, before)
  const isNew = Object.keys(was).length === 0
  const details = isNew ? undefined : changeDetails(was, auditView(one, after))
  if (before && !details) return viewOf(one, before)
  if (before) await appUsers.update(tx, before, after)
  else await appUsers.insert(tx, after)
  tx.record({ type: isNew ? 'application.user_membership.add' : UPDATE, targets: targetsOf(one, details) })
  return viewOf(one, after)
}

/** @throws ApiError E0000001 where no group gives it, or where a value is to be the person's own */
async function leaveToGroups(tx: Tx, one: Case, { profile, credentials }: AssignmentWrite): Promise<AppUserView> {
  const { app, user, groups: giving, direct, rules } = one
  if (giving.length === 0) throw invalid('scope', `no group of ${displayNameOf(user)} has ${app.label}`)
  const given = { ...mappedProfile(app.signOnMode, user), ...profileOfGroups(one) }
  const [own] = Object.keys(changedProfile({}, profile ?? {}, given))
  if (own !== undefined) throw invalid(`profile.${own}`, OWN_VALUE)
  const { userName = rules.nameOf(user) } = credentials ?? {}
  if (userName !== rules.nameOf(user)) throw invalid('credentials.userName', OWN_VALUE)
  if (direct) await removeDirect(tx, one, direct)
  return viewOf(one)
}

const OWN_VALUE = 'is not what the group gives; with the scope USER it can be'

/**
 * Takes back a direct assignment; who is in a group that has the application keeps it through that.
 * @throws ApiError E0000007 when they do not have it, E0000001 when only a group gives it
 */
export async function removeUser(tx: Tx, appId: string, userId: string): Promise<void> {
  const one = await caseOf(tx, appId, userId)
  const { app, user, direct, groups: giving } = one
  tx.authorize('application.user_membership.remove', targetsOf(one), 'well-formed')
  if (direct) return removeDirect(tx, one, direct)
  const [best] = giving
  if (!best) throw notFound(userId, 'User')
  const group = await groups.require(tx, best.groupId)
  const problem = `${displayNameOf(user)} has ${app.label} through the group ${group.name}; remove them or the group from it`
  throw invalid('userId', problem, 'path')
}

/** WHY no removal in the log where groups remain: who listens would take the application from a person who keeps it. */
async function removeDirect(tx: Tx, one: Case, direct: AppUserRecord): Promise<void> {
  await appUsers.remove(tx, direct)
  const details = changeDetails(auditView(one, direct), auditView(one, undefined))
  const type = one.groups.length ? UPDATE : 'application.user_membership.remove'
  tx.record({ type, targets: targetsOf(one, details) })
}
