import { FACTOR_NAMES } from '#contract/policy/factor-names.ts'
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

const NAMED = Object.keys(FACTOR_NAMES)

/** The order of factors in lists: the best known come first. */
export function factorRank(key: string): number {
  return NAMED.indexOf(key)
}
