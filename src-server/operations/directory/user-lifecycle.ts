import { ApiError, invalid } from '#contract/interface/api-error.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import type { UserStatus } from '#contract/directory/user.ts'
import { STEP_FROM, type UserVerb } from '#contract/directory/user-steps.ts'
import { changeDetails, statusChange, userTarget } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { displayNameOf, users, type UserRecord } from '#db/tables/users.ts'
import { requireUser } from './find-user.ts'
import { leaveAllGroups } from './groups.ts'

interface Step {
  to: (user: UserRecord) => UserStatus
  refuse: (user: UserRecord) => ApiError
}

const notNow = () => new ApiError('E0000038')
const needs = (status: UserStatus) => (user: UserRecord) =>
  invalid('status', `must be ${status}, but is ${user.status}`, 'path')

/** Where each step leads, and how it is refused from a status that does not allow it (spec/4 §2.1 "Lifecycle"). */
const STEPS: Readonly<Record<UserVerb, Step>> = {
  activate: {
    to: (user) => (user.passwordHash ? 'ACTIVE' : 'PROVISIONED'),
    refuse: (user) => (user.status === 'ACTIVE' ? new ApiError('E0000016') : notNow()),
  },
  deactivate: {
    to: () => 'DEPROVISIONED',
    refuse: notNow,
  },
  suspend: { to: () => 'SUSPENDED', refuse: needs('ACTIVE') },
  unsuspend: { to: () => 'ACTIVE', refuse: needs('SUSPENDED') },
}

/** Takes a person through one step of their life. */
export async function changeUserStatus(tx: Tx, userId: string, verb: UserVerb): Promise<void> {
  await takeStep(tx, await requireUser(tx, userId), verb)
}

/**
 * The first call deactivates, the second deletes; conditions keep the id, dangling (spec/4 §2.1, §1.9). WHY the log gets
 * no copy of the profile: a deleted person is not to live on there beyond name and login.
 */
export async function deleteUser(tx: Tx, userId: string): Promise<void> {
  const user = await requireUser(tx, userId)
  if (user.status !== 'DEPROVISIONED') return takeStep(tx, user, 'deactivate')
  tx.authorize('user.lifecycle.delete.initiated', [targetOf(user)])
  await leaveAllGroups(tx, user.id)
  await users.remove(tx, user)
  tx.record({ type: 'user.lifecycle.delete.initiated', targets: [targetOf(user)] })
  const details = changeDetails({ status: user.status, typeId: user.typeId }, {})
  tx.record({ type: 'user.lifecycle.delete.completed', targets: [targetOf(user, details)] })
}

async function takeStep(tx: Tx, user: UserRecord, verb: UserVerb): Promise<void> {
  const { to, refuse } = STEPS[verb]
  const type = `user.lifecycle.${verb}` as const
  tx.authorize(type, [targetOf(user)])
  if (!STEP_FROM[verb].includes(user.status)) throw refuse(user)
  const status = to(user)
  const activated = verb === 'activate' ? tx.now : user.activated
  await users.update(tx, user, { status, statusChanged: tx.now, lastUpdated: tx.now, activated })
  tx.record({ type, targets: [targetOf(user, statusChange(user.status, status))] })
}

const targetOf = (user: UserRecord, details?: LogTarget['changeDetails']) =>
  userTarget({ id: user.id, login: user.login, displayName: displayNameOf(user) }, details)
