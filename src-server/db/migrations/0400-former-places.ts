import { statements, type Migration } from './migration.ts'

/** Priorities that default policies and default rules had a moment ago: bodies that were read then still name them. */
export const migration0400: Migration = {
  name: '0400-former-places',
  up: statements([
    `CREATE TABLE former_places (
      object_id TEXT NOT NULL,
      priority INTEGER NOT NULL,
      left TEXT NOT NULL,
      PRIMARY KEY (object_id, priority)
    ) WITHOUT ROWID`,
    'CREATE INDEX former_places_left ON former_places (left)',
  ]),
}
