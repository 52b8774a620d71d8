import { statements, type Migration } from './migration.ts'

/** Whom plans for remotes and their steps affect. */
export const migration0480: Migration = {
  name: '0480-plan-effects',
  up: statements([
    'ALTER TABLE sync_plans ADD COLUMN effect JSON',
    'ALTER TABLE sync_plan_steps ADD COLUMN effect JSON',
  ]),
}
