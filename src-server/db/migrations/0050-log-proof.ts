import { statements, type Migration } from './migration.ts'

/**
 * The chain of hashes over the log, the signed seals on it, the signed records of what was removed from it, and where imported
 * events came from. WHY `chain` may be null: SQLite computes no SHA-256, so a later step chains older
 * events.
 */
export const migration0050: Migration = {
  name: '0050-log-proof',
  up: statements([
    `ALTER TABLE log_events ADD COLUMN chain BLOB`,
    `ALTER TABLE log_events ADD COLUMN import_id TEXT`,
    `CREATE INDEX log_events_import ON log_events (import_id, sequence) WHERE import_id IS NOT NULL`,

    `CREATE TABLE log_seals (
      sequence INTEGER PRIMARY KEY,
      chain BLOB NOT NULL,
      sealed TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      signature BLOB NOT NULL
    )`,
    `CREATE TABLE log_removed (
      first INTEGER PRIMARY KEY,
      last INTEGER NOT NULL,
      chain BLOB NOT NULL,
      removed TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      signature BLOB NOT NULL
    )`,
    `CREATE TABLE log_imports (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      state TEXT NOT NULL,
      checked INTEGER NOT NULL DEFAULT 0,
      added INTEGER NOT NULL DEFAULT 0,
      known INTEGER NOT NULL DEFAULT 0,
      problems JSON NOT NULL DEFAULT '[]',
      created TEXT NOT NULL
    )`,

    `CREATE TABLE saved_searches (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL COLLATE NOCASE UNIQUE,
      search JSON NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,
  ]),
}
