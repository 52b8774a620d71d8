import { setImmediate } from 'node:timers/promises'
import { ownsPassword } from '#contract/directory/user-credentials.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { completeSettings } from '#policy/index.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { readClock } from '../../audit/proof/clock.ts'
import type { Service } from '../../service/service.ts'
import { updateUser } from '../write-user.ts'
import { passwordTarget } from './lockout.ts'
import type { PasswordSettings } from './new-credentials.ts'
import { passwordSettingsOf } from './password-policy.ts'
import { peopleWithAgedPassword } from './people-due.sql.ts'

/** How old a policy lets passwords become. */
export type PasswordAge = PasswordSettings['password']['age']

const DAY_MS = 86_400_000

/** Whether a password that somebody signs in with is older than their PASSWORD policy allows; 0 days: as old as it likes. */
export function isOverAge(
  { status, hasPassword, providerType, passwordChanged }: UserRecord,
  { maxAgeDays }: PasswordAge,
  now: number,
): boolean {
  if (maxAgeDays === 0 || status !== 'ACTIVE' || !hasPassword || !ownsPassword(providerType)) return false
  return passwordChanged !== null && now - Date.parse(passwordChanged) >= maxAgeDays * DAY_MS
}

/** Makes a password an expired one, as its age asks; it still serves to set another one. @returns the person as they are then */
export async function expireInTime(tx: Tx, user: UserRecord, age: PasswordAge): Promise<UserRecord> {
  if (!isOverAge(user, age, Date.parse(tx.now))) return user
  const after = await updateUser(tx, user, { status: 'PASSWORD_EXPIRED' })
  tx.record({ type: 'user.account.reset_password', targets: [passwordTarget(user, user.status, after.status)] })
  return after
}

/** So many are read at once. */
const AT_ONCE = 200

/**
 * {@link expireInTime} for everybody, each in a transaction of its own. WHY not while the clock is in doubt: one that leapt would expire
 * all passwords at once, which cannot be taken back.
 */
export async function expireAllInTime(service: Service): Promise<void> {
  const ageing = await readAgeing(service)
  if (!ageing || (await readClock(service))) return
  const before = new Date(service.clock() - ageing.minDays * DAY_MS).toISOString()
  const { groupIds } = ageing
  for (let after = ''; ;) {
    const aged = await peopleWithAgedPassword(service.reader, { before, groupIds, after, limit: AT_ONCE })
    for (const { id } of aged) await expireOne(service, id)
    const last = aged.at(-1)
    if (!last || aged.length < AT_ONCE) return
    after = last.id
  }
}

async function expireOne(service: Service, userId: string): Promise<void> {
  // WHY: many may be due at once, and requests are served in between.
  await setImmediate()
  const user = await users.get(service.reader, userId)
  if (!user) return
  const { age } = (await passwordSettingsOf(service, user)).password
  if (!isOverAge(user, age, service.clock())) return
  await service.write(systemContext(), async (tx) => {
    const current = await users.get(tx, userId)
    if (current) await expireInTime(tx, current, age)
  })
}

/** Whom passwords may expire of: the least age that a policy allows, and the groups that such policies are for; null groups: anybody. */
async function readAgeing(service: Service): Promise<{ minDays: number; groupIds: string[] | null } | null> {
  const { byType, set, engine } = await service.snapshot()
  const limits = (byType.get('PASSWORD') ?? []).flatMap(({ status, settings, conditions }) => {
    const { maxAgeDays } = (completeSettings('PASSWORD', settings, engine) as PasswordSettings).password.age
    const groupIds = conditions?.people?.groups?.include ?? []
    return status === 'ACTIVE' && maxAgeDays > 0 ? [{ maxAgeDays, groupIds }] : []
  })
  if (limits.length === 0) return null
  const areAllMeant = limits.some(
    ({ groupIds }) =>
      groupIds.length === 0 || (set.everyoneGroupId !== undefined && groupIds.includes(set.everyoneGroupId)),
  )
  return {
    minDays: Math.min(...limits.map(({ maxAgeDays }) => maxAgeDays)),
    groupIds: areAllMeant ? null : limits.flatMap(({ groupIds }) => groupIds),
  }
}
