import { statements, type Migration } from './migration.ts'

/** When clients last proved themselves by which secret or key. Who deletes an application deletes its uses. */
export const migration0340: Migration = {
  name: '0340-credential-uses',
  up: statements([
    `CREATE TABLE credential_uses (
      app_id TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
      credential_id TEXT NOT NULL,
      time TEXT NOT NULL,
      address TEXT NOT NULL,
      PRIMARY KEY (app_id, credential_id)
    ) WITHOUT ROWID`,
  ]),
}
