import { ApiError, invalid } from '#contract/interface/api-error.ts'
import {
  DEFAULT_SERVER_ALIAS,
  type AuthorizationServerDefinition,
  type AuthorizationServerWrite,
  type RotationMode,
} from '#contract/access/authorization-server.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { authorizationServers, type AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'
import { policies } from '#db/tables/policies.ts'
import { assertQuota, assertUniqueName, setStatus } from '../service/checks.ts'
import { recordDeletion } from '../policies/delete-policy.ts'
import { readPolicies } from '../snapshot/read-policies.ts'
import { readServers } from './authorization-servers.sql.ts'
import { newSigning } from './signing-key.ts'
import { deleteContents, insertSystemContents } from './token-contents.ts'

/** Authorization servers by id; `q` matches the beginning of the name. */
export async function listAuthorizationServers(
  reader: Reader,
  { q: prefix = '', limit, after }: { q?: string; limit: number; after?: string },
): Promise<Page<AuthorizationServerRecord>> {
  const visible = reader.visible('read', 'authorizationServer').condition
  const page = { visible, prefix, after: startAfter('authorizationServer', after), limit: limit + 1 }
  return cutPage(await readServers(reader, page), limit, ({ id }) => id)
}

/** Finds a server by id, or the organization's own by the word `default`. @throws ApiError E0000007 */
export async function requireAuthorizationServer(
  reader: Reader,
  idOrAlias: string,
): Promise<AuthorizationServerRecord> {
  if (idOrAlias !== DEFAULT_SERVER_ALIAS) return authorizationServers.require(reader, idOrAlias)
  return (
    (await authorizationServers.findOne(reader, { where: { isDefault: true } })) ??
    authorizationServers.missing(idOrAlias)
  )
}

const definitionOf = (body: AuthorizationServerWrite): AuthorizationServerDefinition => ({
  description: body.description ?? null,
  audiences: body.audiences,
  issuerMode: body.issuerMode,
})

const rotationOf = ({ credentials }: AuthorizationServerWrite): RotationMode | undefined =>
  credentials?.signing?.rotationMode ?? undefined

/** Makes a server, without policies: it gives no token until it has one. @returns its id */
export async function createAuthorizationServer(tx: Tx, body: AuthorizationServerWrite): Promise<string> {
  tx.authorize('oauth2.as.created', [], 'never')
  const max = LIMITS.authorizationServers
  await assertQuota(tx, authorizationServers, {
    max,
    message: `an organization has at most ${max} authorization servers`,
  })
  await assertUniqueName(tx, authorizationServers, 'authorization server', body.name)
  const server = { id: tx.newId('authorizationServer'), name: body.name }
  const stamp = { created: tx.now, lastUpdated: tx.now }
  const definition = definitionOf(body)
  const made = {
    status: 'ACTIVE',
    isDefault: false,
    definition,
    ...newSigning(tx.now, rotationOf(body)),
    ...stamp,
  } as const
  await authorizationServers.insert(tx, { ...server, ...made })
  await insertSystemContents(tx, server.id)
  tx.record({ type: 'oauth2.as.created', targets: [targetOf('authorizationServer', server)] })
  return server.id
}

/** What events say of a server. */
const toldOf = ({
  name,
  definition,
  signingRotation: rotationMode,
}: Pick<AuthorizationServerRecord, 'name' | 'definition' | 'signingRotation'>) => ({
  name,
  ...definition,
  rotationMode,
})

/** Replaces all but the status. @throws ApiError E0000001 for another name of the organization's own, which is part of paths */
export async function replaceAuthorizationServer(
  tx: Tx,
  idOrAlias: string,
  body: AuthorizationServerWrite,
): Promise<void> {
  const before = await requireAuthorizationServer(tx, idOrAlias)
  tx.authorize('oauth2.as.updated', [targetOf('authorizationServer', before)], 'well-formed')
  if (before.isDefault && body.name !== before.name)
    throw invalid('name', 'the default authorization server keeps its name')
  await assertUniqueName(tx, authorizationServers, 'authorization server', body.name, { except: before.id })
  const definition = definitionOf(body)
  const signingRotation = rotationOf(body) ?? before.signingRotation
  const after = { name: body.name, definition, signingRotation }
  await authorizationServers.update(tx, before, { ...after, lastUpdated: tx.now })
  const details = changeDetails(toldOf(before), toldOf(after))
  const target = targetOf('authorizationServer', { id: before.id, name: body.name }, details)
  tx.record({ type: 'oauth2.as.updated', targets: [target] })
}

/** Deletes a server with its scopes, claims and policies, each with an event of its own. @throws ApiError E0000006 for the organization's own */
export async function deleteAuthorizationServer(tx: Tx, idOrAlias: string): Promise<void> {
  const server = await requireAuthorizationServer(tx, idOrAlias)
  tx.authorize('oauth2.as.deleted', [targetOf('authorizationServer', server)])
  if (server.isDefault) throw new ApiError('E0000006')
  const rows = await policies.findAll(tx, { where: { authorizationServerId: server.id } })
  const facts = { engine: tx.engine, authenticators: [] }
  const own = await readPolicies(tx, facts, new Set(rows.map(({ id }) => id)))
  for (const row of rows) await policies.remove(tx, row)
  await deleteContents(tx, server)
  await authorizationServers.remove(tx, server)
  const details = changeDetails({ status: server.status, ...toldOf(server) }, {})
  tx.record({ type: 'oauth2.as.deleted', targets: [targetOf('authorizationServer', server, details)] })
  recordDeletion(tx, own)
}

export async function setAuthorizationServerStatus(tx: Tx, idOrAlias: string, status: ActiveStatus): Promise<void> {
  const server = await requireAuthorizationServer(tx, idOrAlias)
  await setStatus(tx, authorizationServers, server, status, {
    events: { activate: 'oauth2.as.activated', deactivate: 'oauth2.as.deactivated' },
    targets: (details) => [targetOf('authorizationServer', server, details)],
  })
}
