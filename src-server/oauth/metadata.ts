import { addressesOf } from '#contract/access/issuer.ts'
import { SYSTEM_CLAIM } from '#contract/access/server-claim.ts'
import { SYSTEM_SCOPES } from '#contract/access/server-scope.ts'
import { OAUTH_SCOPES } from '#contract/interface/oauth-scopes.ts'
import { SCOPE_CLAIMS } from '#operations/apps/preview/oidc-preview.ts'
import { ASSERTION_ALGORITHMS } from './client-assertion.ts'
import { GRANT_TYPES } from './grant.ts'
import type { OAuthService } from './decision-cache.ts'
import type { Issuer } from './request.ts'

/** The metadata of an issuer (RFC 8414): those of the library, with the published scopes and claims. */
export async function completeMetadata(
  { decisions }: Pick<OAuthService, 'decisions'>,
  { server, address }: Issuer,
  known: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const contents = server ? await decisions.contentsOf(server.id) : null
  const shown = contents?.scopes
    .filter(({ metadataPublish }) => metadataPublish === 'ALL_CLIENTS')
    .map(({ name }) => name)
  const claims = contents?.claims.filter(({ status }) => status === 'ACTIVE').map(({ name }) => name)
  return {
    ...known,
    end_session_endpoint: addressesOf(address).signOut,
    scopes_supported: shown ?? [...Object.keys(SYSTEM_SCOPES), ...OAUTH_SCOPES],
    claims_supported: [...new Set([...Object.values(SCOPE_CLAIMS).flat(), ...(claims ?? [SYSTEM_CLAIM.name])])],
    subject_types_supported: ['public'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_signing_alg_values_supported: ASSERTION_ALGORITHMS,
    prompt_values_supported: ['none', 'login', 'consent'],
  }
}
