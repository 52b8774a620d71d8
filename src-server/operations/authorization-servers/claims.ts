import { ROWID, sqlCondition } from '#db/tables/table.ts'
import type { ClaimContent, ServerClaimWrite } from '#contract/access/server-claim.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { serverClaims, type ServerClaimRecord } from '#db/tables/token-contents.ts'
import { assertQuota, assertUnchanged, assertUniqueName } from '../service/checks.ts'
import { requireAuthorizationServer } from './authorization-servers.ts'
import { assertValidClaim } from './check-claim.ts'
import { recordDeletion, recordUpdate, targetsOf } from './content-events.ts'

/** WHY an access token always holds its claims: there is nowhere else to read them. */
const contentOf = ({ conditions, group_filter_type: filter, ...body }: ServerClaimWrite): ClaimContent => ({
  ...body,
  groupFilterType: filter ?? null,
  scopes: conditions.scopes,
  alwaysIncludeInToken: body.claimType === 'RESOURCE' || body.alwaysIncludeInToken,
})

/** The claims of a server, that of every server first, then the oldest. @throws ApiError E0000007 */
export async function listClaims(reader: Reader, idOrAlias: string): Promise<ServerClaimRecord[]> {
  const { condition } = reader.visible('read', 'serverClaim')
  const { id } = await requireAuthorizationServer(reader, idOrAlias)
  return serverClaims.findAll(reader, {
    where: { serverId: id, ...sqlCondition(condition) },
    order: [['system', 'DESC'], 'created', ROWID],
  })
}

/** @throws ApiError E0000007 for the server or the claim */
export async function requireClaim(reader: Reader, idOrAlias: string, claimId: string): Promise<ServerClaimRecord> {
  const server = await requireAuthorizationServer(reader, idOrAlias)
  const claim = await serverClaims.get(reader, claimId)
  return claim?.serverId === server.id ? claim : serverClaims.missing(claimId)
}

function assertFreeName(tx: Tx, serverId: string, { name, claimType }: ClaimContent, except?: string): Promise<void> {
  const among = { serverId, claimType }
  return assertUniqueName(tx, serverClaims, 'claim of this token', name, { among, except })
}

/**
 * @returns its id
 * @throws ApiError E0000001 for what {@link assertValidClaim} refuses, a name that the token has already, and one claim too many
 */
export async function createClaim(tx: Tx, idOrAlias: string, body: ServerClaimWrite): Promise<string> {
  const server = await requireAuthorizationServer(tx, idOrAlias)
  tx.authorize('oauth2.claim.created', [targetOf('authorizationServer', server)], 'well-formed')
  const max = LIMITS.serverClaims
  const message = `an authorization server has at most ${max} claims`
  await assertQuota(tx, serverClaims, { max, among: { serverId: server.id }, message })
  const content = contentOf(body)
  await assertValidClaim(tx, server.id, content)
  await assertFreeName(tx, server.id, content)
  const own = { id: tx.newId('serverClaim'), serverId: server.id, system: false, created: tx.now, lastUpdated: tx.now }
  await serverClaims.insert(tx, { ...own, ...content })
  tx.record({ type: 'oauth2.claim.created', targets: targetsOf('claim', server, { ...own, ...content }) })
  return own.id
}

/**
 * Replaces a claim.
 * @throws ApiError E0000077 for a change of the claim that every server has, E0000001 as {@link createClaim}
 */
export async function replaceClaim(tx: Tx, idOrAlias: string, claimId: string, body: ServerClaimWrite): Promise<void> {
  const server = await requireAuthorizationServer(tx, idOrAlias)
  const before = await requireClaim(tx, server.id, claimId)
  tx.authorize('oauth2.claim.updated', targetsOf('claim', server, before), 'well-formed')
  const content = contentOf(body)
  if (before.system) {
    const known = new Map(Object.entries(before))
    for (const [part, given] of Object.entries(content)) assertUnchanged(part, given, known.get(part))
    return
  }
  await assertValidClaim(tx, server.id, content, before)
  await assertFreeName(tx, server.id, content, before.id)
  const after = await serverClaims.update(tx, before, { ...content, lastUpdated: tx.now })
  recordUpdate(tx, 'claim', server, before, after)
}

/** Deletes a claim: new tokens are without it. @throws ApiError E0000006 for the claim that every server has */
export async function deleteClaim(tx: Tx, idOrAlias: string, claimId: string): Promise<void> {
  const server = await requireAuthorizationServer(tx, idOrAlias)
  const claim = await requireClaim(tx, server.id, claimId)
  tx.authorize('oauth2.claim.deleted', targetsOf('claim', server, claim))
  if (claim.system) throw new ApiError('E0000006')
  await serverClaims.remove(tx, claim)
  recordDeletion(tx, 'claim', server, claim)
}
