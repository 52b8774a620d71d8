import type { PolicyType } from '#contract/policy/policy-types.ts'

/** An authenticator that the organization has switched on. */
export interface AuthenticatorRecord {
  id: string
  key: string
  name: string
  /** Whether it may be used to sign in, and not for recovery alone. */
  forSignIn: boolean
}

interface EnrollmentSettings extends Record<string, unknown> {
  type?: string
  authenticators?: { key: string; id?: string; enroll?: { self: string } }[]
}

/**
 * An enrollment policy lists every enabled authenticator and no other; one that it does not name is not allowed
 * (spec/1 "Authenticator enrollment policy", spec/4 §1.2).
 */
export function listEnabled(
  type: PolicyType,
  settings: EnrollmentSettings | null,
  enabled: readonly AuthenticatorRecord[],
): EnrollmentSettings | null {
  if (type !== 'MFA_ENROLL' || settings?.type !== 'AUTHENTICATORS') return settings
  const named = settings.authenticators ?? []
  const keys = enabled.map((row) => row.key)
  const listed = enabled.filter(({ key }, index) => key === 'custom_app' || keys.indexOf(key) === index)
  const authenticators = listed.map(({ key, id }) => {
    const custom = key === 'custom_app'
    const known = named.find((entry) => entry.key === key && (!custom || entry.id === id))
    return known ?? { key, ...(custom ? { id } : {}), enroll: { self: 'NOT_ALLOWED' } }
  })
  return { ...settings, authenticators }
}
