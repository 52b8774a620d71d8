import { statements, type Migration } from './migration.ts'

/** Authenticators that people have set up here. Who is deleted takes theirs along. */
export const migration0330: Migration = {
  name: '0330-user-authenticators',
  up: statements([
    `CREATE TABLE user_authenticators (
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      key TEXT NOT NULL,
      method TEXT NOT NULL,
      secret TEXT NOT NULL,
      last_step INTEGER NOT NULL,
      failed INTEGER NOT NULL DEFAULT 0,
      last_failed TEXT,
      created TEXT NOT NULL,
      last_used TEXT,
      PRIMARY KEY (user_id, key)
    ) WITHOUT ROWID`,
  ]),
}
