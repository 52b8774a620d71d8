import { statements, type Migration } from './migration.ts'

/**
 * Seals that refer to one another: each has a number, the hash of the seal before it, and the settings that weaken the protection of
 * the workspace. Those of earlier versions have none of them, and stay as they are.
 */
export const migration0090: Migration = {
  name: '0090-linked-seals',
  up: statements([
    `ALTER TABLE log_seals ADD COLUMN number INTEGER`,
    `ALTER TABLE log_seals ADD COLUMN previous BLOB`,
    `ALTER TABLE log_seals ADD COLUMN settings TEXT`,
  ]),
}
