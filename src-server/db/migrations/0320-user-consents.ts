import { statements, type Migration } from './migration.ts'

/** What people have consented to that clients may do for them; and ids by which the interface names refresh tokens. */
export const migration0320: Migration = {
  name: '0320-user-consents',
  up: statements([
    `CREATE TABLE user_consents (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      app_id TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
      server_id TEXT REFERENCES authorization_servers (id) ON DELETE CASCADE,
      scope TEXT NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,
    // The organization has no id here, and two NULLs would be no duplicate.
    `CREATE UNIQUE INDEX user_consents_scope ON user_consents (user_id, app_id, coalesce(server_id, ''), scope)`,
    'CREATE INDEX user_consents_app ON user_consents (app_id)',
    'CREATE INDEX user_consents_server ON user_consents (server_id)',
    'ALTER TABLE oauth_records ADD COLUMN public_id TEXT',
    'CREATE UNIQUE INDEX oauth_records_public ON oauth_records (public_id)',
    `CREATE TABLE trusted_servers (
      server_id TEXT NOT NULL REFERENCES authorization_servers (id) ON DELETE CASCADE,
      trusted_id TEXT NOT NULL REFERENCES authorization_servers (id) ON DELETE CASCADE,
      created TEXT NOT NULL,
      PRIMARY KEY (server_id, trusted_id)
    ) WITHOUT ROWID`,
    'CREATE INDEX trusted_servers_trusted ON trusted_servers (trusted_id)',
  ]),
}
