import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { invalid } from '#contract/interface/api-error.ts'
import type { Profile, UserStatus } from '#contract/directory/user.ts'
import { changeDetails, userTarget } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { newId } from '#db/ids.ts'
import { cutPage, prefixPattern, type Page } from '#db/page.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import { DISPLAY_NAME, displayNameOf, users, userTypes, type UserRecord } from '#db/tables/users.ts'
import { assertUnique } from '../checks.ts'
import { requireUser } from './find-user.ts'
import { addMember } from './groups.ts'

const NOT_DEPROVISIONED = `status <> 'DEPROVISIONED'`

/** Everybody who is not deprovisioned, by id; with `q` those whose name or email begins so. */
export async function listUsers(
  reader: Reader,
  query: { q?: string; limit: number; after?: string },
): Promise<Page<UserRecord>> {
  const { q, limit } = query
  const condition = `${reader.visible('read', 'user').condition} AND ${NOT_DEPROVISIONED}`
  if (!q) return users.page(reader, query, condition)
  const matches = ['first_name', 'last_name', 'email', DISPLAY_NAME].map((value) => `${value} LIKE ?1 ESCAPE '\\'`)
  const tail = `WHERE ${condition} AND (${matches.join(' OR ')}) ORDER BY last_name, first_name, id LIMIT ?2`
  return cutPage(await users.all(reader, tail, [prefixPattern(q), limit]), limit, ({ id }) => id)
}

interface UserCreate {
  profile: Profile
  /** As {@link hashPassword} makes it; absent for a person without a password. */
  passwordHash?: string | undefined
  groupIds?: string[] | undefined
  type?: { id: string } | undefined
}

/** Makes a person; the status follows from password and `activate` (spec/4 §2.1). @returns the id */
export async function createUser(tx: Tx, input: UserCreate, activate: boolean): Promise<string> {
  tx.authorize('user.lifecycle.create', [], 'never')
  const { profile, passwordHash = null } = input
  const { login, email, firstName, lastName } = profile
  await assertUniqueLogin(tx, login)
  const user: UserRecord = {
    id: newId('user'),
    status: initialStatus(activate, passwordHash),
    typeId: await requireTypeId(tx, input.type?.id),
    ...{ login, email, firstName, lastName, profile, passwordHash },
    created: tx.now,
    activated: activate ? tx.now : null,
    statusChanged: activate ? tx.now : null,
    lastLogin: null,
    lastUpdated: tx.now,
    passwordChanged: passwordHash ? tx.now : null,
  }
  const memberOf = await requireGroups(tx, input.groupIds ?? [])
  await users.insert(tx, user)
  const target = userTarget({ id: user.id, login, displayName: displayNameOf(user) })
  tx.record({ type: 'user.lifecycle.create', targets: [target] })
  if (activate) tx.record({ type: 'user.lifecycle.activate', targets: [target] })
  for (const group of memberOf) await addMember(tx, group, user)
  return user.id
}

function assertUniqueLogin(reader: Reader, login: string, except?: string): Promise<void> {
  const message = `another person has the login ${login}`
  return assertUnique(reader, users, {
    ...{ condition: 'login = ?', params: [login], location: 'profile.login' },
    ...{ except, message },
  })
}

/**
 * Changes attributes of a profile: null takes one away, what is not named stays (spec/4 §2.1).
 * @param userId an id or a login @returns the id
 * @throws ApiError E0000001 for a login that another person has
 */
export async function updateProfile(tx: Tx, userId: string, changes: Partial<Profile>): Promise<string> {
  const before = await requireUser(tx, userId)
  const profile: Profile = { ...before.profile, ...changes }
  const { login, email, firstName, lastName } = profile
  const targetWith = (details?: ReturnType<typeof changeDetails>) =>
    userTarget({ id: before.id, login, displayName: displayNameOf(profile) }, details)
  tx.authorize('user.account.update_profile', [targetWith()], 'well-formed')
  await assertUniqueLogin(tx, login, before.id)
  const details = changeDetails(before.profile, profile)
  if (!details) return before.id
  await users.update(tx, before, { profile, login, email, firstName, lastName, lastUpdated: tx.now })
  tx.record({ type: 'user.account.update_profile', targets: [targetWith(details)] })
  return before.id
}

function initialStatus(activate: boolean, passwordHash: string | null): UserStatus {
  if (!activate) return 'STAGED'
  return passwordHash ? 'ACTIVE' : 'PROVISIONED'
}

async function requireTypeId(reader: Reader, expected: string | undefined): Promise<string> {
  const type = expected ? await userTypes.get(reader, expected) : await userTypes.first(reader, 'WHERE is_default = 1')
  if (!type) throw invalid('type.id', `${expected} (UserType) does not exist`)
  return type.id
}

async function requireGroups(reader: Reader, ids: readonly string[]): Promise<GroupRecord[]> {
  const found: GroupRecord[] = []
  for (const id of ids) {
    const group = await groups.get(reader, id)
    if (!group) throw invalid('groupIds', `${id} (UserGroup) does not exist`)
    if (group.type !== 'SVC_GROUP') throw invalid('groupIds', `${group.name} takes no members by hand`)
    found.push(group)
  }
  return found
}

/** Hashes a password, before the write that stores it begins. @returns `scrypt$<salt>$<key>`, both in base64 */
export async function hashPassword(value: string): Promise<string> {
  const salt = randomBytes(16)
  const key = (await promisify(scrypt)(value, salt, 32)) as Buffer
  return `scrypt$${salt.toString('base64')}$${key.toString('base64')}`
}

/** What `locale` reads as where a person has none (spec/4 §2.1, spec/5 decision 8). */
export const DEFAULT_LOCALE = 'en_US'

const withLocale = (profile: UserRecord['profile']) =>
  profile['locale'] ? profile : { ...profile, locale: DEFAULT_LOCALE }

/** A person as expressions and conditions see them. */
export function toPerson(user: UserRecord, groupIds: readonly string[]) {
  const { id, typeId, status, created, lastUpdated, passwordChanged, lastLogin, profile } = user
  return {
    id,
    groupIds,
    userTypeId: typeId,
    user: { id, status, created, lastUpdated, passwordChanged, lastLogin, profile: withLocale(profile) },
  }
}
