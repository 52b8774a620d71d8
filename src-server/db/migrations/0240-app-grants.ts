import { statements, type Migration } from './migration.ts'

/** Scopes of the interface that administrators have granted to clients (spec/5 §8.7). */
export const migration0240: Migration = {
  name: '0240-app-grants',
  up: statements([
    `CREATE TABLE app_grants (
      id TEXT PRIMARY KEY,
      app_id TEXT NOT NULL REFERENCES apps (id) ON DELETE CASCADE,
      scope_id TEXT NOT NULL,
      created_by TEXT NOT NULL,
      created TEXT NOT NULL,
      last_updated TEXT NOT NULL,
      UNIQUE (app_id, scope_id)
    )`,
  ]),
}
