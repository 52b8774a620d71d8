import { statements, type Migration } from './migration.ts'

/**
 * An application of the catalogue may be without single sign-on: its mode is null (spec/5 §8.3). WHY by another column: what a column
 * may hold cannot be changed, and a new table would take every reference to the old one with it.
 */
export const migration0230: Migration = {
  name: '0230-app-without-sign-on',
  up: statements([
    'ALTER TABLE apps ADD COLUMN mode TEXT',
    'UPDATE apps SET mode = sign_on_mode',
    'ALTER TABLE apps DROP COLUMN sign_on_mode',
    'ALTER TABLE apps RENAME COLUMN mode TO sign_on_mode',
  ]),
}
