import { statements, type Migration } from './migration.ts'

/** The key with which an application signs; null for the one that it has from the start. */
export const migration0225: Migration = {
  name: '0225-app-signing-kid',
  up: statements(['ALTER TABLE apps ADD COLUMN signing_kid TEXT']),
}
