import { systemContext, type RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import type { UserStatus } from '#contract/directory/user-status.ts'
import { ownsPassword } from '#contract/directory/user-credentials.ts'
import { userCredentials } from '#db/tables/user-credentials.ts'
import { users } from '#db/tables/users.ts'
import type { Service } from '../../service/service.ts'
import { updateUser } from '../write-user.ts'
import { plainAnswer } from './compute-credentials.ts'
import { isOutdated } from './hash.ts'
import { KNOWN_BY_HOOK } from './hash-formats.ts'
import { credentialsOf, passwordTarget, unlockInTime, type Lockout } from './lockout.ts'
import { expireInTime, isOverAge, type PasswordAge } from './password-age.ts'
import { passwordSettingsOf } from './password-policy.ts'

/** `UNSUPPORTED`: it is known outside only. */
export type PasswordVerdict = 'RIGHT' | 'WRONG' | 'LOCKED_OUT' | 'UNSUPPORTED'

/** What is checked: the password, or the answer to the recovery question. */
type Secret = 'password' | 'answer'

/** From where too many wrong passwords lead to LOCKED_OUT. */
const LOCKABLE: ReadonlySet<UserStatus> = new Set(['ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY'])

/**
 * Checks a password, or a recovery answer. By the person's own PASSWORD policy, too many wrong ones lock them out, and
 * time lets them in again (`lockout`); one that is older than it allows is right, and expired from then on (`age`); a hash that was brought along, or that an earlier version made, is replaced by ours
 * once the password is known to be right. What that changes is the service's own doing, in transactions of its own: it
 * stays when the request is refused.
 * @param context of the request: its address and its transaction stand in the events
 */
export async function verifyPassword(
  service: Service,
  context: RequestContext,
  userId: string,
  given: { value: string; secret?: Secret },
): Promise<PasswordVerdict> {
  const own: RequestContext = Object.freeze({ ...context, principal: systemContext().principal })
  const secret = given.secret ?? 'password'
  const user = await users.require(service.reader, userId)
  const known = await userCredentials.get(service.reader, userId)
  if (!ownsPassword(user.providerType) || (secret === 'password' && known?.password === KNOWN_BY_HOOK))
    return 'UNSUPPORTED'
  const settings = await passwordSettingsOf(service, user)
  const { lockout, age } = settings.password
  if (user.status === 'LOCKED_OUT' && !(await service.write(own, (tx) => unlockInTime(tx, userId, lockout))))
    return 'LOCKED_OUT'
  const stored = known?.[secret] ?? null
  const value = secret === 'answer' ? plainAnswer(given.value) : given.value
  const isFresh = stored === null || secret === 'answer' || !isOutdated(stored)
  const isRight = stored !== null && (await compare(service, value, stored))
  // WHY only now: hashing again would tell by its time that an imported password is wrong.
  const renewed = isRight && !isFresh ? await renew(service, value) : null
  const isAged = secret === 'password' && isOverAge(user, age, service.clock())
  if (isRight && !isAged && !renewed && known?.failedAttempts === 0) return isLocked(service, userId)
  return service.write(own, (tx) =>
    isRight ? noteRight(tx, userId, { stored, renewed, age: isAged ? age : null }) : noteWrong(tx, userId, lockout),
  )
}

async function compare({ workers }: Service, value: string, stored: string): Promise<boolean> {
  const { matches } = await workers.run('passwords', { hash: [], compare: [{ value, stored }] })
  return matches[0] === true
}

async function renew({ workers }: Service, value: string): Promise<string> {
  const { hashes } = await workers.run('passwords', { hash: [value], compare: [] })
  return hashes[0] as string
}

/** Others may have tried at the same moment. */
async function isLocked(service: Service, userId: string): Promise<PasswordVerdict> {
  return (await users.get(service.reader, userId))?.status === 'LOCKED_OUT' ? 'LOCKED_OUT' : 'RIGHT'
}

async function noteRight(
  tx: Tx,
  userId: string,
  { stored, renewed, age }: { stored: string | null; renewed: string | null; age: PasswordAge | null },
): Promise<PasswordVerdict> {
  const { user: before, known } = await credentialsOf(tx, userId)
  if (before.status === 'LOCKED_OUT') return 'LOCKED_OUT'
  const user = age ? await expireInTime(tx, before, age) : before
  if (!known) return 'WRONG'
  const replaces = renewed !== null && known.password === stored
  const history = known.history.map((hash) => (hash === stored && renewed !== null ? renewed : hash))
  await userCredentials.update(tx, known, { failedAttempts: 0, ...(replaces && { password: renewed, history }) })
  if (replaces && user.providerType === 'IMPORT') {
    await updateUser(tx, user, { providerType: 'SVC', providerName: 'SVC' })
    tx.record({ type: 'user.import.password', targets: [passwordTarget(user)] })
  }
  return 'RIGHT'
}

async function noteWrong(tx: Tx, userId: string, { maxAttempts }: Lockout): Promise<PasswordVerdict> {
  const { user, known } = await credentialsOf(tx, userId)
  if (!known) return 'WRONG'
  const failedAttempts = known.failedAttempts + 1
  const locks = maxAttempts > 0 && failedAttempts >= maxAttempts && LOCKABLE.has(user.status)
  const lock = locks ? { lockedAt: tx.now, lockedFrom: user.status } : {}
  await userCredentials.update(tx, known, { failedAttempts, ...lock })
  if (!locks) return 'WRONG'
  await updateUser(tx, user, { status: 'LOCKED_OUT' })
  tx.record({ type: 'user.account.lock', targets: [passwordTarget(user, user.status, 'LOCKED_OUT')] })
  return 'LOCKED_OUT'
}
