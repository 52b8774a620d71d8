import { newId } from '../ids.ts'
import type { Migration, MigrationTx } from './migration.ts'

/** What every server has from its creation, in the order of its list. */
const SCOPES = [
  ['openid', 'OpenID', 'Signs the person in and gives an ID token.'],
  ['profile', 'Profile', 'Name, picture, language and the like of the person.'],
  ['email', 'Email', 'The email address of the person.'],
  ['address', 'Address', 'The postal address of the person.'],
  ['phone', 'Phone', 'The telephone number of the person.'],
  ['offline_access', 'Offline access', 'Gives a refresh token, which works while the person is away.'],
  ['device_sso', 'Device single sign-on', 'Lets other apps on the same device sign the person in.'],
] as const
const SUBJECT = '(appuser != null) ? appuser.userName : app.clientId'

const TABLES = [
  `CREATE TABLE server_scopes (
    id TEXT PRIMARY KEY,
    server_id TEXT NOT NULL REFERENCES authorization_servers (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    system INTEGER NOT NULL,
    display_name TEXT,
    description TEXT,
    metadata_publish TEXT NOT NULL,
    consent TEXT NOT NULL,
    is_optional INTEGER NOT NULL,
    is_default INTEGER NOT NULL,
    created TEXT NOT NULL,
    last_updated TEXT NOT NULL,
    UNIQUE (server_id, name)
  )`,
  `CREATE TABLE server_claims (
    id TEXT PRIMARY KEY,
    server_id TEXT NOT NULL REFERENCES authorization_servers (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    status TEXT NOT NULL,
    system INTEGER NOT NULL,
    claim_type TEXT NOT NULL,
    value_type TEXT NOT NULL,
    value TEXT NOT NULL,
    group_filter_type TEXT,
    scopes TEXT NOT NULL,
    always_include_in_token INTEGER NOT NULL,
    created TEXT NOT NULL,
    last_updated TEXT NOT NULL,
    UNIQUE (server_id, name, claim_type)
  )`,
]

/** Scopes and claims of authorization servers; a server of before gets those that new ones have. */
export const migration0280: Migration = {
  name: '0280-token-contents',
  async up(tx) {
    for (const sql of TABLES) await tx.exec(sql)
    for (const { id } of await tx.all<{ id: string }>('SELECT id FROM authorization_servers ORDER BY id'))
      await addContents(tx, id)
  },
}

async function addContents(tx: MigrationTx, serverId: string): Promise<void> {
  const scope = `INSERT INTO server_scopes (id, server_id, name, system, display_name, description, metadata_publish, consent,
      is_optional, is_default, created, last_updated) VALUES (?1, ?2, ?3, 1, ?4, ?5, 'ALL_CLIENTS', 'IMPLICIT', 0, 0, ?6, ?6)`
  for (const [name, displayName, description] of SCOPES)
    await tx.run(scope, [newId('serverScope'), serverId, name, displayName, description, tx.now])
  const claim = `INSERT INTO server_claims (id, server_id, name, status, system, claim_type, value_type, value, scopes,
      always_include_in_token, created, last_updated)
      VALUES (?1, ?2, 'sub', 'ACTIVE', 1, 'RESOURCE', 'EXPRESSION', ?3, '[]', 1, ?4, ?4)`
  await tx.run(claim, [newId('serverClaim'), serverId, SUBJECT, tx.now])
}
