import { canAct } from '#contract/directory/user-status.ts'
import type { SetupTx, Tx } from '#audit-log/transaction.ts'
import { columnsOfProfile, loginKeyOf, users, type UserRecord } from '#db/tables/users.ts'

/** A person's row without the columns that follow from the profile. */
type NewUser = Omit<UserRecord, 'login' | 'email' | 'firstName' | 'lastName' | 'loginKey'>

/** What a person shows of credentials before any are set. */
export const NO_CREDENTIALS = {
  hasPassword: false,
  passwordChanged: null,
  providerType: 'SVC',
  providerName: 'SVC',
  recoveryQuestion: null,
} as const

/** The columns that follow from a profile, for lists and look-ups. */
export function columnsOf(profile: UserRecord['profile']) {
  const { profile: _, ...columns } = columnsOfProfile(profile)
  return { ...columns, loginKey: loginKeyOf(profile.login) }
}

/** The one place where rows of new people are written. */
export async function insertUsers(tx: SetupTx, people: readonly NewUser[]): Promise<UserRecord[]> {
  const rows = people.map((user): UserRecord => ({ ...user, ...columnsOf(user.profile) }))
  const [only] = rows
  if (rows.length === 1 && only) await users.insert(tx, only)
  else await users.insertMany(tx, rows)
  return rows
}

const PROFILE_COLUMNS = ['login', 'email', 'firstName', 'lastName', 'loginKey', 'profile', 'lastUpdated'] as const

/** {@link updateUser} for many people of whom the profile alone changes. @returns them as they are then */
export async function updateProfiles(
  tx: Tx,
  changes: readonly { user: UserRecord; profile: UserRecord['profile'] }[],
): Promise<UserRecord[]> {
  const after = changes.map(({ user, profile }): UserRecord => ({
    ...user,
    profile,
    ...columnsOf(profile),
    lastUpdated: tx.now,
  }))
  await users.updateMany(tx, after, PROFILE_COLUMNS)
  return after
}

type Change = Partial<Omit<UserRecord, 'id' | 'created' | 'lastUpdated' | keyof ReturnType<typeof columnsOf>>>

/**
 * The one place where a person's row changes; stamps it, and signs out who may not stay signed in.
 * @returns the person as they are then @throws ApiError E0000006 for the last super administrator who can sign in
 */
export async function updateUser(tx: Tx, before: UserRecord, change: Change): Promise<UserRecord> {
  const columns = change.profile ? columnsOf(change.profile) : {}
  const hasOtherStatus = change.status !== undefined && change.status !== before.status
  if (hasOtherStatus && canAct(before.status) && !canAct(change.status as UserRecord['status']))
    for (const follow of tx.consequences.userBarred) await follow(tx, before)
  const status = hasOtherStatus ? { statusChanged: tx.now } : {}
  const after = await users.update(tx, before, { ...status, ...change, ...columns, lastUpdated: tx.now })
  if (hasOtherStatus) for (const follow of tx.consequences.userStatusChanged) await follow(tx, after)
  return after
}
