import { ApiError, invalid } from '#contract/interface/api-error.ts'
import type { Profile } from '#contract/directory/user.ts'
import { ownsProfile } from '#contract/directory/user-credentials.ts'
import { changeDetails } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { checkedAt, type Refusal } from '../service/checks.ts'
import { auditView, statusWithPassword } from './change-credentials.ts'
import { afterProfile, applyGroupRules } from './group-rules/apply.ts'
import type { Occasion } from './group-rules/evaluate.ts'
import { endOneTimeLinks } from './one-time-link.ts'
import { assertValidProfile, assertValidProfiles } from './profile-rules.ts'
import { shownWith, storeCredentials, TOO_WEAK, type NewCredentials } from './passwords/new-credentials.ts'
import { assertUniqueLogin, assertUniqueLogins, requireTypeId } from './users.ts'
import { updateProfiles, updateUser } from './write-user.ts'
import { personTarget } from '../service/person-target.ts'

/** What a request changes; what it does not name stays. */
interface UserChange {
  profile?: Partial<Profile> | undefined
  credentials: NewCredentials | null
  type?: { id: string } | undefined
  /** A PUT: the profile is given whole, and the type may change (spec/4 §2.1). Otherwise null takes an attribute away. */
  replaces: boolean
  /** Asks the policy's age and history of a password, too. */
  strict: boolean
}

/**
 * Changes a person: profile, type and credentials, each with its event.
 * @throws ApiError E0000001 for a login that another person has, and for another type in a partial change; E0000023 where another
 *   system decides the profile; E0000080 for a weak password
 */
export async function changeUser(tx: Tx, before: UserRecord, change: UserChange): Promise<void> {
  tx.authorize('user.account.update_profile', [targetOf(before)], 'well-formed')
  const user = await users.require(tx, before.id)
  const profile = { ...(change.profile && change.replaces ? {} : user.profile), ...change.profile } as Profile
  const { credentials, strict } = change
  const profileDetails = changeDetails(user.profile, profile)
  if (profileDetails && !ownsProfile(user.providerType)) throw new ApiError('E0000023')
  await assertUniqueLogin(tx, profile.login, user.id)
  const typeId = change.type ? await requireTypeId(tx, change.type.id) : user.typeId
  if (typeId !== user.typeId && !change.replaces) throw invalid('type.id', 'changes only by a PUT of the person')
  await assertValidProfile(tx, typeId, profile, user)
  const terms = { strict, tooWeak: TOO_WEAK.changed, now: tx.now }
  const shown = shownWith({ ...user, profile }, credentials, terms)
  const status = credentials?.password ? statusWithPassword(user.status) : user.status
  const isSecretSet = Boolean(credentials?.password ?? credentials?.question?.answer)
  const [was, is] = [auditView(user), auditView({ ...user, ...shown, status })]
  const events = [
    ['user.account.update_profile', profileDetails],
    ['user.account.update_user_type', changeDetails({ typeId: user.typeId }, { typeId })],
    ['user.account.update_password', changeDetails(was, is) ?? (isSecretSet ? { from: {}, to: {} } : undefined)],
  ] as const
  if (!events.some(([, details]) => details)) return
  const after = await updateUser(tx, user, { ...shown, profile, typeId, status })
  await storeCredentials(tx, after, credentials)
  if (credentials?.password) await endOneTimeLinks(tx, user.id)
  for (const [type, details] of events) if (details) tx.record({ type, targets: [targetOf(after, details)] })
  if (profileDetails) await applyGroupRules(tx, [user.id], afterProfile(user.profile, profile))
}

/**
 * Changes profiles of many people, all or none; what a change does not name stays. People and profiles as {@link changeUser} has them.
 * @param changes of people as they are
 * @throws ApiError as {@link changeUser}, by way of the refusal
 */
export async function changeProfiles(
  tx: Tx,
  changes: readonly { user: UserRecord; profile: Partial<Profile> }[],
  refusal: Refusal,
): Promise<void> {
  if (changes.length === 0) return
  for (const [at, { user }] of changes.entries())
    checkedAt(at, refusal, () => tx.authorize('user.account.update_profile', [targetOf(user)], 'never'))
  const wanted = changes.map(({ user, profile }) => ({ user, profile: { ...user.profile, ...profile } as Profile }))
  for (const [at, { user, profile }] of wanted.entries())
    if (changeDetails(user.profile, profile) && !ownsProfile(user.providerType))
      throw refusal(new ApiError('E0000023'), at)
  const logins = wanted.map(({ user, profile }) => ({ login: profile.login, of: user.id }))
  await assertUniqueLogins(tx, logins, refusal)
  const checked = wanted.map(({ user, profile }) => ({ typeId: user.typeId, profile, before: user }))
  await assertValidProfiles(tx, checked, refusal)
  const due = wanted.flatMap(({ user, profile }) => {
    const details = changeDetails(user.profile, profile)
    return details ? [{ user, profile, details }] : []
  })
  const after = await updateProfiles(tx, due)
  for (const [at, { details }] of due.entries())
    tx.record({ type: 'user.account.update_profile', targets: [targetOf(after[at] as UserRecord, details)] })
  const occasions = due.map(({ user, profile }) => afterProfile(user.profile, profile))
  // A rule that is asked of more people than it has to be gives them what they have.
  const isTouched: Occasion['isTouched'] = (rule) => occasions.some((occasion) => occasion.isTouched(rule))
  await applyGroupRules(
    tx,
    due.map(({ user }) => user.id),
    { isTouched },
  )
}

const targetOf = (user: UserRecord, details?: ReturnType<typeof changeDetails>) => personTarget(user, details)
