import { statements, type Migration } from './migration.ts'

/** Consents are listed across people, the newest first, and counted by client. */
export const migration0350: Migration = {
  name: '0350-consent-order',
  up: statements([
    'CREATE INDEX user_consents_created ON user_consents (created, id)',
    'CREATE INDEX user_consents_client ON user_consents (app_id, user_id)',
    // The one above begins with the same column.
    'DROP INDEX user_consents_app',
  ]),
}
