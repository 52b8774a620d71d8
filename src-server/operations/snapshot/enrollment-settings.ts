import type { Engine } from '#contract/gatehouse/workspace.ts'
import type { AuthenticatorMethod } from '#contract/policy/authenticator-table.ts'
import { refersTo } from '#contract/policy/factor-match.ts'
import { ENROLL_FACTOR_KEYS, methodOfFactor, type EnrollmentSettings } from '#contract/policy/settings.ts'
import type { PolicyType } from '#contract/policy/policy-types.ts'

/** An authenticator that the organization has switched on. */
export interface AuthenticatorRecord {
  id: string
  key: string
  name: string
  /** Whether it may be used to sign in, and not for recovery alone. */
  forSignIn: boolean
  /** Its active methods; there is at least one. */
  methods: readonly AuthenticatorMethod[]
}

/** The methods by which people can sign in. */
export function methodsForSignIn(authenticators: readonly AuthenticatorRecord[]): Set<AuthenticatorMethod> {
  return new Set(authenticators.filter(({ forSignIn }) => forSignIn).flatMap(({ methods }) => methods))
}

interface Enabled {
  engine: Engine
  authenticators: readonly AuthenticatorRecord[]
}

/**
 * An enrollment policy lists every enabled authenticator and no other; one that it does not name is not allowed
 * (spec/1 "Authenticator enrollment policy", spec/4 §1.2). One by factors lists every enabled factor in the same way,
 * beside those that it names (spec/5 §13).
 */
export function listEnabled(
  type: PolicyType,
  settings: Record<string, unknown> | null,
  enabled: Enabled,
): Record<string, unknown> | null {
  if (type !== 'MFA_ENROLL' || settings === null) return settings
  const enrollment = settings as EnrollmentSettings
  return enrollment.type === 'AUTHENTICATORS'
    ? { ...settings, authenticators: listAuthenticators(enrollment, enabled.authenticators) }
    : { ...settings, factors: listFactors(enrollment, enabled) }
}

const NOT_ALLOWED = { enroll: { self: 'NOT_ALLOWED' }, consent: { type: 'NONE' } }

/**
 * On Identity Engine a factor is enabled where its authenticator has a method for it that is. Classic Engine switches factors on in a place that
 * lies outside of this service, so all of them count as enabled there.
 */
function listFactors({ factors = {} }: EnrollmentSettings, { engine, authenticators }: Enabled) {
  const active = authenticators.flatMap(({ methods }) => methods)
  const isEnabled = (factor: string) =>
    engine === 'classic' || active.some((method) => refersTo(methodOfFactor(factor), method))
  return Object.fromEntries(
    ENROLL_FACTOR_KEYS.flatMap((factor) => {
      const entry = factors[factor] ?? (isEnabled(factor) ? NOT_ALLOWED : undefined)
      return entry ? [[factor, entry] as const] : []
    }),
  )
}

function listAuthenticators(settings: EnrollmentSettings, enabled: readonly AuthenticatorRecord[]) {
  const named = settings.authenticators ?? []
  const keys = enabled.map((row) => row.key)
  const listed = enabled.filter(({ key }, index) => key === 'custom_app' || keys.indexOf(key) === index)
  return listed.map(({ key, id }) => {
    const custom = key === 'custom_app'
    const known = named.find((entry) => entry.key === key && (!custom || entry.id === id))
    return known ?? { key, ...(custom ? { id } : {}), enroll: { self: 'NOT_ALLOWED' } }
  })
}
