import { statements, type Migration } from './migration.ts'

/**
 * How far the logs of remotes were followed. The columns of blocks of the log get one for the import of an event: blocks are made again.
 */
export const migration0460: Migration = {
  name: '0460-followed-logs',
  up: statements([
    'ALTER TABLE connections ADD COLUMN follow_log INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE log_imports ADD COLUMN connection_id TEXT',
    `CREATE TABLE followed_logs (
      connection_id TEXT PRIMARY KEY REFERENCES connections (id) ON DELETE CASCADE,
      import_id TEXT NOT NULL REFERENCES log_imports (id) ON DELETE CASCADE,
      organization_id TEXT,
      organization_name TEXT,
      cursor TEXT,
      last_uuid TEXT,
      last_published TEXT,
      ended_at TEXT,
      sought TEXT,
      followed_at TEXT,
      is_behind INTEGER NOT NULL DEFAULT 0,
      unreadable INTEGER NOT NULL DEFAULT 0,
      unreadable_reason TEXT,
      gap_at TEXT,
      problem TEXT,
      problem_since TEXT
    ) WITHOUT ROWID`,
    'CREATE INDEX log_events_import_time ON log_events (import_id, published) WHERE import_id IS NOT NULL',
    'DELETE FROM log_blocks',
  ]),
}
