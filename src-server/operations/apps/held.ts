import type { Reader } from '#audit-log/transaction.ts'
import { appUsers, type AppRecord, type AppUserRecord } from '#db/tables/apps.ts'
import type { UserRecord } from '#db/tables/users.ts'
import type { ProfileRules } from '../directory/profile-rules.ts'
import { groupsGiving, type GivingGroup } from './app-groups.sql.ts'
import { mappedProfile, mergedProfile, shownProfile } from './app-profile.ts'

/** An assignment as it is shown: with the name that the person has there, and a whole profile. */
export type AppUserView = Omit<AppUserRecord, 'userName'> & {
  userName: string
  /** The group that gives it to them; absent for a direct assignment. */
  groupId?: string
  /** Of that group; null where the caller does not see it. */
  groupName?: string | null
}

/** What all assignments of an application go by: its schema, and how it names people. */
export interface AssignmentRules extends ProfileRules {
  readonly app: AppRecord
  readonly nameOf: (user: UserRecord) => string
}

/** What gives an application to a person. */
export interface Held {
  direct: AppUserRecord | undefined
  /** Those assigned that they are in, the one of the best priority first. */
  groups: readonly GivingGroup[]
}

/** What gives an application to each of some people, in their order; a deactivated person has nothing through groups. */
export async function heldBy(reader: Reader, appId: string, people: readonly UserRecord[]): Promise<Held[]> {
  const ids = people.map(({ id }) => id)
  const rows = await appUsers.findAll(reader, { where: { appId, userId: ids } })
  const direct = new Map(rows.map((row) => [row.userId, row]))
  const giving = await groupsGiving(reader, appId, ids)
  return people.map(({ id, status }) => ({
    direct: direct.get(id),
    groups: status === 'DEPROVISIONED' ? [] : (giving.get(id) ?? []),
  }))
}

/**
 * A person's assignment: their own, else that of the groups through which they have it, whose profiles are theirs there, by their
 * priorities (spec/5 §8.6). What neither says follows from the person. Undefined for one who does not have it.
 */
export function appUserView(
  { app, attributes, nameOf }: AssignmentRules,
  user: UserRecord,
  { direct, groups }: Held,
): AppUserView | undefined {
  const mapped = mappedProfile(app.signOnMode, user)
  const [best] = groups
  if (direct) {
    const profile = shownProfile(attributes, direct.profile, mapped)
    return { ...direct, userName: direct.userName ?? nameOf(user), profile }
  }
  if (!best) return undefined
  const merged = mergedProfile(
    attributes,
    groups.map((group) => group.profile),
  )
  const { groupId, groupName, lastUpdated } = best
  return {
    ...{ appId: app.id, userId: user.id, groupId, groupName, created: lastUpdated, lastUpdated },
    userName: nameOf(user),
    profile: shownProfile(attributes, merged, mapped),
  }
}
