import { statements, type Migration } from './migration.ts'

/** Groups of this organization that fill a group of an application; nothing here pushes, the sample alone has some. */
export const migration0250: Migration = {
  name: '0250-group-push-mappings',
  up: statements([
    `CREATE TABLE group_push_mappings (
      app_id TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
      group_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
      target_id TEXT NOT NULL REFERENCES groups (id) ON DELETE CASCADE,
      PRIMARY KEY (app_id, target_id)
    ) WITHOUT ROWID`,
    `CREATE INDEX group_push_mappings_group ON group_push_mappings (group_id)`,
    `CREATE INDEX group_push_mappings_target ON group_push_mappings (target_id)`,
  ]),
}
