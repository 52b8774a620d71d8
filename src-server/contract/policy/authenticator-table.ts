/**
 * Which authenticators there are, which methods each has, and what each method proves (spec/1 "Authenticator key, type,
 * method, and factor class", spec/4 §1.7). Constraints, enrollment settings, the authenticators collection, the forms
 * and the sentences all read this table.
 */

export type FactorClass = 'knowledge' | 'possession' | 'inherence'

export const CHARACTERISTICS = [
  'hardwareProtection',
  'deviceBound',
  'phishingResistant',
  'userPresence',
  'userVerification',
] as const
export type Characteristic = (typeof CHARACTERISTICS)[number]

/** `configurable`: only where the authenticator is set up so, which a policy cannot see. */
type CharacteristicMark = 'yes' | 'configurable' | 'no'

/** The types that a constraint can permit, with our words. */
export const AUTHENTICATOR_TYPE_LABELS = {
  SECURITY_KEY: 'Security key',
  PHONE: 'Phone',
  EMAIL: 'Email',
  PASSWORD: 'Password',
  SECURITY_QUESTION: 'Security question',
  APP: 'App',
  FEDERATED: 'Another identity provider',
} as const
export type AuthenticatorType = keyof typeof AUTHENTICATOR_TYPE_LABELS
export const AUTHENTICATOR_TYPES = Object.keys(AUTHENTICATOR_TYPE_LABELS) as [AuthenticatorType, ...AuthenticatorType[]]

/** The methods that a constraint can permit, with our words. */
export const AUTHENTICATOR_METHOD_LABELS = {
  PASSWORD: 'Password',
  SECURITY_QUESTION: 'Security question',
  SMS: 'Text message',
  VOICE: 'Phone call',
  EMAIL: 'Email',
  PUSH: 'Push notification',
  SIGNED_NONCE: 'Signed challenge',
  OTP: 'One-time code',
  TOTP: 'Timed code',
  WEBAUTHN: 'Security key or biometric (WebAuthn)',
  PARTNER_APP_A: 'Partner app A',
  IDP: 'Another identity provider',
  CERT: 'Smart card',
} as const
export type AuthenticatorMethodName = keyof typeof AUTHENTICATOR_METHOD_LABELS
export const AUTHENTICATOR_METHODS = Object.keys(AUTHENTICATOR_METHOD_LABELS) as [
  AuthenticatorMethodName,
  ...AuthenticatorMethodName[],
]

/** What an authenticator as a whole is called; its methods have labels of their own. */
export const AUTHENTICATOR_NAMES = {
  svc_password: 'Password',
  security_question: 'Security question',
  svc_email: 'Email',
  phone_number: 'Phone',
  svc_verify: 'Verify app',
  webauthn: 'Security key or biometric (WebAuthn)',
  custom_app: 'Custom app',
  partner_app_a: 'Partner app A',
  partner_otp_a: 'Partner one-time code A',
  partner_otp_b: 'Partner one-time code B',
  custom_otp: 'Custom one-time code',
  onprem_mfa: 'On-premises token',
  partner_token_a: 'Partner token A',
  partner_token_b: 'Partner token B',
  external_idp: 'Another identity provider',
  smart_card_idp: 'Smart card',
} as const
export type AuthenticatorKey = keyof typeof AUTHENTICATOR_NAMES

/** Every authenticator that an organization can have, those that most people know first. */
export const AUTHENTICATOR_KEYS = Object.keys(AUTHENTICATOR_NAMES) as [AuthenticatorKey, ...AuthenticatorKey[]]

/** One way to prove something: a method of an authenticator. */
export interface AuthenticatorMethod {
  readonly key: AuthenticatorKey
  readonly type: AuthenticatorType
  readonly method: AuthenticatorMethodName
  /** Such as "Verify app (push)": unique, and free of any vendor. */
  readonly label: string
  /** Several where one gesture proves several: a device that checks a fingerprint is possession and inherence. */
  readonly classes: readonly FactorClass[]
  readonly characteristics: Readonly<Record<Characteristic, CharacteristicMark>>
}

const KNOWN = ['knowledge'] as const
const HELD = ['possession'] as const
const HELD_AND_BIOMETRIC = ['possession', 'inherence'] as const
const ALL = ['possession', 'knowledge', 'inherence'] as const

/** The marks in the order of `CHARACTERISTICS`: ✓ yes, * only in some configurations, – no. */
const MARKS: Readonly<Record<string, CharacteristicMark>> = { '✓': 'yes', '*': 'configurable', '–': 'no' }

type Row = readonly [
  AuthenticatorKey,
  AuthenticatorType,
  AuthenticatorMethodName,
  readonly FactorClass[],
  /** Hardware-protected, device-bound, phishing-resistant, user-presence, user-verifying. */
  string,
  string?,
]

const ROWS: readonly Row[] = [
  ['svc_password', 'PASSWORD', 'PASSWORD', KNOWN, '– – – ✓ –'],
  ['security_question', 'SECURITY_QUESTION', 'SECURITY_QUESTION', KNOWN, '– – – ✓ –'],
  ['svc_email', 'EMAIL', 'EMAIL', HELD, '– – – ✓ –'],
  ['phone_number', 'PHONE', 'SMS', HELD, '– – – ✓ –', 'Phone (SMS)'],
  ['phone_number', 'PHONE', 'VOICE', HELD, '– – – ✓ –', 'Phone (voice call)'],
  ['svc_verify', 'APP', 'PUSH', HELD_AND_BIOMETRIC, '✓ ✓ – * ✓', 'Verify app (push)'],
  ['svc_verify', 'APP', 'SIGNED_NONCE', HELD_AND_BIOMETRIC, '* ✓ * * ✓', 'Verify app (signed challenge)'],
  ['svc_verify', 'APP', 'TOTP', HELD, '– ✓ – * –', 'Verify app (code)'],
  ['webauthn', 'SECURITY_KEY', 'WEBAUTHN', HELD_AND_BIOMETRIC, '– ✓ ✓ ✓ ✓'],
  ['custom_app', 'APP', 'PUSH', HELD_AND_BIOMETRIC, '* ✓ – ✓ ✓', 'Custom app (push)'],
  ['partner_app_a', 'APP', 'PARTNER_APP_A', HELD, '– * – ✓ –'],
  ['partner_otp_a', 'APP', 'OTP', HELD, '– ✓ – ✓ –'],
  ['partner_otp_b', 'APP', 'OTP', HELD, '– ✓ – ✓ –'],
  ['custom_otp', 'SECURITY_KEY', 'OTP', HELD, '– ✓ – ✓ –'],
  ['onprem_mfa', 'SECURITY_KEY', 'OTP', HELD, '– ✓ – ✓ –'],
  ['partner_token_a', 'SECURITY_KEY', 'OTP', HELD, '✓ ✓ – ✓ –'],
  ['partner_token_b', 'SECURITY_KEY', 'OTP', HELD, '– ✓ – ✓ –'],
  ['external_idp', 'FEDERATED', 'IDP', HELD, '– – – ✓ –'],
  ['smart_card_idp', 'FEDERATED', 'CERT', ALL, '* ✓ ✓ ✓ *'],
]

function methodOf([key, type, method, classes, marks, label]: Row): AuthenticatorMethod {
  const each = marks.split(' ').map((mark, index) => [CHARACTERISTICS[index], MARKS[mark]])
  const characteristics = Object.freeze(Object.fromEntries(each)) as AuthenticatorMethod['characteristics']
  return Object.freeze({ key, type, method, label: label ?? AUTHENTICATOR_NAMES[key], classes, characteristics })
}

/** The relationship table: one entry for each method of each authenticator, in the order in which lists show them. */
export const AUTHENTICATOR_TABLE: readonly AuthenticatorMethod[] = Object.freeze(ROWS.map(methodOf))

/** Whether a text is the key of an authenticator. */
export function isAuthenticatorKey(text: string): text is AuthenticatorKey {
  return Object.hasOwn(AUTHENTICATOR_NAMES, text)
}

/** The methods of one authenticator; none for a key that is not known. */
export function methodsOf(key: string): readonly AuthenticatorMethod[] {
  return AUTHENTICATOR_TABLE.filter((entry) => entry.key === key)
}

/** Whether two names of a type or method mean the same: documents write them in upper case, clients in lower (spec/5 §13). */
export function sameName(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase()
}

/** Names in the case of the documents and in that of the wire, for schemas that take both. */
export function inBothCases<Name extends string>(names: readonly [Name, ...Name[]]) {
  const lower = names.map((name) => name.toLowerCase() as Lowercase<Name>)
  return [...names, ...lower] as [Name, ...(Name | Lowercase<Name>)[]]
}

/** What people call an authenticator, or one method of it (in any case); the text itself where neither is known. */
export function authenticatorLabel(key: string, method?: string): string {
  if (!isAuthenticatorKey(key)) return method === undefined ? key : `${key} · ${method}`
  if (method === undefined) return AUTHENTICATOR_NAMES[key]
  const found = methodsOf(key).find((entry) => sameName(entry.method, method))
  return found?.label ?? `${AUTHENTICATOR_NAMES[key]} · ${method}`
}
