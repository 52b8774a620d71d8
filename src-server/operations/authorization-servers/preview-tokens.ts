import type { PreviewedToken, TokenPreview } from '#contract/gatehouse/token-preview.ts'
import type { ClaimType } from '#contract/access/server-claim.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import { displayNameOf, type UserRecord } from '#db/tables/users.ts'
import { claimsOf, type ClaimsContext } from '#policy/index.ts'
import { requireApp } from '../apps/apps.ts'
import { expressionContextOf, factsOf, readableApp, readableOrganization } from '../apps/preview/facts.ts'
import { compilePattern } from '../directory/pattern.ts'
import { readOrganization } from '../organization/organization.ts'
import { requireAuthorizationServer } from './authorization-servers.ts'
import { readTokenContents } from './token-contents.ts'

async function contextOf(reader: Reader, app: AppRecord, user: UserRecord | null): Promise<ClaimsContext> {
  const now = Date.now()
  if (user) {
    const facts = await factsOf(reader, app, user)
    const { user: person = null, appuser = null, org } = expressionContextOf(facts, now)
    return {
      now,
      user: person,
      appuser,
      app: readableApp(app),
      ...(org && { org }),
      groups: facts.groups,
      compilePattern,
    }
  }
  const { name, subdomain } = await readOrganization(reader)
  const org = readableOrganization({ name, subdomain }, app)
  return { now, user: null, appuser: null, app: readableApp(app), org, groups: [], compilePattern }
}

/** What the claims of a server say in the access token of a client that acts for itself. */
export async function tokenClaims(
  reader: Reader,
  serverId: string,
  { app, scopes }: { app: AppRecord; scopes: readonly string[] },
): Promise<Record<string, unknown>> {
  const { claims } = await readTokenContents(reader, serverId)
  return claimsOf(claims, scopes, 'RESOURCE', await contextOf(reader, app, null)).claims
}

/**
 * What the claims of a server would say in tokens for a client, and for a person where there is one. Policies are not asked. Groups are
 * those that the caller may read.
 * @throws ApiError E0000007
 */
export async function previewTokens(
  reader: Reader,
  idOrAlias: string,
  { appId, user, scopes }: { appId: string; user: UserRecord | null; scopes: readonly string[] },
): Promise<TokenPreview> {
  const server = await requireAuthorizationServer(reader, idOrAlias)
  const app = await requireApp(reader, appId)
  const { claims } = await readTokenContents(reader, server.id)
  const context = await contextOf(reader, app, user)
  const token = (type: ClaimType): PreviewedToken => claimsOf(claims, scopes, type, context)
  return {
    app: { id: app.id, name: app.label },
    person: user && { id: user.id, name: displayNameOf(user) },
    accessToken: token('RESOURCE'),
    idToken: user && scopes.includes('openid') ? token('IDENTITY') : null,
  }
}
