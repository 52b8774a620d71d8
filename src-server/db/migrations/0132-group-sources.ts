import { statements, type Migration } from './migration.ts'

/** The application that a group was imported from; null for all others. It stays when the application goes. */
export const migration0132: Migration = {
  name: '0132-group-sources',
  up: statements([`ALTER TABLE groups ADD COLUMN source_id TEXT`]),
}
