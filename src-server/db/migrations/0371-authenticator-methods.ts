import { statements, type Migration } from './migration.ts'

/** What administrators say of single methods of an authenticator: whether each is active, and its settings. */
export const migration0371: Migration = {
  name: '0371-authenticator-methods',
  up: statements(['ALTER TABLE supporting_objects ADD COLUMN methods TEXT']),
}
