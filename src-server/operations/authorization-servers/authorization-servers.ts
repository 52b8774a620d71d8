import { ApiError, invalid, notFound } from '../../contract/api-error.ts'
import { DEFAULT_SERVER_ALIAS, type AuthorizationServerWrite } from '../../contract/authorization-server.ts'
import type { ActiveStatus } from '../../contract/fields.ts'
import { LIMITS } from '../../contract/limits.ts'
import { newId } from '../../db/ids.ts'
import type { AuthorizationServerDefinition } from '../../db/models/authorization-server.ts'
import { authorizationServerTarget, changeDetails, statusChange } from '../audit/targets.ts'
import { cutPage, prefixPattern, startAfter, type Page } from '../page.ts'
import { recordDeletion } from '../policies/delete-policy.ts'
import type { Act, Service, Unit } from '../service.ts'

/** A server as it is read. */
export interface AuthorizationServerRow {
  id: string
  name: string
  status: ActiveStatus
  is_default: number
  /** JSON of an AuthorizationServerDefinition. */
  definition: string
  created: string
  last_updated: string
}

/** Authorization servers by id; `q` matches the beginning of the name. */
export async function listAuthorizationServers(
  service: Service,
  { q, limit, after }: { q?: string; limit: number; after?: string },
): Promise<Page<AuthorizationServerRow>> {
  const rows = await service.store.read.all<AuthorizationServerRow>(
    `SELECT * FROM authorization_servers WHERE id > ? AND name LIKE ? ESCAPE '\\' ORDER BY id LIMIT ?`,
    [startAfter('authorizationServer', after), q ? prefixPattern(q) : '%', limit + 1],
  )
  return cutPage(rows, limit, (row) => row.id)
}

/** Finds a server by id, or the organization's own by the word `default`. @throws E0000007 */
export async function requireAuthorizationServer(service: Service, idOrAlias: string): Promise<AuthorizationServerRow> {
  const where = idOrAlias === DEFAULT_SERVER_ALIAS ? 'is_default = 1' : 'id = ?'
  const sql = `SELECT * FROM authorization_servers WHERE ${where}`
  const row = await service.store.read.first<AuthorizationServerRow>(
    sql,
    idOrAlias === DEFAULT_SERVER_ALIAS ? [] : [idOrAlias],
  )
  if (!row) throw notFound(idOrAlias, 'AuthorizationServer')
  return row
}

const definitionOf = (body: AuthorizationServerWrite): AuthorizationServerDefinition => ({
  description: body.description ?? null,
  audiences: body.audiences,
  issuerMode: body.issuerMode,
})

async function requireFreeServerName(unit: Unit, name: string, id = ''): Promise<void> {
  const sql = 'SELECT 1 FROM authorization_servers WHERE name = ? AND id <> ?'
  if (await unit.statements.first(sql, [name, id]))
    throw invalid('name', `another authorization server is named ${name}`)
}

/** Makes a server, without policies: it gives no token until it has one. @returns its id */
export function createAuthorizationServer(service: Service, act: Act, body: AuthorizationServerWrite): Promise<string> {
  return service.write(act, async (unit) => {
    const { AuthorizationServer } = service.store.models
    if ((await AuthorizationServer.count({ transaction: unit.transaction })) >= LIMITS.authorizationServers)
      throw invalid('name', `an organization has at most ${LIMITS.authorizationServers} authorization servers`)
    await requireFreeServerName(unit, body.name)
    const server = { id: newId('authorizationServer'), name: body.name }
    await AuthorizationServer.create(
      {
        ...server,
        status: 'ACTIVE',
        isDefault: false,
        definition: definitionOf(body),
        created: unit.now,
        lastUpdated: unit.now,
      },
      { transaction: unit.transaction },
    )
    unit.record({ type: 'oauth2.as.created', targets: [authorizationServerTarget(server)] })
    return server.id
  })
}

/** Replaces all but the status. @throws E0000001 for another name of the organization's own, which paths know it by */
export function replaceAuthorizationServer(
  service: Service,
  act: Act,
  idOrAlias: string,
  body: AuthorizationServerWrite,
): Promise<void> {
  return service.write(act, async (unit) => {
    const before = await requireAuthorizationServer(service, idOrAlias)
    unit.attempt({ type: 'oauth2.as.updated', targets: [authorizationServerTarget(before)], refusals: 'forbidden' })
    if (before.is_default === 1 && body.name !== before.name)
      throw invalid('name', 'the default authorization server keeps its name')
    await requireFreeServerName(unit, body.name, before.id)
    const definition = definitionOf(body)
    await service.store.models.AuthorizationServer.update(
      { name: body.name, definition, lastUpdated: unit.now },
      { where: { id: before.id }, transaction: unit.transaction },
    )
    const old = JSON.parse(before.definition) as AuthorizationServerDefinition
    const details = changeDetails({ name: before.name, ...old }, { name: body.name, ...definition })
    const target = authorizationServerTarget({ id: before.id, name: body.name }, details)
    unit.record({ type: 'oauth2.as.updated', targets: [target] })
  })
}

/** Deletes a server with its policies, each with an event of its own. @throws E0000006 for the organization's own */
export function deleteAuthorizationServer(service: Service, act: Act, idOrAlias: string): Promise<void> {
  return service.write(act, async (unit) => {
    const server = await requireAuthorizationServer(service, idOrAlias)
    unit.attempt({ type: 'oauth2.as.deleted', targets: [authorizationServerTarget(server)] })
    if (server.is_default === 1) throw new ApiError('E0000006')
    const { policies } = await service.snapshot()
    const { transaction } = unit
    await service.store.models.AuthorizationServer.destroy({ where: { id: server.id }, transaction })
    const { name, status } = server
    const definition = JSON.parse(server.definition) as AuthorizationServerDefinition
    const details = changeDetails({ name, status, ...definition }, {})
    unit.record({ type: 'oauth2.as.deleted', targets: [authorizationServerTarget(server, details)] })
    const own = [...policies.values()].filter(({ authorizationServerId }) => authorizationServerId === server.id)
    recordDeletion(unit, own)
  })
}

/** Switches a server on or off; asking for the state that it is in is fine and leaves no event. */
export function setAuthorizationServerStatus(
  service: Service,
  act: Act,
  idOrAlias: string,
  status: ActiveStatus,
): Promise<void> {
  return service.write(act, async (unit) => {
    const server = await requireAuthorizationServer(service, idOrAlias)
    if (server.status === status) return
    const type = status === 'ACTIVE' ? 'oauth2.as.activated' : 'oauth2.as.deactivated'
    unit.attempt({ type, targets: [authorizationServerTarget(server)] })
    await service.store.models.AuthorizationServer.update(
      { status, lastUpdated: unit.now },
      { where: { id: server.id }, transaction: unit.transaction },
    )
    const details = statusChange(server.status, status)
    unit.record({ type, targets: [authorizationServerTarget(server, details)] })
  })
}
