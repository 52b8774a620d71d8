import { statements, type Migration } from './migration.ts'

/** Sessions of people who have signed in here. Who is deleted takes their sessions along. */
export const migration0310: Migration = {
  name: '0310-sessions',
  up: statements([
    `CREATE TABLE sessions (
      id TEXT PRIMARY KEY,
      user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
      proofs TEXT NOT NULL,
      idle_minutes INTEGER NOT NULL,
      created TEXT NOT NULL,
      last_used TEXT NOT NULL,
      ends TEXT,
      expires TEXT NOT NULL
    )`,
    'CREATE INDEX sessions_user ON sessions (user_id)',
    'CREATE INDEX sessions_expires ON sessions (expires)',
  ]),
}
