import { SIGNING_KEY_DAYS, type RotationMode } from '#contract/access/authorization-server.ts'
import type { CLAIM_VALUES, ClaimType } from '#contract/access/server-claim.ts'
import type { CONSENTS } from '#contract/access/server-scope.ts'
import type { CLIENT_AUTH_METHODS } from '#contract/apps/client-credentials.ts'
import type { APPLICATION_TYPES } from '#contract/apps/modes/open-id-connect.ts'
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

/** A grant in words; one that is in no standard by its name. */
export const grantLabel = (grant: string): string => (GRANT_LABELS as Readonly<Record<string, string>>)[grant] ?? grant

/** How a client proves itself, in words. */
export const METHOD_LABELS = {
  client_secret_basic: 'Secret in the Authorization header',
  client_secret_post: 'Secret in the body',
  client_secret_jwt: 'Token signed with the secret',
  private_key_jwt: 'Token signed with a private key',
  none: 'None: it cannot keep a secret',
} as const satisfies Record<(typeof CLIENT_AUTH_METHODS)[number], string>

/** What a client is, in a word. */
export const CLIENT_KIND_LABELS = {
  web: 'Web',
  browser: 'Single-page',
  native: 'Native',
  service: 'Service',
} as const satisfies Record<(typeof APPLICATION_TYPES)[number], string>

/** The tokens that claims are part of. */
export const TOKEN_LABELS = { RESOURCE: 'Access token', IDENTITY: 'ID token' } as const satisfies Record<
  ClaimType,
  string
>

/** When people are asked before a client is given a scope. */
export const CONSENT_LABELS = {
  IMPLICIT: 'Never asked',
  REQUIRED: 'Always asked',
  FLEXIBLE: 'Asked if the client says so',
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
  AUTO: `Automatic, every ${SIGNING_KEY_DAYS} days`,
  MANUAL: 'Manual',
} as const satisfies Record<RotationMode, string>

/** Choices of grants, in that order. */
export function grantChoices(...grants: (keyof typeof GRANT_LABELS)[]): { value: string; label: string }[] {
  return grants.map((grant) => ({ value: grant, label: GRANT_LABELS[grant] }))
}
