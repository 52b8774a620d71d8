import { statements, type Migration } from './migration.ts'

/**
 * Keys with which applications and identity providers sign, certificates that providers are trusted by, and requests for certificates.
 * Owners are of two tables, so that triggers remove what they leave behind.
 */
export const migration0224: Migration = {
  name: '0224-signing-keys',
  up: statements([
    `CREATE TABLE signing_keys (
      owner_id TEXT NOT NULL,
      kid TEXT NOT NULL,
      owner_kind TEXT NOT NULL,
      n TEXT NOT NULL,
      e TEXT NOT NULL,
      certificate TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      private_key TEXT,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL,
      expires_at TEXT NOT NULL,
      PRIMARY KEY (owner_id, kid)
    ) WITHOUT ROWID`,
    `CREATE TABLE certificate_requests (
      id TEXT PRIMARY KEY NOT NULL,
      owner_kind TEXT NOT NULL,
      owner_id TEXT NOT NULL,
      csr TEXT NOT NULL,
      n TEXT NOT NULL,
      e TEXT NOT NULL,
      private_key TEXT,
      published_kid TEXT,
      created TEXT NOT NULL
    )`,
    'CREATE INDEX certificate_requests_by_owner ON certificate_requests (owner_id, created)',
    ...['apps', 'supporting_objects'].flatMap((table) =>
      ['signing_keys', 'certificate_requests'].map(
        (left) => `CREATE TRIGGER ${left}_without_${table} AFTER DELETE ON ${table}
          BEGIN DELETE FROM ${left} WHERE owner_id = OLD.id; END`,
      ),
    ),
  ]),
}
