import { DEFAULT_SERVER_ALIAS } from '#contract/access/authorization-server.ts'
import { organizationIssuer } from '#contract/access/issuer.ts'
import type { AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'

/** Who gives tokens: an authorization server, by its id, or, null, the organization itself. */
export type IssuerId = string | null

/** What the tokens of a server name as their issuer (RFC 8414). @param server null: the organization's own */
export function issuerOf(url: string, server: Pick<AuthorizationServerRecord, 'id' | 'isDefault'> | null): string {
  const organization = organizationIssuer(url)
  return server === null
    ? organization
    : `${organization}/oauth2/${server.isDefault ? DEFAULT_SERVER_ALIAS : server.id}`
}
