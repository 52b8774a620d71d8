import { statements, type Migration } from './migration.ts'

/** What is asked of events most, read from their text; SQLite keeps such columns in the indexes alone. */
const COLUMNS = {
  severity: `upper(payload ->> '$.severity')`,
  outcome: `upper(payload ->> '$.outcome.result')`,
  ip: `lower(payload ->> '$.client.ipAddress')`,
  transaction_id: `payload ->> '$.transaction.id'`,
  session_id: `payload ->> '$.authenticationContext.externalSessionId'`,
}

/** In the order of time within each value, so that a page begins where it is expected. */
const BY_TIME = ['event_type', 'actor_id', 'severity', 'outcome', 'ip']

/**
 * The words of an event: every text in it but what identifies or dates it, once each. WHY no more than so many
 * characters: a change may carry whole documents.
 */
export const words = (row: string) => `substr((SELECT group_concat(DISTINCT atom) FROM json_tree(${row}.payload)
  WHERE type = 'text' AND fullkey NOT IN ('$.uuid', '$.published', '$.version')), 1, 8000)`

/** Keeps its index in tables of its own, `log_words_…`, and no text. */
export const LOG_WORDS = `CREATE VIRTUAL TABLE log_words USING fts5 (words, content = '', contentless_delete = 1, tokenize = 'unicode61')`

const targets = (row: string) => `SELECT DISTINCT value ->> '$.id', ${row}.sequence
  FROM json_each(${row}.payload, '$.target') WHERE type = 'object' AND json_type(value, '$.id') = 'text'`

/**
 * What finds events: indexes on the common attributes, the ids of targets, and the words for `q`. Triggers fill them,
 * so that whatever writes an event, in its own transaction, cannot forget; events that are there already are read here.
 */
export const migration0030: Migration = {
  name: '0030-log-search',
  up: statements([
    ...Object.entries(COLUMNS).map(
      ([column, value]) => `ALTER TABLE log_events ADD COLUMN ${column} TEXT GENERATED ALWAYS AS (${value}) VIRTUAL`,
    ),
    ...BY_TIME.map((column) => `CREATE INDEX log_events_${column} ON log_events (${column}, published)`),
    `CREATE INDEX log_events_transaction_id ON log_events (transaction_id)`,
    `CREATE INDEX log_events_session_id ON log_events (session_id) WHERE session_id IS NOT NULL`,

    `CREATE TABLE log_targets (
      target_id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      PRIMARY KEY (target_id, sequence)
    ) WITHOUT ROWID`,
    LOG_WORDS,

    `CREATE TRIGGER log_events_inserted AFTER INSERT ON log_events BEGIN
      INSERT INTO log_targets (target_id, sequence) ${targets('new')};
      INSERT INTO log_words (rowid, words) VALUES (new.sequence, ${words('new')});
    END`,
    `CREATE TRIGGER log_events_deleted AFTER DELETE ON log_events BEGIN
      DELETE FROM log_targets WHERE (target_id, sequence) IN (${targets('old')});
      DELETE FROM log_words WHERE rowid = old.sequence;
    END`,

    `INSERT INTO log_targets (target_id, sequence)
      SELECT DISTINCT t.value ->> '$.id', e.sequence FROM log_events e, json_each(e.payload, '$.target') t
      WHERE t.type = 'object' AND json_type(t.value, '$.id') = 'text'`,
    `INSERT INTO log_words (rowid, words) SELECT e.sequence, ${words('e')} FROM log_events e`,
  ]),
}
