import { statements, type Migration } from './migration.ts'

/** What a removal changes along and does not take away, such as an application whose policy goes: noted beside what it takes away. */
export const migration0550: Migration = {
  name: '0550-changed-along',
  up: statements([
    'ALTER TABLE sync_plan_losses ADD COLUMN stays INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE publication_losses ADD COLUMN stays INTEGER NOT NULL DEFAULT 0',
  ]),
}
