import { statements, type Migration } from './migration.ts'

/** Connections to instances elsewhere, and a journal of the requests to them. */
export const migration0420: Migration = {
  name: '0420-connections',
  up: statements([
    `CREATE TABLE connections (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      address TEXT NOT NULL,
      authentication JSON NOT NULL,
      vocabulary JSON,
      budget_percent INTEGER NOT NULL,
      may_write INTEGER NOT NULL,
      secrets TEXT NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    ) WITHOUT ROWID`,
    `CREATE TABLE remote_requests (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      time TEXT NOT NULL,
      operation TEXT NOT NULL,
      method TEXT NOT NULL,
      path TEXT NOT NULL,
      status INTEGER,
      attempt INTEGER NOT NULL,
      waited_ms INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      problem TEXT
    )`,
    'CREATE INDEX remote_requests_connection ON remote_requests (connection_id, sequence)',
    'CREATE INDEX remote_requests_time ON remote_requests (time)',
  ]),
}
