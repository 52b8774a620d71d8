import { statements, type Migration } from './migration.ts'

/** Background jobs: what was asked for, by whom, and how it ended. */
export const migration0080: Migration = {
  name: '0080-jobs',
  up: statements([
    `CREATE TABLE jobs (
      id TEXT PRIMARY KEY,
      type TEXT NOT NULL,
      state TEXT NOT NULL,
      name TEXT,
      subject_id TEXT,
      input TEXT,
      result TEXT,
      done INTEGER NOT NULL DEFAULT 0,
      total INTEGER,
      facts TEXT NOT NULL DEFAULT '{}',
      problem TEXT,
      principal TEXT NOT NULL,
      transaction_id TEXT NOT NULL,
      run TEXT NOT NULL,
      cancel_requested INTEGER NOT NULL DEFAULT 0,
      created TEXT NOT NULL,
      started TEXT,
      finished TEXT
    )`,
    `CREATE INDEX jobs_by_state ON jobs (state)`,
    `CREATE INDEX jobs_by_subject ON jobs (subject_id)`,
  ]),
}
