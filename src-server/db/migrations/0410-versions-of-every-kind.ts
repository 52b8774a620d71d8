import { statements, type Migration } from './migration.ts'

const COLUMNS =
  'id, kind, object_id, parent_id, version, action, name, changed_at, actor, event_uuid, transaction_id, reason, body'

/**
 * Versions of further kinds, which the code checks alone: SQLite cannot change the check of a column. WHY no versions of what there is: an
 * object gets its state of before with its first change, so that a workspace of many people opens as fast as before and does not double.
 */
export const migration0410: Migration = {
  name: '0410-versions-of-every-kind',
  up: statements([
    `CREATE TABLE versions_of_every_kind (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      kind TEXT NOT NULL,
      object_id TEXT NOT NULL,
      parent_id TEXT,
      version INTEGER NOT NULL,
      action TEXT NOT NULL CHECK (action IN ('created', 'updated', 'deleted', 'baseline')),
      name TEXT,
      changed_at TEXT NOT NULL,
      actor JSON NOT NULL,
      event_uuid TEXT,
      transaction_id TEXT NOT NULL,
      reason TEXT,
      body JSON
    )`,
    `INSERT INTO versions_of_every_kind (${COLUMNS}) SELECT ${COLUMNS} FROM object_versions ORDER BY id`,
    'DROP TABLE object_versions',
    'ALTER TABLE versions_of_every_kind RENAME TO object_versions',
    // The object first: most requests do not say its kind.
    'CREATE UNIQUE INDEX object_versions_by_object ON object_versions (object_id, kind, version)',
    // For the newest of one kind among those of many people.
    'CREATE INDEX object_versions_by_kind ON object_versions (kind)',
    'CREATE INDEX object_versions_by_parent ON object_versions (parent_id, kind) WHERE parent_id IS NOT NULL',
    `CREATE INDEX object_versions_deleted ON object_versions (kind, id) WHERE action = 'deleted'`,
    `CREATE INDEX object_versions_by_app ON object_versions (body ->> 'appId') WHERE kind = 'mapping'`,
  ]),
}
