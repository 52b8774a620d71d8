import { statements, type Migration } from './migration.ts'

/**
 * What the log is counted by, apart from its texts: for every so many events one block of columns, in which each value
 * is a number. WHY: the database groups by sorting or by walking one index for each attribute, and reads every text where a
 * query is not answered by that index; columns count any of it in a fraction of the time. They are made after the
 * events, so that appending costs nothing; a block whose events change or go is forgotten, and made again.
 */
export const migration0060: Migration = {
  name: '0060-log-columns',
  up: statements([
    `CREATE TABLE log_values (
      attribute INTEGER NOT NULL,
      value TEXT NOT NULL,
      code INTEGER NOT NULL,
      PRIMARY KEY (attribute, value)
    ) WITHOUT ROWID`,
    `CREATE UNIQUE INDEX log_values_code ON log_values (attribute, code)`,
    `CREATE TABLE log_blocks (
      number INTEGER PRIMARY KEY,
      oldest INTEGER NOT NULL,
      newest INTEGER NOT NULL,
      columns BLOB NOT NULL
    )`,
    ...['DELETE', 'UPDATE OF published, event_type, actor_id, payload'].map(
      (change) => `CREATE TRIGGER log_blocks_${change.slice(0, 6).toLowerCase()} AFTER ${change} ON log_events BEGIN
        DELETE FROM log_blocks WHERE number = old.sequence >> 11;
      END`,
    ),
  ]),
}
