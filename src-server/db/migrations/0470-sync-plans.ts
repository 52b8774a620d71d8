import { statements, type Migration } from './migration.ts'

/** What makes remotes be as the workspace, step by step, and how far each plan was carried out. */
export const migration0470: Migration = {
  name: '0470-sync-plans',
  up: statements([
    `CREATE TABLE sync_plans (
      id TEXT PRIMARY KEY,
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      state TEXT NOT NULL,
      problem TEXT,
      digest TEXT NOT NULL,
      organization_id TEXT,
      terms JSON NOT NULL,
      summary JSON NOT NULL,
      steps INTEGER NOT NULL,
      done INTEGER NOT NULL,
      created TEXT NOT NULL,
      applied TEXT
    )`,
    'CREATE INDEX sync_plans_connection ON sync_plans (connection_id)',
    `CREATE TABLE sync_plan_steps (
      plan_id TEXT NOT NULL REFERENCES sync_plans (id) ON DELETE CASCADE,
      number INTEGER NOT NULL,
      state TEXT NOT NULL,
      step JSON NOT NULL,
      made JSON,
      PRIMARY KEY (plan_id, number)
    ) WITHOUT ROWID`,
  ]),
}
