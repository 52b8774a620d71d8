import { statements, type Migration } from './migration.ts'

/** Copies of this workspace in which changes are prepared. */
export const migration0500: Migration = {
  name: '0500-drafts',
  up: statements([
    `CREATE TABLE drafts (
      id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      created_by JSON NOT NULL,
      position JSON,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    ) WITHOUT ROWID`,
  ]),
}
