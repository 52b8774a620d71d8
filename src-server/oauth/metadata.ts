import { SYSTEM_CLAIM } from '#contract/access/server-claim.ts'
import { OAUTH_SCOPES } from '#contract/interface/oauth-scopes.ts'
import { ASSERTION_ALGORITHMS } from './client-assertion.ts'
import { GRANT_TYPES } from './grant.ts'
import type { OAuthService } from './known.ts'
import type { Issuer } from './request.ts'

/** Endpoints that nothing answers yet, because no one signs in here. */
const NOT_YET = ['authorization_endpoint', 'code_challenge_methods_supported', 'response_modes_supported']

/** What an issuer tells of itself: what the library knows, and the scopes and claims that it shows (RFC 8414). */
export async function completeMetadata(
  { known: facts }: Pick<OAuthService, 'known'>,
  { server }: Issuer,
  known: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const contents = server ? await facts.contentsOf(server.id) : null
  const shown = contents?.scopes
    .filter(({ metadataPublish }) => metadataPublish === 'ALL_CLIENTS')
    .map(({ name }) => name)
  const claims = contents?.claims.filter(({ status }) => status === 'ACTIVE').map(({ name }) => name)
  const told = Object.entries(known).filter(([name]) => !NOT_YET.includes(name))
  return {
    ...Object.fromEntries(told),
    scopes_supported: shown ?? OAUTH_SCOPES,
    claims_supported: [...new Set(claims ?? [SYSTEM_CLAIM.name])],
    subject_types_supported: ['public'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    response_types_supported: [],
  }
}
