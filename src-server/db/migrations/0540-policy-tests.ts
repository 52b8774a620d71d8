import { statements, type Migration } from './migration.ts'

/** Sign-ins with what the policies have to make of them. */
export const migration0540: Migration = {
  name: '0540-policy-tests',
  up: statements([
    `CREATE TABLE policy_tests (
      id TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL COLLATE NOCASE UNIQUE,
      description TEXT,
      request JSON NOT NULL,
      expect JSON NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL
    )`,
  ]),
}
