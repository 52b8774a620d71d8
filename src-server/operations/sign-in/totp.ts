import { timingSafeEqual } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { systemContext, type RequestContext } from '#audit-log/request-context.ts'
import type { Tx } from '#audit-log/transaction.ts'
import {
  authenticatorLabel,
  type AuthenticatorKey,
  type AuthenticatorMethodName,
} from '#contract/policy/authenticator-table.ts'
import { userAuthenticators, type UserAuthenticatorRecord } from '#db/tables/user-authenticators.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import { organizationName } from '../organization/organization.ts'
import type { Service } from '../service/service.ts'
import { personTarget } from '../service/person-target.ts'

/** Codes that an app on the person's phone counts by the time (RFC 6238): for real, without any other service. */

/** The authenticators whose codes are of this kind, each with the method that they prove. */
const TOTP_METHODS: Readonly<Partial<Record<AuthenticatorKey, AuthenticatorMethodName>>> = {
  svc_verify: 'TOTP',
  partner_otp_a: 'OTP',
  partner_otp_b: 'OTP',
}

/** What all apps can do. */
const ALGORITHM = 'SHA1'
const DIGITS = 6
const PERIOD_SECONDS = 30
const PERIOD_MS = PERIOD_SECONDS * 1_000

/** Of the length of the hash (RFC 4226 §4 R6). */
const SECRET_BYTES = 20
const SECRET_FORM = /^[A-Z2-7]{32}$/

/** Steps that clocks may differ by, either way; one is what is recommended (RFC 6238 §5.2). */
const DRIFT = [-1, 0, 1]

/** Wrong codes in a row after which no code is looked at for a while (RFC 4226 §7.3). */
const MOST_WRONG = 5
const PAUSE_MS = 5 * 60_000

/** `NOT_SET_UP`: also where the secret cannot be opened any more, because what sealed it is gone; reset, it can be set up again. */
type TotpVerdict = 'RIGHT' | 'WRONG' | 'LOCKED_OUT' | 'NOT_SET_UP'

/** `ALREADY_SET_UP`: what a person has is replaced only after it was reset. */
type TotpEnrollment = 'RIGHT' | 'WRONG' | 'ALREADY_SET_UP'

/** Whether codes of an authenticator are real here; all others but the password are simulated. */
export const isTotp = (key: AuthenticatorKey, method: AuthenticatorMethodName): boolean => TOTP_METHODS[key] === method

const generator = (secret: Secret, names: { issuer?: string; label?: string } = {}) =>
  new TOTP({ ...names, secret, algorithm: ALGORITHM, digits: DIGITS, period: PERIOD_SECONDS })

/**
 * A new secret for a person's app. It is kept nowhere until {@link enrollTotp} has it.
 * @returns the secret in base 32, to be typed in, and the address that a QR code holds
 */
export async function beginTotp(
  { reader }: Pick<Service, 'reader'>,
  { login }: Pick<UserRecord, 'login'>,
  key: AuthenticatorKey,
): Promise<{ secret: string; uri: string }> {
  const secret = new Secret({ size: SECRET_BYTES })
  const { name } = await organizationName(reader)
  // WHY the authenticator's name: apps replace what has the same issuer and label.
  const issuer = `${name} (${authenticatorLabel(key, TOTP_METHODS[key])})`
  return { secret: secret.base32, uri: generator(secret, { issuer, label: login }).toString() }
}

/** The steps about now whose code this is; all are compared, whichever it is, so that the time tells nothing. */
function stepsOfCode(secret: string, code: string, nowMs: number): number[] {
  const digits = code.replaceAll(/\s/g, '')
  if (!/^\d{6}$/.test(digits)) return []
  const totp = generator(Secret.fromBase32(secret))
  const now = Math.floor(nowMs / PERIOD_MS)
  return DRIFT.map((drift) => now + drift).filter((step) =>
    timingSafeEqual(Buffer.from(totp.generate({ timestamp: step * PERIOD_MS })), Buffer.from(digits)),
  )
}

const purposeOf = (userId: string, key: AuthenticatorKey) => `user-authenticator ${userId} ${key}`

/** What is noted of codes is the service's own doing, in the request: it stays when the request is refused. */
const ownContext = (context: RequestContext): RequestContext =>
  Object.freeze({ ...context, principal: systemContext().principal })

/**
 * Sets up an authenticator for a person who has shown that their app has the secret. That code is not taken again.
 * @param context of the person, who does this themselves @param given.secret of {@link beginTotp}
 * @throws ApiError E0000006 for others without the permission
 */
export async function enrollTotp(
  service: Service,
  context: RequestContext,
  userId: string,
  key: AuthenticatorKey,
  { secret, code }: { secret: string; code: string },
): Promise<TotpEnrollment> {
  const method = TOTP_METHODS[key]
  if (!method) throw new Error(`${key} has no timed codes`)
  if (!SECRET_FORM.test(secret)) return 'WRONG'
  const [step] = stepsOfCode(secret, code, service.clock()).toReversed()
  if (step === undefined) return 'WRONG'
  const sealed = await service.secretBox.seal(secret, purposeOf(userId, key))
  return service.write(context, async (tx) => {
    const user = await users.require(tx, userId)
    const targets = [personTarget(user)]
    tx.authorize('user.mfa.factor.activate', targets)
    const row = { userId, key, method, secret: sealed, lastStep: step, created: tx.now, lastUsed: tx.now }
    if (!(await userAuthenticators.insertIfAbsent(tx, row))) return 'ALREADY_SET_UP'
    tx.record({ type: 'user.mfa.factor.activate', targets, debugData: { factor: authenticatorLabel(key, method) } })
    return 'RIGHT'
  })
}

/**
 * Checks a code of an authenticator that a person has set up. Each step's code is taken once, also where two come at once, and a
 * few wrong ones in a row are followed by a pause in which none is looked at.
 */
export async function verifyTotp(
  service: Service,
  context: RequestContext,
  userId: string,
  key: AuthenticatorKey,
  code: string,
): Promise<TotpVerdict> {
  const known = await userAuthenticators.get(service.reader, userId, key)
  const secret = known && (await service.secretBox.open(known.secret, purposeOf(userId, key)))
  if (!known || !secret) return 'NOT_SET_UP'
  const nowMs = service.clock()
  const steps = stepsOfCode(secret, code, nowMs)
  return service.write(ownContext(context), (tx) => settle(tx, known, steps, nowMs))
}

/** How many of the wrong codes still count. */
function countedFailures({ failed, lastFailed }: UserAuthenticatorRecord, nowMs: number): number {
  const isOver = failed >= MOST_WRONG && nowMs - Date.parse(lastFailed ?? '') >= PAUSE_MS
  return isOver ? 0 : failed
}

/** INVARIANT: decided by what the transaction reads; others may have given a code at the same moment. */
async function settle(
  tx: Tx,
  { userId, key, secret }: UserAuthenticatorRecord,
  steps: readonly number[],
  nowMs: number,
): Promise<TotpVerdict> {
  const row = await userAuthenticators.get(tx, userId, key)
  // Reset, or set up again, meanwhile.
  if (row?.secret !== secret) return 'NOT_SET_UP'
  const failed = countedFailures(row, nowMs)
  if (failed >= MOST_WRONG) return 'LOCKED_OUT'
  const step = steps.find((one) => one > row.lastStep)
  if (step === undefined) {
    await userAuthenticators.update(tx, row, { failed: failed + 1, lastFailed: tx.now })
    return 'WRONG'
  }
  await userAuthenticators.update(tx, row, { lastStep: step, failed: 0, lastFailed: null, lastUsed: tx.now })
  return 'RIGHT'
}
