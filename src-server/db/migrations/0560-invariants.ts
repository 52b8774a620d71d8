import { statements, type Migration } from './migration.ts'

/** What has to hold of every sign-in there could be. */
export const migration0560: Migration = {
  name: '0560-invariants',
  up: statements([
    `CREATE TABLE invariants (
      id TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL COLLATE NOCASE UNIQUE,
      description TEXT,
      scope JSON NOT NULL,
      app JSON,
      claim JSON NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,
  ]),
}
