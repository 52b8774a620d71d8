import { statements, type Migration } from './migration.ts'

/** Which people of a remote are taken into account, and what their pseudonyms are made with; those that exist take all. */
export const migration0450: Migration = {
  name: '0450-connection-people',
  up: statements([
    `ALTER TABLE connections ADD COLUMN people JSON NOT NULL DEFAULT '{"mode":"ALL"}'`,
    'ALTER TABLE connections ADD COLUMN people_salt TEXT',
  ]),
}
