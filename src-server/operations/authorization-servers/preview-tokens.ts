import type { PreviewedToken, TokenPreview } from '#contract/gatehouse/token-preview.ts'
import type { ClaimType } from '#contract/access/server-claim.ts'
import type { Reader } from '#audit-log/transaction.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import type { ServerClaimRecord } from '#db/tables/token-contents.ts'
import { displayNameOf, type UserRecord } from '#db/tables/users.ts'
import { claimsOf, relatedAskedByClaims, type ClaimsContext } from '#policy/index.ts'
import { requireApp } from '../snapshot/apps.sql.ts'
import { expressionContextOf, factsOf, readableApp, readableOrganization } from '../apps/preview/facts.ts'
import { claimsOfScopes } from '../apps/preview/oidc-preview.ts'
import { compilePattern } from '../directory/pattern.ts'
import { readOrganization } from '../organization/organization.ts'
import { requireAuthorizationServer } from './authorization-servers.ts'
import { readTokenContents } from './token-contents.ts'

type Organization = Pick<Awaited<ReturnType<typeof readOrganization>>, 'name' | 'subdomain'>

/** What the token of a client that acts for itself is made of. */
function contextOfClient(app: AppRecord, { name, subdomain }: Organization, now: number): ClaimsContext {
  const org = readableOrganization({ name, subdomain }, app)
  return { now, user: null, appuser: null, app: readableApp(app), org, groups: [], compilePattern }
}

/** @param claims that are made of it */
async function contextOfPerson(
  reader: Reader,
  claims: readonly ServerClaimRecord[],
  { app, user, now }: { app: AppRecord; user: UserRecord; now: number },
): Promise<ClaimsContext> {
  const facts = await factsOf(reader, app, user, relatedAskedByClaims(claims))
  const { user: person = null, appuser = null, org } = expressionContextOf(facts, now)
  const own = { now, user: person, appuser, app: readableApp(app), ...(org && { org }) }
  return { ...own, groups: facts.groups, compilePattern }
}

/** What the claims of a server say in the access token of a client that acts for itself. @param of its `now` in milliseconds */
export function claimsOfClient(
  claims: readonly ServerClaimRecord[],
  of: { app: AppRecord; scopes: readonly string[]; organization: Organization; now: number },
): Record<string, unknown> {
  return claimsOf(claims, of.scopes, 'RESOURCE', contextOfClient(of.app, of.organization, of.now)).claims
}

/**
 * What a token of a person says for a client: the claims of the server; in an ID token also what the scopes of OpenID Connect tell.
 * @param of its `now` in milliseconds
 */
export async function claimsOfPerson(
  reader: Reader,
  claims: readonly ServerClaimRecord[],
  of: { app: AppRecord; user: UserRecord; scopes: readonly string[]; type: ClaimType; now: number },
): Promise<Record<string, unknown>> {
  const context = await contextOfPerson(reader, claims, of)
  const own = claimsOf(claims, of.scopes, of.type, context).claims
  return of.type === 'IDENTITY' ? { ...claimsOfScopes(context.appuser ?? {}, of.scopes), ...own } : own
}

/**
 * What the claims of a server would say in tokens for a client, and for a person where there is one. Policies are not asked. Groups are
 * those that the caller may read.
 * @throws ApiError E0000007
 */
export async function previewTokens(
  reader: Reader,
  idOrAlias: string,
  { appId, user, scopes, now }: { appId: string; user: UserRecord | null; scopes: readonly string[]; now: number },
): Promise<TokenPreview> {
  const server = await requireAuthorizationServer(reader, idOrAlias)
  const app = await requireApp(reader, appId)
  const { claims } = await readTokenContents(reader, server.id)
  const context = user
    ? await contextOfPerson(reader, claims, { app, user, now })
    : contextOfClient(app, await readOrganization(reader), now)
  const token = (type: ClaimType): PreviewedToken => claimsOf(claims, scopes, type, context)
  return {
    app: { id: app.id, name: app.label },
    person: user && { id: user.id, name: displayNameOf(user) },
    accessToken: token('RESOURCE'),
    idToken: user && scopes.includes('openid') ? token('IDENTITY') : null,
  }
}
