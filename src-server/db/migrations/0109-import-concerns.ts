import { statements, type Migration } from './migration.ts'

/** What had been open about an imported log where it was exported, as its signed bundle says; null where that is not known. */
export const migration0109: Migration = {
  name: '0109-import-concerns',
  up: statements(['ALTER TABLE log_imports ADD COLUMN concerns TEXT']),
}
