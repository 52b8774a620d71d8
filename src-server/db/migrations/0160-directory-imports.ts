import { statements, type Migration } from './migration.ts'

/**
 * Imports of people, groups and memberships. Their rows are first the plan, then the journal: what was applied, and how it was before.
 */
export const migration0160: Migration = {
  name: '0160-directory-imports',
  up: statements([
    `CREATE TABLE directory_imports (
      id TEXT PRIMARY KEY NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('users', 'groups', 'memberships')),
      format TEXT NOT NULL,
      name TEXT NOT NULL,
      state TEXT NOT NULL,
      problem TEXT,
      columns JSON NOT NULL,
      options JSON NOT NULL,
      counts JSON NOT NULL,
      created TEXT NOT NULL
    )`,
    `CREATE TABLE directory_import_rows (
      import_id TEXT NOT NULL REFERENCES directory_imports (id),
      line INTEGER NOT NULL,
      action TEXT NOT NULL,
      name TEXT NOT NULL,
      target_id TEXT,
      before JSON,
      after JSON,
      problems JSON NOT NULL,
      applied INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (import_id, line)
    ) WITHOUT ROWID`,
    `CREATE INDEX directory_import_rows_by_action ON directory_import_rows (import_id, action, applied, line)`,
  ]),
}
