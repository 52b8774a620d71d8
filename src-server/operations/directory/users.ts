import { ApiError, invalid } from '#contract/interface/api-error.ts'
import type { Profile, UserStatus } from '#contract/directory/user.ts'
import { ownsPassword } from '#contract/directory/user-credentials.ts'
import { userTarget } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { newId } from '#db/ids.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import { displayNameOf, loginKeyOf, users, userTypes, type UserRecord } from '#db/tables/users.ts'
import { assertUnique } from '../checks.ts'
import { applyGroupRules, EVERY_RULE } from './group-rules/apply.ts'
import { addMember } from './groups.ts'
import { shownWith, storeCredentials, TOO_WEAK, type NewCredentials } from './passwords/new-credentials.ts'
import { insertUser, NO_CREDENTIALS } from './write-user.ts'
import { assertValidProfile } from './profile-rules.ts'

interface UserCreate {
  profile: Profile
  /** Computed before. */
  credentials?: NewCredentials | null
  groupIds?: string[] | undefined
  type?: { id: string } | undefined
}

/** How a person begins. */
interface Beginning {
  activate: boolean
  /** The credentials have to name a provider. */
  provider?: boolean
  /** Their password has to be changed when they first sign in. */
  nextLogin?: 'changePassword' | undefined
}

/**
 * Makes a person; the status follows from the credentials and from how they begin (spec/4 §2.1). @returns the id
 * @throws ApiError E0000001, for a password that the policy refuses, too; E0000124, E0000125
 */
export async function createUser(tx: Tx, input: UserCreate, beginning: Beginning): Promise<string> {
  tx.authorize('user.lifecycle.create', [], 'never')
  const { profile, credentials = null } = input
  const { activate } = beginning
  if (beginning.provider && !credentials?.provider) throw invalid('credentials.provider', 'is required')
  const typeId = await requireTypeId(tx, input.type?.id)
  await assertValidProfile(tx, typeId, profile)
  const nothingYet = { ...NO_CREDENTIALS, profile }
  await assertUniqueLogin(tx, profile.login)
  const shown = shownWith(nothingYet, credentials, { strict: false, tooWeak: TOO_WEAK.created, now: tx.now })
  const memberOf = await requireGroups(tx, input.groupIds ?? [])
  const user = await insertUser(tx, {
    id: newId('user'),
    status: initialStatus(beginning, shown),
    ...{ typeId, profile, ...shown },
    created: tx.now,
    activated: activate ? tx.now : null,
    statusChanged: activate ? tx.now : null,
    lastLogin: null,
    lastUpdated: tx.now,
  })
  await storeCredentials(tx, user, credentials)
  const target = userTarget({ id: user.id, login: user.login, displayName: displayNameOf(user) })
  tx.record({ type: 'user.lifecycle.create', targets: [target] })
  if (activate) tx.record({ type: 'user.lifecycle.activate', targets: [target] })
  for (const group of memberOf) await addMember(tx, group, user)
  await applyGroupRules(tx, [user.id], EVERY_RULE)
  return user.id
}

/** @throws ApiError E0000001 for a login that another person has */
export function assertUniqueLogin(reader: Reader, login: string, except?: string): Promise<void> {
  const message = `another person has the login ${login}`
  return assertUnique(reader, users, {
    ...{ condition: 'login_key = ?', params: [loginKeyOf(login)], location: 'profile.login' },
    ...{ except, message },
  })
}

type Credentialed = Pick<UserRecord, 'hasPassword' | 'providerType'>

/** Whether a person can sign in without choosing a password first. */
export const canSignIn = ({ hasPassword, providerType }: Credentialed) => hasPassword || !ownsPassword(providerType)

function initialStatus({ activate, nextLogin }: Beginning, shown: Credentialed): UserStatus {
  if (nextLogin && !shown.hasPassword) throw new ApiError('E0000124')
  if (nextLogin && !activate) throw new ApiError('E0000125')
  if (!activate) return 'STAGED'
  if (nextLogin) return 'PASSWORD_EXPIRED'
  return canSignIn(shown) ? 'ACTIVE' : 'PROVISIONED'
}

/** The id of a type, or of the default one. @throws ApiError E0000001 */
export async function requireTypeId(reader: Reader, expected: string | undefined): Promise<string> {
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
