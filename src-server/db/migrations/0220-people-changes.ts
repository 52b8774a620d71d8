import { statements, type Migration } from './migration.ts'

/** Changes of many people at once. Their rows are first the people whom they concern, then the journal by which they are taken back. */
export const migration0220: Migration = {
  name: '0220-people-changes',
  up: statements([
    `CREATE TABLE people_changes (
      id TEXT PRIMARY KEY NOT NULL,
      act TEXT NOT NULL,
      group_id TEXT,
      search TEXT,
      expected INTEGER,
      state TEXT NOT NULL,
      created TEXT NOT NULL
    )`,
    `CREATE TABLE people_change_rows (
      change_id TEXT NOT NULL REFERENCES people_changes (id),
      position INTEGER NOT NULL,
      user_id TEXT NOT NULL,
      outcome TEXT NOT NULL,
      name TEXT,
      before JSON,
      after JSON,
      problem TEXT,
      PRIMARY KEY (change_id, position)
    ) WITHOUT ROWID`,
    `CREATE INDEX people_change_rows_by_outcome ON people_change_rows (change_id, outcome, position)`,
    `CREATE UNIQUE INDEX people_change_rows_by_user ON people_change_rows (change_id, user_id)`,
  ]),
}
