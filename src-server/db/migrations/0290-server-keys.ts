import { statements, type Migration } from './migration.ts'

/**
 * Keys that authorization servers sign tokens with; without a server, those of the organization's own.
 * WHY none are made here: a server gets its first when one is needed, under the name that it was given when it was made.
 */
export const migration0290: Migration = {
  name: '0290-server-keys',
  up: statements([
    `ALTER TABLE authorization_servers ADD COLUMN signing_rotation TEXT NOT NULL DEFAULT 'AUTO'`,
    `CREATE TABLE server_keys (
      kid TEXT PRIMARY KEY,
      server_id TEXT REFERENCES authorization_servers (id) ON DELETE CASCADE,
      status TEXT NOT NULL,
      n TEXT NOT NULL,
      e TEXT NOT NULL,
      private_key TEXT NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,
    'CREATE UNIQUE INDEX server_keys_status ON server_keys (server_id, status)',
  ]),
}
