import { statements, type Migration } from './migration.ts'

/** The custom attributes of groups, as JSON; null where a group has none. */
export const migration0141: Migration = {
  name: '0141-group-profiles',
  up: statements(['ALTER TABLE groups ADD COLUMN profile JSON']),
}
