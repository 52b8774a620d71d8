import { ApiError, invalid } from '#contract/interface/api-error.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import { USER_STATUSES, type UserStatus } from '#contract/directory/user.ts'
import { changeDetails, statusChange, userTarget } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { displayNameOf, users, type UserRecord } from '#db/tables/users.ts'
import { requireUser } from './find-user.ts'
import { leaveAllGroups } from './groups.ts'

/** The steps that this version takes; the others come with the rest of the directory. */
export type UserVerb = 'activate' | 'deactivate' | 'suspend' | 'unsuspend'

interface Step {
  from: readonly UserStatus[]
  to: (user: UserRecord) => UserStatus
  refuse: (user: UserRecord) => ApiError
}

const notNow = () => new ApiError('E0000038')
const needs = (status: UserStatus) => (user: UserRecord) =>
  invalid('status', `must be ${status}, but is ${user.status}`, 'path')

/** The statuses from which each step is allowed, and where it leads (spec/4 §2.1 "Lifecycle"). */
const STEPS: Readonly<Record<UserVerb, Step>> = {
  activate: {
    from: ['STAGED', 'DEPROVISIONED'],
    to: (user) => (user.passwordHash ? 'ACTIVE' : 'PROVISIONED'),
    refuse: (user) => (user.status === 'ACTIVE' ? new ApiError('E0000016') : notNow()),
  },
  deactivate: {
    from: USER_STATUSES.filter((status) => status !== 'DEPROVISIONED'),
    to: () => 'DEPROVISIONED',
    refuse: notNow,
  },
  suspend: { from: ['ACTIVE'], to: () => 'SUSPENDED', refuse: needs('ACTIVE') },
  unsuspend: { from: ['SUSPENDED'], to: () => 'ACTIVE', refuse: needs('SUSPENDED') },
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
  const { from, to, refuse } = STEPS[verb]
  const type = `user.lifecycle.${verb}` as const
  tx.authorize(type, [targetOf(user)])
  if (!from.includes(user.status)) throw refuse(user)
  const status = to(user)
  const activated = verb === 'activate' ? tx.now : user.activated
  await users.update(tx, user, { status, statusChanged: tx.now, lastUpdated: tx.now, activated })
  tx.record({ type, targets: [targetOf(user, statusChange(user.status, status))] })
}

const targetOf = (user: UserRecord, details?: LogTarget['changeDetails']) =>
  userTarget({ id: user.id, login: user.login, displayName: displayNameOf(user) }, details)
