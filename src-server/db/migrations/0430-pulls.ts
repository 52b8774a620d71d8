import { statements, type Migration } from './migration.ts'

/** What remotes held when the workspace and they were last the same, and the latest pull from each. */
export const migration0430: Migration = {
  name: '0430-pulls',
  up: statements([
    `CREATE TABLE sync_bases (
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      our_key TEXT NOT NULL,
      id TEXT NOT NULL,
      parent TEXT,
      call TEXT NOT NULL,
      body JSON NOT NULL,
      PRIMARY KEY (connection_id, kind, key)
    ) WITHOUT ROWID`,
    `CREATE TABLE pulls (
      connection_id TEXT PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
      pulled_at TEXT NOT NULL,
      summary JSON NOT NULL
    ) WITHOUT ROWID`,
  ]),
}
