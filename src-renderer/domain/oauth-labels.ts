const urn = <Name extends string>(name: Name) => `urn:ietf:params:oauth:grant-type:${name}` as const

/** The grants of OAuth 2.0 and its extensions (RFC 6749, RFC 7522, RFC 7523, RFC 8628, RFC 8693). */
export const GRANT_LABELS = {
  authorization_code: 'Authorization code',
  client_credentials: 'Client credentials',
  implicit: 'Implicit',
  password: 'Resource owner password',
  refresh_token: 'Refresh token',
  [urn('device_code')]: 'Device code',
  [urn('token-exchange')]: 'Token exchange',
  [urn('saml2-bearer')]: 'SAML 2.0 assertion',
  [urn('jwt-bearer')]: 'JWT assertion',
} as const satisfies Readonly<Record<string, string>>

/** Choices of grants, in that order. */
export function grantChoices(...grants: (keyof typeof GRANT_LABELS)[]): { value: string; label: string }[] {
  return grants.map((grant) => ({ value: grant, label: GRANT_LABELS[grant] }))
}
