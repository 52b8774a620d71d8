import type { VerificationMethod } from '../contract/assurance.ts'
import { againInWords, series } from './words.ts'

/** What an authentication rule asks for, in words (spec/1 "verification method"). */

type Constraint = VerificationMethod['constraints'][number]
type Factor = NonNullable<Constraint['knowledge']> | NonNullable<Constraint['possession']>

const TYPE_WORDS: Readonly<Record<string, string>> = {
  SECURITY_KEY: 'a security key',
  PHONE: 'a phone',
  EMAIL: 'email',
  PASSWORD: 'password',
  SECURITY_QUESTION: 'a security question',
  APP: 'an app',
  FEDERATED: 'another identity provider',
}

const METHOD_WORDS: Readonly<Record<string, string>> = {
  PASSWORD: 'password',
  SECURITY_QUESTION: 'a security question',
  SMS: 'a text message',
  VOICE: 'a phone call',
  EMAIL: 'email',
  PUSH: 'a push notification',
  SIGNED_NONCE: 'a signed challenge',
  OTP: 'a one-time code',
  TOTP: 'a timed code',
  WEBAUTHN: 'a passkey or security key',
  PARTNER_APP_A: 'the partner app',
  IDP: 'another identity provider',
  CERT: 'a smart card',
}

const TRAITS = [
  ['phishingResistant', 'phishing-resistant'],
  ['hardwareProtection', 'hardware-protected'],
  ['deviceBound', 'device-bound'],
  ['userVerification', 'user-verifying'],
] as const

function traitsOf(factor: Factor): string {
  const values = factor as Readonly<Record<string, unknown>>
  return TRAITS.flatMap(([key, word]) => (values[key] === 'REQUIRED' ? [word] : [])).join(', ')
}

/** One class of factor: "password", "a phishing-resistant possession factor (email or a phone)". */
function factorWords(factor: Factor, noun: string): string {
  const named =
    factor.authenticationMethods?.map((method) => method.key) ??
    factor.methods?.map((method) => METHOD_WORDS[method] ?? method) ??
    factor.types?.map((type) => TYPE_WORDS[type] ?? type) ??
    []
  const traits = traitsOf(factor)
  const excluded = factor.excludedAuthenticationMethods?.map((method) => method.key) ?? []
  const except = excluded.length ? ` other than ${series(excluded, 'or')}` : ''
  if (named.length === 0) return `a ${traits ? `${traits} ` : ''}${noun} factor${except}`
  const list = series(named, 'or')
  return `${traits ? `a ${traits} factor (${list})` : list}${except}`
}

function constraintWords(constraint: Constraint, two: boolean): string {
  const parts = [
    ...(constraint.knowledge ? [factorWords(constraint.knowledge, 'knowledge')] : []),
    ...(constraint.possession ? [factorWords(constraint.possession, 'possession')] : []),
  ]
  if (two && parts.length === 1) parts.push('one more factor')
  return parts.join(' and ')
}

/** The factors without how often: "any two factors", "password and one more factor". */
export function factorsInWords({ factorMode, constraints }: VerificationMethod): string {
  const two = factorMode === '2FA'
  if (constraints.length === 0) return two ? 'any two factors' : 'any one factor'
  return constraints.map((constraint) => constraintWords(constraint, two)).join(', or ')
}

/** The factors for a row: "password + any factor". */
export function factorsInShort(method: VerificationMethod): string {
  return factorsInWords(method).replaceAll(' and one more factor', ' + any factor').replaceAll(' and ', ' + ')
}

/** How often, from the method or, where all constraints agree, from them: they override it. */
export function reauthentication({ constraints, reauthenticateIn }: VerificationMethod): string {
  const own = constraints.flatMap(({ knowledge, possession }) =>
    [knowledge?.reauthenticateIn, possession?.reauthenticateIn].filter((period) => period !== undefined),
  )
  const [first] = own
  return againInWords(first !== undefined && own.every((period) => period === first) ? first : reauthenticateIn)
}
