import { statements, type Migration } from './migration.ts'

/**
 * What authorization servers remember: tokens that were given, and what must not be used twice. What is deleted takes its tokens along.
 */
export const migration0300: Migration = {
  name: '0300-oauth-records',
  up: statements([
    `CREATE TABLE oauth_records (
      id TEXT PRIMARY KEY,
      model TEXT NOT NULL,
      server_id TEXT REFERENCES authorization_servers (id) ON DELETE CASCADE,
      app_id TEXT REFERENCES apps (id) ON DELETE CASCADE,
      user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
      grant_id TEXT,
      uid TEXT,
      user_code TEXT,
      payload TEXT NOT NULL,
      created TEXT NOT NULL,
      expires TEXT NOT NULL
    ) WITHOUT ROWID`,
    'CREATE INDEX oauth_records_expires ON oauth_records (expires)',
    'CREATE INDEX oauth_records_server ON oauth_records (server_id)',
    'CREATE INDEX oauth_records_app ON oauth_records (app_id)',
    'CREATE INDEX oauth_records_user ON oauth_records (user_id)',
    'CREATE INDEX oauth_records_grant ON oauth_records (grant_id)',
    'CREATE INDEX oauth_records_uid ON oauth_records (uid)',
    'CREATE INDEX oauth_records_user_code ON oauth_records (user_code)',
  ]),
}
