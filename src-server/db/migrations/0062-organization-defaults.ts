import { newId } from '../ids.ts'
import type { Migration, MigrationTx } from './migration.ts'

/** The content of the authenticators that organizations on Identity Engine have; the first two are part of the system. */
const AUTHENTICATORS = [
  { key: 'svc_password', type: 'password', name: 'Password', system: 1 },
  { key: 'svc_email', type: 'email', name: 'Email', system: 1 },
  { key: 'svc_verify', type: 'app', name: 'Verify app', system: 0 },
  { key: 'phone_number', type: 'phone', name: 'Phone', system: 0 },
  { key: 'security_question', type: 'security_question', name: 'Security question', system: 0 },
  { key: 'webauthn', type: 'security_key', name: 'Security key or biometric (WebAuthn)', system: 0 },
]
const AUTHENTICATOR_SETTINGS = JSON.stringify({ settings: { allowedFor: 'any' } })

/**
 * Gives an organization that an older version made its authenticators and its own authorization server. One that has any
 * authenticator has had them all: a missing one was deleted by somebody, and stays deleted.
 */
export const migration0062: Migration = {
  name: '0062-organization-defaults',
  async up(tx) {
    const engine = await tx.first<{ value: string }>(`SELECT value FROM settings WHERE key = 'engine'`)
    if (!engine) return
    const isIdentity = JSON.parse(engine.value) === 'identity'
    if (isIdentity && !(await tx.first(`SELECT 1 FROM supporting_objects WHERE kind = 'authenticator'`)))
      await addAuthenticators(tx)
    if (!(await tx.first('SELECT 1 FROM authorization_servers WHERE is_default = 1'))) await addDefaultServer(tx)
  },
}

async function addAuthenticators(tx: MigrationTx): Promise<void> {
  const sql = `INSERT INTO supporting_objects (id, kind, type, key, name, status, system, definition, created, last_updated)
    VALUES (?1, 'authenticator', ?2, ?3, ?4, 'ACTIVE', ?5, ?6, ?7, ?7)`
  for (const { key, type, name, system } of AUTHENTICATORS)
    await tx.run(sql, [newId('authenticator'), type, key, name, system, AUTHENTICATOR_SETTINGS, tx.now])
}

async function addDefaultServer(tx: MigrationTx): Promise<void> {
  const everyone = await tx.first<{ id: string }>(`SELECT id FROM groups WHERE type = 'BUILT_IN'`)
  const [serverId, policyId] = [newId('authorizationServer'), newId('policy')]
  const definition = {
    description: 'Gives tokens to the applications of this organization',
    audiences: ['api://default'],
    issuerMode: 'ORG_URL',
  }
  await tx.run(
    `INSERT INTO authorization_servers (id, name, status, is_default, definition, created, last_updated)
     VALUES (?1, 'default', 'ACTIVE', 1, ?2, ?3, ?3)`,
    [serverId, JSON.stringify(definition), tx.now],
  )
  await tx.run(
    `INSERT INTO policies (id, type, name, status, priority, system, description, conditions, authorization_server_id,
       created, last_updated)
     VALUES (?1, 'OAUTH_AUTHORIZATION_POLICY', 'Default Policy', 'ACTIVE', 1, 1, ?2, ?3, ?4, ?5, ?5)`,
    [
      policyId,
      'The default policy applies when no other does.',
      JSON.stringify({ clients: { include: ['ALL_CLIENTS'] } }),
      serverId,
      tx.now,
    ],
  )
  const conditions = {
    people: { users: { include: [], exclude: [] }, groups: { include: [everyone?.id ?? ''], exclude: [] } },
    grantTypes: { include: ['implicit', 'client_credentials', 'authorization_code', 'password'] },
    scopes: { include: ['*'] },
  }
  const token = { accessTokenLifetimeMinutes: 60, refreshTokenLifetimeMinutes: 0, refreshTokenWindowMinutes: 10_080 }
  await tx.run(
    `INSERT INTO policy_rules (id, policy_id, name, status, priority, system, conditions, actions, created, last_updated)
     VALUES (?1, ?2, 'Default Policy Rule', 'ACTIVE', 1, 1, ?3, ?4, ?5, ?5)`,
    [newId('policyRule'), policyId, JSON.stringify(conditions), JSON.stringify({ token }), tx.now],
  )
}
