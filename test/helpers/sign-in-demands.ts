import type { AuthenticatorKey, AuthenticatorMethodName } from '#contract/policy/authenticator-table.ts'
import type { Proof } from '#contract/policy/proof.ts'
import type { MethodName, SignInDemand, SignInState } from '#policy/index.ts'

/** Demands and states of a sign-in in few words, for tests. */

type Signon = SignInDemand['session']
type AppSignOn = NonNullable<SignInDemand['app']>

export const HOUR_MS = 3_600_000
/** When sign-ins of tests begin. */
export const BEGAN = Date.parse('2026-03-02T09:00:00.000Z')

/** A rule of the global session that allows with any one factor, unless something else is said. */
export const aSession = (parts: Partial<Signon> = {}): Signon => ({
  access: 'ALLOW',
  requireFactor: false,
  primaryFactor: 'PASSWORD_IDP_ANY_FACTOR',
  rememberDeviceByDefault: false,
  session: { maxSessionIdleMinutes: 120, maxSessionLifetimeMinutes: 0, usePersistentCookie: false },
  ...parts,
})

/** A rule of an application. @param method as clients send it: `nextStep` reads what is stored, the same with defaults */
export const anApp = (method: object): AppSignOn => ({
  access: 'ALLOW',
  verificationMethod: { type: 'ASSURANCE', reauthenticateIn: 'PT12H', ...method } as NonNullable<
    AppSignOn['verificationMethod']
  >,
  keepMeSignedIn: { postAuth: 'NOT_ALLOWED' },
})

/** "svc_password PASSWORD" as a method. */
export function methodNamed(text: string): MethodName {
  const [key, method] = text.split(' ')
  return { key: key as AuthenticatorKey, method: method as AuthenticatorMethodName }
}

export const textOf = ({ key, method }: MethodName) => `${key} ${method}`

/** A proof so many milliseconds after the sign-in began; before it where negative. */
export const aProof = (text: string, afterMs = 0): Proof => ({ ...methodNamed(text), atMs: BEGAN + afterMs })

/** A sign-in that has just begun. */
export const aState = (parts: Partial<SignInState> = {}): SignInState => ({
  proofs: [],
  remembered: [],
  startedMs: BEGAN,
  nowMs: BEGAN,
  idleMs: 0,
  usable: [],
  enrollable: [],
  mustReauthenticateSinceMs: null,
  ...parts,
})
