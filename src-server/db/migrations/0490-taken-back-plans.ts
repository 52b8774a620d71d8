import { statements, type Migration } from './migration.ts'

/** What a plan has done to its remote, step by step, so that another plan can take it back. */
export const migration0490: Migration = {
  name: '0490-taken-back-plans',
  up: statements([
    'ALTER TABLE sync_plans ADD COLUMN takes_back TEXT',
    'ALTER TABLE sync_plans ADD COLUMN taken_back_by TEXT',
    'ALTER TABLE sync_plan_steps ADD COLUMN journal JSON',
    `CREATE TABLE sync_plan_losses (
      plan_id TEXT NOT NULL REFERENCES sync_plans (id) ON DELETE CASCADE,
      position INTEGER NOT NULL,
      step INTEGER NOT NULL,
      object JSON NOT NULL,
      parent TEXT,
      lacks TEXT,
      agreed JSON,
      PRIMARY KEY (plan_id, position)
    ) WITHOUT ROWID`,
  ]),
}
