import { randomBytes } from 'node:crypto'
import type { Context } from 'koa'
import type { SignInDecision } from '#operations/sign-in/decide-sign-in.ts'
import { provedOnDevice, REMEMBERED_DAYS, rememberDevice } from '#operations/sign-in/remembered-devices.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { remembersDevices, type MethodName } from '#policy/index.ts'
import type { OAuthService } from '../decision-cache.ts'
import type { Issuer } from '../request.ts'
import { deviceCookieName, sessionCookie } from './cookies.ts'
import { contextOf } from './person.ts'
import type { SignInCall } from './sign-in-session.ts'

const VALUE_BYTES = 32
const DAY_MS = 86_400_000

/** The cookie of a remembered device. */
interface Browser {
  readonly ctx: Pick<Context, 'cookies'>
  readonly issuer: Issuer
}

/** The proofs of a remembered device for a person. */
export const provedBefore = (
  { reader, now }: Pick<OAuthService, 'reader' | 'now'>,
  browser: Browser,
  userId: string,
): Promise<readonly MethodName[]> => {
  const value = browser.ctx.cookies.get(deviceCookieName(browser.issuer.address, userId))
  return provedOnDevice(reader, { value, userId }, now())
}

/** Whether a page offers to remember the device: true or false is the initial choice; null: no offer. */
export function memoryOffer({ demand: { session } }: SignInDecision): boolean | null {
  return session.access === 'ALLOW' && remembersDevices(session) ? session.rememberDeviceByDefault : null
}

/**
 * Remembers the device of a finished sign-in, if the person wants it and the rule permits it. WHY always a new
 * value: a value that someone else put into this browser must never identify the person.
 */
export async function remember(call: SignInCall, user: UserRecord, decision: SignInDecision): Promise<void> {
  const { service, signIn, request, ctx, issuer } = call
  if (!signIn.remembersDevice || memoryOffer(decision) === null) return
  const proofs = signIn.proofs.filter(({ key, atMs }) => key !== 'svc_password' && atMs >= signIn.startedMs)
  if (proofs.length === 0) return
  const value = randomBytes(VALUE_BYTES).toString('base64url')
  await service.write(contextOf(request.context, user), (tx) => rememberDevice(tx, { value, userId: user.id, proofs }))
  const maxAge = REMEMBERED_DAYS * DAY_MS
  ctx.cookies.set(deviceCookieName(issuer.address, user.id), value, { ...sessionCookie(issuer.address), maxAge })
}
