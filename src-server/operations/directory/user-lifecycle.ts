import { ApiError, invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { EventType } from '#contract/log/event-types.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { ownsPassword } from '#contract/directory/user-credentials.ts'
import { USER_STEPS, type UserVerb } from '#contract/directory/user-steps.ts'
import { changeDetails, statusChange } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { userCredentials } from '#db/tables/user-credentials.ts'
import { leaveContacts } from '../organization/contacts.ts'
import { leaveOwnership } from './group-owners.ts'
import { leaveAllGroups } from './groups.ts'
import { requireUser } from './find-user.ts'
import { endOneTimeLinks, makeOneTimeLink } from './one-time-link.ts'
import { shownWith, storeCredentials, TOO_WEAK, type NewCredentials } from './passwords/new-credentials.ts'
import { canSignIn } from './users.ts'
import { updateUser } from './write-user.ts'
import { personTarget } from '../service/person-target.ts'

/** What each step is in the log. */
const EVENTS: Readonly<Record<UserVerb, EventType>> = {
  activate: 'user.lifecycle.activate',
  reactivate: 'user.lifecycle.reactivate',
  deactivate: 'user.lifecycle.deactivate',
  suspend: 'user.lifecycle.suspend',
  unsuspend: 'user.lifecycle.unsuspend',
  unlock: 'user.account.unlock_by_admin',
  reset_password: 'user.account.reset_password',
  expire_password: 'user.account.reset_password',
  expire_password_with_temp_password: 'user.account.reset_password',
  reset_factors: 'user.mfa.factor.reset_all',
}

/** Steps that are about a password of this organization. */
const ABOUT_PASSWORD: ReadonlySet<UserVerb> = new Set([
  'reset_password',
  'expire_password',
  'expire_password_with_temp_password',
])

/**
 * Takes a person through one step of their life, whole, in the caller's transaction. WHY nothing answers E0000112 (still activating) or shows a
 * `transitioningToStatus`: no one ever sees a person between two statuses. For the same reason `Prefer: respond-async` (RFC 7240 §4.1) is left
 * unapplied: the step is done when it is answered (spec/4 §2.1).
 * @returns who they are then
 */
export async function changeUserStatus(tx: Tx, userId: string, verb: UserVerb): Promise<UserRecord> {
  return takeStep(tx, await requireUser(tx, userId), verb)
}

/**
 * Activates a person, or starts that again. Nothing here sends mail.
 * @param base of addresses, where the address is to be told; null where it is not
 * @returns the address at which they choose a password, also where they have one (spec/6 16); null where theirs is kept elsewhere
 */
export async function activateUser(
  tx: Tx,
  userId: string,
  { verb, base }: { verb: 'activate' | 'reactivate'; base: string | null },
): Promise<{ url: string; token: string } | null> {
  const user = await changeUserStatus(tx, userId, verb)
  if (base === null || !ownsPassword(user.providerType)) return null
  return makeOneTimeLink(tx, user.id, { purpose: 'ACTIVATE', minutes: LIMITS.activationMinutes, base })
}

/** @param link absent: no address is made @returns the address at which the person chooses another password */
export async function resetPassword(
  tx: Tx,
  userId: string,
  link: { base: string; minutes: number } | null,
): Promise<string | null> {
  const user = await changeUserStatus(tx, userId, 'reset_password')
  if (!link) return null
  return (await makeOneTimeLink(tx, user.id, { purpose: 'RESET_PASSWORD', ...link })).url
}

/** Expires a password and puts another in its place, to be changed at the next sign-in. */
export async function setTemporaryPassword(tx: Tx, userId: string, credentials: NewCredentials): Promise<void> {
  const user = await changeUserStatus(tx, userId, 'expire_password_with_temp_password')
  const terms = { strict: false, tooWeak: TOO_WEAK.changed, now: tx.now }
  await storeCredentials(tx, await updateUser(tx, user, shownWith(user, credentials, terms)), credentials)
}

/**
 * The first call deactivates, the second deletes; conditions keep the id, dangling (spec/4 §2.1, §1.9). WHY the log gets
 * no copy of the profile: a deleted person is not to live on there beyond name and login.
 */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  const user = await requireUser(tx, userId)
  if (user.status !== 'DEPROVISIONED') return void (await takeStep(tx, user, 'deactivate'))
  tx.authorize('user.lifecycle.delete.initiated', [targetOf(user)])
  await leaveAllGroups(tx, user.id)
  await leaveContacts(tx, user.id)
  await leaveOwnership(tx, user.id)
  for (const follow of tx.consequences.userDeleted) await follow(tx, user)
  await users.remove(tx, user)
  tx.record({ type: 'user.lifecycle.delete.initiated', targets: [targetOf(user)] })
  const details = changeDetails({ status: user.status, typeId: user.typeId }, {})
  tx.record({ type: 'user.lifecycle.delete.completed', targets: [targetOf(user, details)] })
}

async function takeStep(tx: Tx, user: UserRecord, verb: UserVerb): Promise<UserRecord> {
  const type = EVENTS[verb]
  tx.authorize(type, [targetOf(user)])
  assertStep(user, verb)
  const status = USER_STEPS[verb].to(canSignIn(user)) ?? user.status
  const activated = verb === 'activate' ? tx.now : user.activated
  const after = status === user.status ? user : await updateUser(tx, user, { status, activated })
  if (verb === 'unlock') await forgetFailures(tx, user.id)
  if (verb === 'deactivate') await endOneTimeLinks(tx, user.id)
  if (verb === 'reset_factors') for (const follow of tx.consequences.userFactorsReset) await follow(tx, user)
  tx.record({ type, targets: [targetOf(user, statusChange(user.status, status))] })
  return after
}

/** The steps that can be taken back, and the step whose event that is. */
const OPPOSITES: Readonly<Partial<Record<UserVerb, UserVerb>>> = {
  activate: 'deactivate',
  deactivate: 'activate',
  suspend: 'unsuspend',
  unsuspend: 'suspend',
}

/** How a step is in the log. */
export const eventOfStep = (verb: UserVerb): EventType => EVENTS[verb]

/** What a step changes of a person, as far as it can be taken back. */
export const stepStateOf = ({ status, activated }: UserRecord) => ({ status, activated })

/** Gives a person back the status from which a step has led. @param before of {@link stepStateOf} */
export async function revertStep(
  tx: Tx,
  user: UserRecord,
  verb: UserVerb,
  before: ReturnType<typeof stepStateOf>,
): Promise<void> {
  const opposite = OPPOSITES[verb]
  if (!opposite) throw new Error(`${verb} cannot be taken back`)
  const type = EVENTS[opposite]
  tx.authorize(type, [targetOf(user)])
  await updateUser(tx, user, before)
  tx.record({ type, targets: [targetOf(user, statusChange(user.status, before.status))] })
}

function assertStep({ status, providerType }: UserRecord, verb: UserVerb): void {
  const { from, refusal } = USER_STEPS[verb]
  if (!from.includes(status)) {
    const code = refusal(status)
    throw code === 'E0000001'
      ? invalid('status', `must be ${from.join(' or ')}, but is ${status}`, 'path')
      : new ApiError(code, { causes: code === 'E0000032' ? [{ errorSummary: `The user is ${status}.` }] : [] })
  }
  if (ABOUT_PASSWORD.has(verb) && !ownsPassword(providerType)) throw new ApiError('E0000038')
}

/** The person is let in again, and begins without wrong passwords. */
async function forgetFailures(tx: Tx, userId: string): Promise<void> {
  const known = await userCredentials.get(tx, userId)
  if (known) await userCredentials.update(tx, known, { failedAttempts: 0, lockedAt: null, lockedFrom: null })
}

const targetOf = (user: UserRecord, details?: LogTarget['changeDetails']) => personTarget(user, details)
