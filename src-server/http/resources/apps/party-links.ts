import type { GrantedScopeView } from '#contract/apps/user-grant.ts'
import type { Links } from '#contract/interface/fields.ts'
import { displayNameOf } from '#db/tables/users.ts'
import type { IssuerId } from '#operations/authorization-servers/issuer.ts'
import { clientIdOf } from '#operations/apps/clients.ts'
import type { GrantedScope, Parties } from '#operations/oauth/parties.ts'
import { link } from '../links.ts'

/**
 * Links from a consent or a token to its parties, in the order of spec/5 §8.7.
 * @param self with `revoke` where the wire has that, too
 */
export function partyLinks({ user, app, server }: Parties, base: string, self: string, hasRevoke: boolean): Links {
  const client = `${base}/oauth2/v1/clients/${encodeURIComponent(clientIdOf(app))}`
  return {
    app: { href: `${base}/api/v1/apps/${app.id}`, title: app.label },
    ...(server && { authorizationServer: serverLink(server, base) }),
    self: link(self, 'GET', 'DELETE'),
    ...(hasRevoke ? { revoke: link(self, 'DELETE') } : {}),
    client: { href: client, title: app.label },
    user: { href: `${base}/api/v1/users/${user.id}`, title: displayNameOf(user) },
  }
}

const serverLink = ({ id, name }: NonNullable<Parties['server']>, base: string) => ({
  href: `${base}/api/v1/authorizationServers/${id}`,
  title: name,
})

/** A scope as what was granted embeds it; those of the organization are in no list, so that they have no link. */
export function presentGrantedScope(scope: GrantedScope, serverId: IssuerId, base: string): GrantedScopeView {
  if (serverId === null || scope.id === scope.name) return { ...scope }
  const href = `${base}/api/v1/authorizationServers/${serverId}/scopes/${scope.id}`
  return { ...scope, _links: { scope: { href, title: scope.name } } }
}
