import { SIGNING_KEY_DAYS, type RotationMode } from '#contract/access/authorization-server.ts'
import type { CLAIM_VALUES, ClaimType } from '#contract/access/server-claim.ts'
import type { CONSENTS } from '#contract/access/server-scope.ts'
import type { GroupFilterType } from '#contract/apps/modes/federation.ts'

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

/** The tokens that claims are part of. */
export const TOKEN_LABELS = { RESOURCE: 'Access token', IDENTITY: 'ID token' } as const satisfies Record<
  ClaimType,
  string
>

/** When people are asked before a client is given a scope. */
export const CONSENT_LABELS = {
  IMPLICIT: 'Never asked',
  REQUIRED: 'Always asked',
  FLEXIBLE: 'Asked where the client says so',
  ADMIN: 'An administrator consents for all',
} as const satisfies Record<(typeof CONSENTS)[number], string>

/** What makes the value of a claim. */
export const CLAIM_VALUE_LABELS = {
  EXPRESSION: 'Expression',
  GROUPS: 'Groups of the person',
} as const satisfies Partial<Record<(typeof CLAIM_VALUES)[number], string>>

/** How groups are filtered, as a sentence goes on after "groups that". */
export const GROUP_FILTER_LABELS = {
  STARTS_WITH: 'begin with',
  EQUALS: 'are called',
  CONTAINS: 'contain',
  REGEX: 'match the pattern',
} as const satisfies Record<GroupFilterType, string>

/** Who lets the next key of an authorization server sign. */
export const ROTATION_LABELS = {
  AUTO: `By itself, every ${SIGNING_KEY_DAYS} days`,
  MANUAL: 'By hand',
} as const satisfies Record<RotationMode, string>

/** Choices of grants, in that order. */
export function grantChoices(...grants: (keyof typeof GRANT_LABELS)[]): { value: string; label: string }[] {
  return grants.map((grant) => ({ value: grant, label: GRANT_LABELS[grant] }))
}
