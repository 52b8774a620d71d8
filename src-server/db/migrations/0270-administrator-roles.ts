import { statements, type Migration } from './migration.ts'

/** What is deleted takes its roles along. What limited a role goes on to do so: a role without any limit would reach everything. */
const ends = (table: string) =>
  `CREATE TRIGGER roles_${table}_deleted AFTER DELETE ON ${table} BEGIN
      DELETE FROM role_assignments WHERE assignee_id = old.id;
    END`

/** Administrator roles of people, groups and clients, and what they are limited to. */
export const migration0270: Migration = {
  name: '0270-administrator-roles',
  up: statements([
    `CREATE TABLE role_assignments (
      assignee_id TEXT NOT NULL,
      type TEXT NOT NULL,
      assignee_kind TEXT NOT NULL,
      role_id TEXT NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL,
      PRIMARY KEY (assignee_id, type)
    ) WITHOUT ROWID`,
    `CREATE TABLE role_targets (
      assignee_id TEXT NOT NULL,
      type TEXT NOT NULL,
      kind TEXT NOT NULL,
      target_id TEXT NOT NULL,
      created TEXT NOT NULL,
      PRIMARY KEY (assignee_id, type, kind, target_id),
      FOREIGN KEY (assignee_id, type) REFERENCES role_assignments (assignee_id, type) ON DELETE CASCADE
    ) WITHOUT ROWID`,
    ends('users'),
    ends('groups'),
    ends('apps'),
  ]),
}
