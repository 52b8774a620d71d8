/** Kinds and ways of proof as the form offers them, by class (spec/1 "Authenticator key, type, method, and factor class"). */
export type FactorClass = 'knowledge' | 'possession'

interface Option {
  value: string
  label: string
}

export const FACTOR_TYPES: Record<FactorClass, readonly Option[]> = {
  knowledge: [
    { value: 'PASSWORD', label: 'Password' },
    { value: 'SECURITY_QUESTION', label: 'Security question' },
  ],
  possession: [
    { value: 'APP', label: 'App' },
    { value: 'SECURITY_KEY', label: 'Security key' },
    { value: 'PHONE', label: 'Phone' },
    { value: 'EMAIL', label: 'Email' },
    { value: 'FEDERATED', label: 'Another identity provider' },
  ],
}

export const FACTOR_METHODS: Record<FactorClass, readonly Option[]> = {
  knowledge: [
    { value: 'PASSWORD', label: 'Password' },
    { value: 'SECURITY_QUESTION', label: 'Security question' },
  ],
  possession: [
    { value: 'PUSH', label: 'Push notification' },
    { value: 'SIGNED_NONCE', label: 'Signed challenge' },
    { value: 'TOTP', label: 'Timed code' },
    { value: 'OTP', label: 'One-time code' },
    { value: 'WEBAUTHN', label: 'Passkey or security key' },
    { value: 'SMS', label: 'Text message' },
    { value: 'VOICE', label: 'Phone call' },
    { value: 'EMAIL', label: 'Email' },
    { value: 'PARTNER_APP_A', label: 'Partner app' },
    { value: 'IDP', label: 'Another identity provider' },
    { value: 'CERT', label: 'Smart card' },
  ],
}

/** What a possession factor can be asked to be; `userPresence` is asked for unless said otherwise. */
export const TRAITS = [
  { key: 'phishingResistant', label: 'Phishing resistant', fallback: 'OPTIONAL' },
  { key: 'hardwareProtection', label: 'Hardware protected', fallback: 'OPTIONAL' },
  { key: 'deviceBound', label: 'Bound to the device', fallback: 'OPTIONAL' },
  { key: 'userPresence', label: 'The person is present', fallback: 'REQUIRED' },
  { key: 'userVerification', label: 'Verifies the person (PIN or biometrics)', fallback: 'OPTIONAL' },
] as const

/** Authenticators and their methods as `key` or `key/method`. */
export const AUTHENTICATORS: Record<FactorClass, readonly Option[]> = {
  knowledge: [
    { value: 'svc_password/password', label: 'svc_password' },
    { value: 'security_question/security_question', label: 'security_question' },
  ],
  possession: [
    'svc_verify/push',
    'svc_verify/signed_nonce',
    'svc_verify/totp',
    'webauthn/webauthn',
    'phone_number/sms',
    'phone_number/voice',
    'svc_email/email',
    'smart_card_idp/cert',
    'external_idp/idp',
    'custom_app/push',
    'custom_otp/otp',
    'onprem_mfa/otp',
    'partner_app_a/partner_app_a',
    'partner_otp_a/otp',
    'partner_otp_b/otp',
    'partner_token_a/otp',
    'partner_token_b/otp',
  ].map((value) => ({ value, label: value.replace('/', ' · ') })),
}

/** An authentication method object of the interface. */
export interface MethodEntry {
  key: string
  method?: string
}

export function methodText({ key, method }: MethodEntry): string {
  return method === undefined ? key : `${key}/${method}`
}

export function methodEntry(text: string): MethodEntry {
  const at = text.indexOf('/')
  return at < 0 ? { key: text } : { key: text.slice(0, at), method: text.slice(at + 1) }
}
