import { statements, type Migration } from './migration.ts'

/**
 * Secrets of clients, sealed, and the id by which an application goes as a client where that is another than its own.
 * WHY none are made here: applications of older files get one when it is first needed.
 */
export const migration0222: Migration = {
  name: '0222-client-secrets',
  up: statements([
    'ALTER TABLE apps ADD COLUMN client_id TEXT',
    'CREATE UNIQUE INDEX apps_client_id ON apps (coalesce(client_id, id))',
    `CREATE TABLE client_secrets (
      id TEXT PRIMARY KEY,
      app_id TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
      status TEXT NOT NULL,
      sealed TEXT NOT NULL,
      hash TEXT NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,
    'CREATE INDEX client_secrets_app ON client_secrets (app_id)',
  ]),
}
