import { DEFAULT_SERVER_ALIAS } from '#contract/access/authorization-server.ts'
import { ALL_CLIENTS, ALL_SCOPES, type RuleConditions } from '#contract/policy/conditions.ts'
import { authorizationServers } from '#db/tables/authorization-servers.ts'
import { policies, policyRules } from '#db/tables/policies.ts'
import type { SetupTx } from '#audit-log/transaction.ts'
import { completeActions } from '#policy/index.ts'
import { newSigning } from './signing-key.ts'
import { insertSystemContents } from './token-contents.ts'

const TYPE = 'OAUTH_AUTHORIZATION_POLICY'

const permissive = (everyoneGroupId: string): RuleConditions => ({
  people: { users: { include: [], exclude: [] }, groups: { include: [everyoneGroupId], exclude: [] } },
  grantTypes: { include: ['implicit', 'client_credentials', 'authorization_code', 'password'] },
  scopes: { include: [ALL_SCOPES] },
})

/**
 * Makes the organization's own authorization server with its default policy for all clients and one permissive rule
 * (spec/4 §1.2, §1.5). The policy and the rule are the type's defaults (spec/1 "Defaults"): they come last and cannot be
 * deleted.
 */
export async function insertDefaultServer(tx: SetupTx, everyoneGroupId: string): Promise<void> {
  const stamp = { created: tx.now, lastUpdated: tx.now }
  const active = { status: 'ACTIVE', system: true, priority: 1, ...stamp } as const
  const serverId = tx.newId('authorizationServer')
  const policyId = tx.newId('policy')
  await authorizationServers.insert(tx, {
    id: serverId,
    name: DEFAULT_SERVER_ALIAS,
    status: 'ACTIVE',
    isDefault: true,
    definition: {
      description: 'Gives tokens to the applications of this organization',
      audiences: ['api://default'],
      issuerMode: 'ORG_URL',
    },
    ...newSigning(tx.now),
    ...stamp,
  })
  await insertSystemContents(tx, serverId)
  await policies.insert(tx, {
    ...active,
    id: policyId,
    type: TYPE,
    name: 'Default Policy',
    description: 'The default policy applies when no other does.',
    conditions: { clients: { include: [ALL_CLIENTS] } },
    settings: null,
    authorizationServerId: serverId,
  })
  await policyRules.insert(tx, {
    ...active,
    id: tx.newId('policyRule'),
    policyId,
    name: 'Default Policy Rule',
    conditions: permissive(everyoneGroupId),
    actions: completeActions(TYPE, { token: {} }, tx.engine),
  })
}
