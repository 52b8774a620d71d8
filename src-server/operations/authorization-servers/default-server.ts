import { DEFAULT_SERVER_ALIAS } from '../../contract/authorization-server.ts'
import { ALL_CLIENTS, ALL_SCOPES, type RuleConditions } from '../../contract/conditions.ts'
import { newId } from '../../db/ids.ts'
import type { Statements } from '../../db/statements.ts'
import { completeActions } from '../policies/defaults.ts'
import type { Service, Unit } from '../service.ts'

const TYPE = 'OAUTH_AUTHORIZATION_POLICY'

const permissive = (everyoneGroupId: string): RuleConditions => ({
  people: { users: { include: [], exclude: [] }, groups: { include: [everyoneGroupId], exclude: [] } },
  grantTypes: { include: ['implicit', 'client_credentials', 'authorization_code', 'password'] },
  scopes: { include: [ALL_SCOPES] },
})

/** Whether an organization was made before there were authorization servers. */
export async function lacksDefaultServer(read: Statements): Promise<boolean> {
  return (await read.first('SELECT 1 FROM authorization_servers WHERE is_default = 1')) === undefined
}

/**
 * Makes the organization's own authorization server with its default policy for all clients and one permissive rule
 * (spec/4 §1.2, §1.5). The policy and the rule are the type's defaults (spec/1 "Defaults"): they come last and cannot be
 * deleted.
 */
export async function provideDefaultServer({ statements, transaction, now }: Unit, service: Service): Promise<void> {
  const everyone = await statements.first<{ id: string }>(`SELECT id FROM groups WHERE type = 'BUILT_IN'`)
  const { AuthorizationServer, Policy, PolicyRule } = service.store.models
  const stamp = { created: now, lastUpdated: now }
  const active = { status: 'ACTIVE', system: true, priority: 1, ...stamp } as const
  const serverId = newId('authorizationServer')
  const policyId = newId('policy')
  const definition = {
    description: 'Gives tokens to the applications of this organization',
    audiences: ['api://default'],
    issuerMode: 'ORG_URL',
  }
  await AuthorizationServer.create(
    { id: serverId, name: DEFAULT_SERVER_ALIAS, status: 'ACTIVE', isDefault: true, definition, ...stamp },
    { transaction },
  )
  await Policy.create(
    {
      ...active,
      id: policyId,
      type: TYPE,
      name: 'Default Policy',
      description: 'The default policy applies when no other does.',
      conditions: { clients: { include: [ALL_CLIENTS] } },
      settings: null,
      resourceType: null,
      authorizationServerId: serverId,
    },
    { transaction },
  )
  await PolicyRule.create(
    {
      ...active,
      id: newId('policyRule'),
      policyId,
      name: 'Default Policy Rule',
      conditions: permissive(everyone?.id ?? ''),
      actions: completeActions(TYPE, { token: {} }, service.engine()),
    },
    { transaction },
  )
}
