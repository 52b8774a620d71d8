import { SYSTEM_CLAIM } from '#contract/access/server-claim.ts'
import { SYSTEM_SCOPES } from '#contract/access/server-scope.ts'
import type { Reader, SetupTx, Tx } from '#audit-log/transaction.ts'
import type { AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'
import { ROWID, type Find } from '#db/tables/table.ts'
import {
  serverClaims,
  serverScopes,
  type ServerClaimRecord,
  type ServerScopeRecord,
} from '#db/tables/token-contents.ts'
import { recordDeletion } from './content-events.ts'

/** What a server can grant and what its tokens say, in the order of their lists. */
interface TokenContents {
  scopes: readonly ServerScopeRecord[]
  claims: readonly ServerClaimRecord[]
}

/** Reads the scopes and the claims of a server, whatever the caller may see: tokens go by all of them. */
export async function readTokenContents(reader: Reader, serverId: string): Promise<TokenContents> {
  const own = { where: { serverId }, order: [['system', 'DESC'], 'created', ROWID] } satisfies Find<ServerScopeRecord>
  return { scopes: await serverScopes.findAll(reader, own), claims: await serverClaims.findAll(reader, own) }
}

/** Gives a new server the scopes and the claim that every one has. */
export async function insertSystemContents(tx: SetupTx, serverId: string): Promise<void> {
  const own = { serverId, system: true, created: tx.now, lastUpdated: tx.now }
  for (const [name, labels] of Object.entries(SYSTEM_SCOPES))
    await serverScopes.insert(tx, {
      ...{ id: tx.newId('serverScope'), name, ...labels, ...own },
      ...{ metadataPublish: 'ALL_CLIENTS', consent: 'IMPLICIT', isOptional: false, isDefault: false },
    })
  await serverClaims.insert(tx, { id: tx.newId('serverClaim'), ...SYSTEM_CLAIM, ...own })
}

/** Deletes the scopes and claims of a server that goes, each with an event of its own unless every server has it. */
export async function deleteContents(tx: Tx, server: AuthorizationServerRecord): Promise<void> {
  const { scopes, claims } = await readTokenContents(tx, server.id)
  for (const scope of scopes) {
    await serverScopes.remove(tx, scope)
    if (!scope.system) recordDeletion(tx, 'scope', server, scope)
  }
  for (const claim of claims) {
    await serverClaims.remove(tx, claim)
    if (!claim.system) recordDeletion(tx, 'claim', server, claim)
  }
}
