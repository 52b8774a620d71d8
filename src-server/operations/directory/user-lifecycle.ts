import { ApiError, invalid } from '../../contract/api-error.ts'
import type { LogTarget } from '../../contract/log-event.ts'
import { USER_STATUSES, type UserStatus } from '../../contract/user.ts'
import { changeDetails, statusChange, userTarget } from '../audit/targets.ts'
import type { Act, Service, Unit } from '../service.ts'
import { requireUser, type UserRow } from './users.ts'

/** The steps that this version takes; the others come with the rest of the directory. */
export type UserVerb = 'activate' | 'deactivate' | 'suspend' | 'unsuspend'

interface Step {
  from: readonly UserStatus[]
  to: (user: UserRow) => UserStatus
  refuse: (user: UserRow) => ApiError
}

const notNow = () => new ApiError('E0000038')
const needs = (status: UserStatus) => (user: UserRow) =>
  invalid('status', `must be ${status}, but is ${user.status}`, 'path')

/** What each step is allowed from and leads to (spec/4 §2.1 "Lifecycle"). */
const STEPS: Readonly<Record<UserVerb, Step>> = {
  activate: {
    from: ['STAGED', 'DEPROVISIONED'],
    to: (user) => (user.password_hash ? 'ACTIVE' : 'PROVISIONED'),
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
export function changeUserStatus(service: Service, act: Act, userId: string, verb: UserVerb): Promise<void> {
  return service.write(act, async (unit) => takeStep(unit, await requireUser(service, userId), verb), {
    changes: [],
  })
}

/**
 * The first call deactivates, the second deletes; conditions keep the id, dangling (spec/4 §2.1, §1.9). WHY the log gets
 * no copy of the profile: whoever is deleted for good is not to live on there beyond name and login.
 */
export function deleteUser(service: Service, act: Act, userId: string): Promise<void> {
  return service.write(act, async (unit) => {
    const user = await requireUser(service, userId)
    if (user.status !== 'DEPROVISIONED') return takeStep(unit, user, 'deactivate')
    await unit.statements.run('DELETE FROM users WHERE id = ?', [user.id])
    unit.record({ type: 'user.lifecycle.delete.initiated', targets: [targetOf(user)] })
    const details = changeDetails({ status: user.status, typeId: user.type_id }, {})
    unit.record({ type: 'user.lifecycle.delete.completed', targets: [targetOf(user, details)] })
  })
}

async function takeStep(unit: Unit, user: UserRow, verb: UserVerb): Promise<void> {
  const { from, to, refuse } = STEPS[verb]
  const type = `user.lifecycle.${verb}` as const
  unit.attempt({ type, targets: [targetOf(user)] })
  if (!from.includes(user.status)) throw refuse(user)
  const status = to(user)
  const sql = `UPDATE users SET status = ?1, status_changed = ?2, last_updated = ?2,
    activated = CASE WHEN ?3 THEN ?2 ELSE activated END WHERE id = ?4`
  await unit.statements.run(sql, [status, unit.now, verb === 'activate' ? 1 : 0, user.id])
  unit.record({ type, targets: [targetOf(user, statusChange(user.status, status))] })
}

const targetOf = ({ id, login, first_name, last_name }: UserRow, details?: LogTarget['changeDetails']) =>
  userTarget({ id, login, displayName: `${first_name} ${last_name}` }, details)
