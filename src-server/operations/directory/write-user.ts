import type { Tx } from '#audit-log/transaction.ts'
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

/** The one place where a new person's row is written. */
export async function insertUser(tx: Tx, user: NewUser): Promise<UserRecord> {
  const row: UserRecord = { ...user, ...columnsOf(user.profile) }
  await users.insert(tx, row)
  return row
}

type Change = Partial<Omit<UserRecord, 'id' | 'created' | 'lastUpdated' | keyof ReturnType<typeof columnsOf>>>

/** The one place where a person's row changes; stamps it. @returns the person as they are then */
export function updateUser(tx: Tx, before: UserRecord, change: Change): Promise<UserRecord> {
  const columns = change.profile ? columnsOf(change.profile) : {}
  const status = change.status !== undefined && change.status !== before.status ? { statusChanged: tx.now } : {}
  return users.update(tx, before, { ...status, ...change, ...columns, lastUpdated: tx.now })
}
