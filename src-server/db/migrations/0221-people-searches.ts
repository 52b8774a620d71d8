import { statements, type Migration } from './migration.ts'

/** Searches are saved of the audit log and of people; their names are unique in each list. */
export const migration0221: Migration = {
  name: '0221-people-searches',
  up: statements([
    `CREATE TABLE listed_searches (
      id TEXT PRIMARY KEY NOT NULL,
      list TEXT NOT NULL,
      name TEXT NOT NULL COLLATE NOCASE,
      search JSON NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL,
      UNIQUE (list, name)
    )`,
    `INSERT INTO listed_searches SELECT id, 'log', name, search, created, last_updated FROM saved_searches`,
    `DROP TABLE saved_searches`,
    `ALTER TABLE listed_searches RENAME TO saved_searches`,
  ]),
}
