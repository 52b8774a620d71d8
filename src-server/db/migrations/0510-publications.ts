import { statements, type Migration } from './migration.ts'

/** What publications of drafts have done to the workspace, step by step, so that a draft can take them back. */
export const migration0510: Migration = {
  name: '0510-publications',
  up: statements([
    `CREATE TABLE publications (
      id TEXT PRIMARY KEY,
      draft_id TEXT NOT NULL,
      name TEXT NOT NULL,
      published_by JSON NOT NULL,
      published TEXT NOT NULL,
      digest TEXT NOT NULL,
      steps INTEGER NOT NULL,
      counts JSON NOT NULL,
      taken_back_by TEXT,
      left_out JSON NOT NULL
    )`,
    `CREATE TABLE publication_steps (
      publication_id TEXT NOT NULL REFERENCES publications (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      step JSON NOT NULL,
      journal JSON NOT NULL,
      PRIMARY KEY (publication_id, number)
    ) WITHOUT ROWID`,
    `CREATE TABLE publication_losses (
      publication_id TEXT NOT NULL REFERENCES publications (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      step INTEGER NOT NULL,
      object JSON NOT NULL,
      parent TEXT,
      lacks TEXT,
      PRIMARY KEY (publication_id, position)
    ) WITHOUT ROWID`,
  ]),
}
