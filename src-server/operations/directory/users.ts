import { ApiError, causeAt, invalid } from '#contract/interface/api-error.ts'
import type { Profile } from '#contract/directory/user.ts'
import type { UserStatus } from '#contract/directory/user-status.ts'
import { ownsPassword } from '#contract/directory/user-credentials.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { groups, type GroupRecord } from '#db/tables/groups.ts'
import { defaultUserType, loginKeyOf, userTypes, type UserRecord } from '#db/tables/users.ts'
import { AS_IT_IS, checkedAt, type Refusal } from '../service/checks.ts'
import { applyGroupRules, EVERY_RULE } from './group-rules/apply.ts'
import { addMember } from './groups.ts'
import { shownWith, storeCredentials, TOO_WEAK, type NewCredentials } from './passwords/new-credentials.ts'
import { firstTakenLogin } from './people.sql.ts'
import { insertUsers, NO_CREDENTIALS } from './write-user.ts'
import { assertValidProfiles } from './profile-rules.ts'
import { personTarget } from '../service/person-target.ts'

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

/** Makes a person. @returns the id @throws ApiError as {@link createUsers} */
export async function createUser(tx: Tx, input: UserCreate, beginning: Beginning): Promise<string> {
  const [id] = await createUsers(tx, [input], beginning)
  return id as string
}

/**
 * Makes people, all or none, in the same few statements however many they are; their status follows from the credentials and from how
 * they begin (spec/4 §2.1). @returns their ids, in order
 * @throws ApiError E0000001, for a password that the policy refuses, too; E0000124, E0000125; all by way of the refusal
 */
export async function createUsers(
  tx: Tx,
  inputs: readonly UserCreate[],
  beginning: Beginning,
  refusal: Refusal = AS_IT_IS,
): Promise<string[]> {
  if (inputs.length === 0) return []
  tx.authorize('user.lifecycle.create', [], 'never')
  const { activate } = beginning
  const given = await withTypes(tx, withinLimits(tx, inputs, refusal), beginning, refusal)
  await assertValidProfiles(tx, given, refusal)
  const logins = given.map(({ profile: { login } }) => ({ login, of: '' }))
  await assertUniqueLogins(tx, logins, refusal)
  // WHY sorted: the indexes end in the id, and take neighbours in half the time.
  const ids = given.map(() => tx.newId('user')).sort()
  const stamp = { created: tx.now, lastUpdated: tx.now, lastLogin: null }
  const begun = activate ? tx.now : null
  const rows = given.map(({ typeId, profile, credentials }, at) =>
    checkedAt(at, refusal, () => {
      const nothingYet = { ...NO_CREDENTIALS, profile }
      const shown = shownWith(nothingYet, credentials, { strict: false, tooWeak: TOO_WEAK.created, now: tx.now })
      const status = initialStatus(beginning, shown)
      return {
        id: ids[at] as string,
        status,
        typeId,
        profile,
        ...shown,
        ...stamp,
        activated: begun,
        statusChanged: begun,
      }
    }),
  )
  const memberOf = await requireGroups(tx, given, refusal)
  const people = await insertUsers(tx, rows)
  for (const [at, user] of people.entries()) {
    await storeCredentials(tx, user, given[at]?.credentials ?? null)
    const target = personTarget(user)
    tx.record({ type: 'user.lifecycle.create', targets: [target] })
    if (activate) tx.record({ type: 'user.lifecycle.activate', targets: [target] })
    for (const group of memberOf[at] ?? []) await addMember(tx, { group, user })
  }
  await applyGroupRules(tx, ids, EVERY_RULE)
  return ids
}

interface TypedCreate extends UserCreate {
  typeId: string
  credentials: NewCredentials | null
}

async function withTypes(
  tx: Tx,
  inputs: readonly UserCreate[],
  beginning: Beginning,
  refusal: Refusal,
): Promise<TypedCreate[]> {
  const known = new Map<string | undefined, string>()
  const given: TypedCreate[] = []
  for (const [at, { credentials = null, ...input }] of inputs.entries()) {
    if (beginning.provider && !credentials?.provider) throw refusal(invalid('credentials.provider', 'is required'), at)
    const type = input.type?.id
    const refuse = (error: unknown) => {
      throw refusal(error, at)
    }
    const typeId = known.get(type) ?? (await requireTypeId(tx, type).catch(refuse))
    known.set(type, typeId)
    given.push({ ...input, credentials, typeId })
  }
  return given
}

/** @param except the person who may have it @throws ApiError E0000001 for a login that another person has */
export function assertUniqueLogin(reader: Reader, login: string, except?: string): Promise<void> {
  return assertUniqueLogins(reader, [{ login, of: except ?? '' }])
}

/** @param logins with the ids of the people who may have them; empty for new ones @throws ApiError E0000001 by way of the refusal */
export async function assertUniqueLogins(
  reader: Reader,
  logins: readonly { login: string; of: string }[],
  refusal: Refusal = AS_IT_IS,
): Promise<void> {
  const refuse = (at: number) =>
    refusal(invalid('profile.login', `another person has the login ${logins[at]?.login}`), at)
  const keys = logins.map(({ login }) => loginKeyOf(login))
  const seen = new Set<string>()
  for (const [at, key] of keys.entries()) {
    if (seen.has(key)) throw refuse(at)
    seen.add(key)
  }
  const taken = await firstTakenLogin(
    reader,
    logins.map(({ of }, at) => [keys[at] as string, of]),
  )
  if (taken !== undefined) throw refuse(taken)
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
  const type = await (expected ? userTypes.get(reader, expected) : defaultUserType(reader))
  if (!type) throw invalid('type.id', `${expected} (UserType) does not exist`)
  return type.id
}

/**
 * Who looks after some groups makes people who are in one of them, and in no other; where it is one group alone, that is the one.
 * @throws ApiError E0000006 by way of the refusal
 */
function withinLimits({ rights }: Tx, inputs: readonly UserCreate[], refusal: Refusal): readonly UserCreate[] {
  const reach = rights.reach('svc.users.manage')
  if (reach === null || reach === 'all') return inputs
  const fallback = reach.groups.length === 1 ? [...reach.groups] : []
  return inputs.map((input, at) =>
    checkedAt(at, refusal, () => {
      const groupIds = input.groupIds?.length ? input.groupIds : fallback
      if (groupIds.length > 0 && groupIds.every((id) => reach.groups.includes(id))) return { ...input, groupIds }
      throw new ApiError('E0000006', {
        causes: [causeAt('groupIds', 'has to name groups that your role is limited to, and no other')],
      })
    }),
  )
}

/** The groups that people are to be in, for each of them. */
async function requireGroups(
  reader: Reader,
  inputs: readonly UserCreate[],
  refusal: Refusal,
): Promise<GroupRecord[][]> {
  const known = new Map<string, GroupRecord | undefined>()
  const found: GroupRecord[][] = []
  for (const [at, { groupIds = [] }] of inputs.entries()) {
    for (const id of groupIds) if (!known.has(id)) known.set(id, await groups.get(reader, id))
    found.push(checkedAt(at, refusal, () => groupIds.map((id) => takingMembers(id, known.get(id)))))
  }
  return found
}

function takingMembers(id: string, group: GroupRecord | undefined): GroupRecord {
  if (!group) throw invalid('groupIds', `${id} (UserGroup) does not exist`)
  if (group.type !== 'SVC_GROUP') throw invalid('groupIds', `${group.name} takes no members by hand`)
  return group
}
