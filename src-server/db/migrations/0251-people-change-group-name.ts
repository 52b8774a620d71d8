import { statements, type Migration } from './migration.ts'

/** What the group of a change of people was called, for when it is gone. Of groups that are gone already it is not known. */
export const migration0251: Migration = {
  name: '0251-people-change-group-name',
  up: statements([
    'ALTER TABLE people_changes ADD COLUMN group_name TEXT',
    'UPDATE people_changes SET group_name = (SELECT name FROM groups WHERE id = group_id)',
  ]),
}
