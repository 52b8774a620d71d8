import type { AppGrant } from '#contract/apps/app-grant.ts'
import type { App } from '#contract/apps/app.ts'
import { OAUTH_SCOPES } from '#contract/interface/oauth-scopes.ts'
import { api } from '#ui/api/client.ts'
import { hrefOf } from '#ui/api/links.ts'
import { inTurn } from '#ui/lib/in-turn.ts'

/** What is granted to a client, by the names of the scopes. @throws ApiError */
export async function readGrants(appId: string, signal?: AbortSignal): Promise<AppGrant[]> {
  const grants = await api.call('listAppGrants', { params: { appId }, signal })
  return grants.toSorted((a, b) => (a.scopeId < b.scopeId ? -1 : 1))
}

/** The scopes that are not granted yet, as choices. */
export function openScopes(grants: readonly AppGrant[]): { value: string; label: string }[] {
  const granted = new Set(grants.map(({ scopeId }) => scopeId))
  return OAUTH_SCOPES.filter((scope) => !granted.has(scope)).map((value) => ({ value, label: value }))
}

/** The address of the organization, which its links begin with: no other server has these scopes (spec/5 §8.7). */
const issuerOf = ({ _links }: App): string => {
  const users = hrefOf(_links, 'users')
  return users ? new URL(users).origin : ''
}

/** Grants scopes to a client; those that are granted already stay as they are. @throws ApiError of the first that is refused */
export function grantScopes(app: App, scopes: readonly string[]): Promise<AppGrant[]> {
  const [params, issuer] = [{ appId: app.id }, issuerOf(app)]
  return inTurn(scopes, (scopeId) => api.call('grantScope', { params, body: { issuer, scopeId } }), 1)
}
