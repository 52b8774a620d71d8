import { setImmediate } from 'node:timers/promises'
import { systemContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { statusChange } from '#contract/log/targets.ts'
import { userCredentials, type UserCredentialsRecord } from '#db/tables/user-credentials.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import type { Service } from '../../service/service.ts'
import { updateUser } from '../write-user.ts'
import type { PasswordSettings } from './new-credentials.ts'
import { passwordSettingsOf } from './password-policy.ts'
import { lockedOutPeople } from './people-due.sql.ts'
import { personTarget } from '../../service/person-target.ts'

/** After how many wrong passwords a policy locks a person out, and for how long. */
export type Lockout = PasswordSettings['password']['lockout']

/** A person with what is known of their credentials, as a transaction sees them. */
export async function credentialsOf(
  tx: Tx,
  userId: string,
): Promise<{ user: UserRecord; known: UserCredentialsRecord | undefined }> {
  return { user: await users.require(tx, userId), known: await userCredentials.get(tx, userId) }
}

/** A person as the target of an event about their password, with the status that it changes. */
export const passwordTarget = (user: UserRecord, from = '', to = from) => personTarget(user, statusChange(from, to))

/**
 * Lets a person in again who was locked out for as long as their PASSWORD policy says; never where it says 0 minutes, which is until
 * an administrator unlocks them.
 * @returns whether they are let in again, or were meanwhile
 */
export async function unlockInTime(tx: Tx, userId: string, { autoUnlockMinutes }: Lockout): Promise<boolean> {
  const { user, known } = await credentialsOf(tx, userId)
  if (user.status !== 'LOCKED_OUT') return true
  const { lockedAt, lockedFrom } = known ?? {}
  const since = Date.parse(tx.now) - Date.parse(lockedAt ?? tx.now)
  if (!known || autoUnlockMinutes === 0 || since < autoUnlockMinutes * 60_000) return false
  // An expired password is not made a good one by waiting.
  const status = lockedFrom ?? 'ACTIVE'
  await updateUser(tx, user, { status })
  await userCredentials.update(tx, known, { failedAttempts: 0, lockedAt: null, lockedFrom: null })
  tx.record({ type: 'user.account.unlock', targets: [passwordTarget(user, user.status, status)] })
  return true
}

/** So many are read at once. */
const AT_ONCE = 200

/** {@link unlockInTime} for everybody who is locked out, each in a transaction of its own. */
export async function unlockAllInTime(service: Service): Promise<void> {
  for (let after = ''; ;) {
    const locked = await lockedOutPeople(service.reader, after, AT_ONCE)
    for (const user of locked) {
      // WHY: many may be locked out by an attack, and requests are served in between.
      await setImmediate()
      const { lockout } = (await passwordSettingsOf(service, user)).password
      if (lockout.autoUnlockMinutes > 0)
        await service.write(systemContext(), (tx) => unlockInTime(tx, user.id, lockout))
    }
    const last = locked.at(-1)
    if (!last || locked.length < AT_ONCE) return
    after = last.id
  }
}
