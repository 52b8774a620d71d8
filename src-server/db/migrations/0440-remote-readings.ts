import { statements, type Migration } from './migration.ts'

/** What remotes had when they were read for the last time, as far as that is other than the base, and how far their logs were read. */
export const migration0440: Migration = {
  name: '0440-remote-readings',
  up: statements([
    `CREATE TABLE remote_objects (
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      id TEXT NOT NULL,
      parent TEXT,
      call TEXT NOT NULL,
      gone INTEGER NOT NULL,
      body JSON NOT NULL,
      PRIMARY KEY (connection_id, kind, key)
    ) WITHOUT ROWID`,
    `CREATE TABLE remote_readings (
      connection_id TEXT PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
      position JSON NOT NULL,
      whole_at INTEGER NOT NULL,
      unread JSON NOT NULL
    ) WITHOUT ROWID`,
  ]),
}
