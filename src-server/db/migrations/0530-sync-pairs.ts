import { statements, type Migration } from './migration.ts'

/** Which objects of a workspace and a remote are the same, as people have said. */
export const migration0530: Migration = {
  name: '0530-sync-pairs',
  up: statements([
    `CREATE TABLE sync_pairs (
      connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      our_key TEXT NOT NULL,
      name TEXT NOT NULL,
      their_name TEXT,
      created TEXT NOT NULL,
      PRIMARY KEY (connection_id, kind, key)
    ) WITHOUT ROWID`,
    'CREATE UNIQUE INDEX sync_pairs_by_ours ON sync_pairs (connection_id, kind, our_key)',
  ]),
}
