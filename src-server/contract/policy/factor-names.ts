/** What administrators call the factors of an enrollment policy that has factors in place of authenticators (spec/1 "Factors"). */
export const FACTOR_NAMES: Readonly<Record<string, string>> = {
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

/** The name of a factor; its key where it has none. */
export function factorName(key: string): string {
  return FACTOR_NAMES[key] ?? key
}
