import { statements, type Migration } from './migration.ts'

/** What a plan makes a remote be as, where that is not the workspace. */
export const migration0520: Migration = {
  name: '0520-plan-sources',
  up: statements(['ALTER TABLE sync_plans ADD COLUMN source JSON']),
}
