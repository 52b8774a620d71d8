import { statements, type Migration } from './migration.ts'

const GIVEN = ['server_id', 'app_id', 'user_id', 'grant_id', 'uid', 'user_code']
const nameOf = (column: string) => `oauth_records_${column.replace(/_id$/, '')}`

/**
 * Records of authorization servers in the order in which they came. WHY: their ids are random, and a table and indexes in the order of
 * these touch other pages for each token, twice as many as all else that a token writes. What a record does not have is in no index.
 */
export const migration0360: Migration = {
  name: '0360-oauth-records-order',
  up: statements([
    `CREATE TABLE ordered_records (
      id TEXT NOT NULL PRIMARY KEY,
      model TEXT NOT NULL,
      server_id TEXT REFERENCES authorization_servers (id) ON DELETE CASCADE,
      app_id TEXT REFERENCES apps (id) ON DELETE CASCADE,
      user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
      grant_id TEXT,
      uid TEXT,
      user_code TEXT,
      payload TEXT NOT NULL,
      created TEXT NOT NULL,
      expires TEXT NOT NULL,
      public_id TEXT
    )`,
    `INSERT INTO ordered_records (id, model, server_id, app_id, user_id, grant_id, uid, user_code, payload, created, expires, public_id)
      SELECT id, model, server_id, app_id, user_id, grant_id, uid, user_code, payload, created, expires, public_id
      FROM oauth_records ORDER BY created, id`,
    'DROP TABLE oauth_records',
    'ALTER TABLE ordered_records RENAME TO oauth_records',
    'CREATE INDEX oauth_records_expires ON oauth_records (expires)',
    ...GIVEN.map((name) => `CREATE INDEX ${nameOf(name)} ON oauth_records (${name}) WHERE ${name} IS NOT NULL`),
    'CREATE UNIQUE INDEX oauth_records_public ON oauth_records (public_id) WHERE public_id IS NOT NULL',
  ]),
}
