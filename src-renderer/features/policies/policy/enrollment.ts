import { authenticatorOfFactor } from '#contract/policy/settings.ts'

/** Settings of authenticator enrollment: the newer list of authenticators, and the older map of factors. */

export const ENROLL_CHOICES = [
  { value: 'NOT_ALLOWED', label: 'Not allowed' },
  { value: 'OPTIONAL', label: 'Optional' },
  { value: 'REQUIRED', label: 'Required' },
] as const
export type EnrollSelf = (typeof ENROLL_CHOICES)[number]['value']

/** One authenticator of `settings.authenticators`; `id` tells several of one key apart. */
export interface AuthenticatorEntry {
  key: string
  id?: string
  enroll?: { self: EnrollSelf }
  constraints?: { aaguidGroups: string[] }
}

/** One factor of `settings.factors`. */
export interface FactorEntry {
  enroll: { self: EnrollSelf }
  consent?: { type: string }
}

const STRENGTH = ENROLL_CHOICES.map(({ value }) => value)

/**
 * The list of authenticators that says what a map of factors said. Where several factors became one authenticator, the
 * strongest word counts: required before optional before not allowed. Consent goes, because authenticators have none.
 */
export function authenticatorsFrom(factors: Readonly<Record<string, FactorEntry>>): AuthenticatorEntry[] {
  const allowed = new Map<string, EnrollSelf>()
  for (const [factor, { enroll }] of Object.entries(factors)) {
    const key = authenticatorOfFactor(factor)
    const before = allowed.get(key) ?? 'NOT_ALLOWED'
    allowed.set(key, STRENGTH.indexOf(enroll.self) > STRENGTH.indexOf(before) ? enroll.self : before)
  }
  return [...allowed].map(([key, self]) => ({ key, enroll: { self } }))
}

const FACTOR_NAMES: Readonly<Record<string, string>> = {
  svc_password: 'Password',
  svc_email: 'Email',
  svc_question: 'Security question',
  svc_sms: 'Text message',
  svc_call: 'Phone call',
  svc_otp: 'Verify app: code',
  svc_push: 'Verify app: push notification',
  fido_webauthn: 'Passkey or security key',
  fido_u2f: 'Security key (U2F)',
  hotp: 'Custom one-time code',
  partner_app_a: 'Partner app A',
  partner_otp_a: 'Partner one-time code A',
  partner_otp_b: 'Partner one-time code B',
  partner_token_a: 'Partner token A',
  partner_token_b: 'Partner token B',
}

export function factorName(key: string): string {
  return FACTOR_NAMES[key] ?? key
}

/** The order of factors in lists: the best known come first. */
export function factorRank(key: string): number {
  return Object.keys(FACTOR_NAMES).indexOf(key)
}
