import { statements, type Migration } from './migration.ts'

/** Owners of groups. They go with the group; an owner who is deleted is taken out where that is done. */
export const migration0170: Migration = {
  name: '0170-group-owners',
  up: statements([
    `CREATE TABLE group_owners (
      group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
      owner_id TEXT NOT NULL,
      owner_type TEXT NOT NULL CHECK (owner_type IN ('USER', 'GROUP')),
      last_updated TEXT NOT NULL,
      PRIMARY KEY (group_id, owner_id)
    ) WITHOUT ROWID`,
    `CREATE INDEX group_owners_by_owner ON group_owners (owner_id)`,
  ]),
}
