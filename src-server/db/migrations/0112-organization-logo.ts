import { statements, type Migration } from './migration.ts'

/** The picture of the organization: one row at the most, with an id of its own for each picture. */
export const migration0112: Migration = {
  name: '0112-organization-logo',
  up: statements([
    `CREATE TABLE organization_logos (
      id TEXT PRIMARY KEY,
      type TEXT NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      data BLOB NOT NULL,
      created TEXT NOT NULL
    )`,
  ]),
}
