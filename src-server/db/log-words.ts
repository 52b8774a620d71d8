import type { Connection } from './connection.ts'
import { driverError } from './errors.ts'
import { appliedMigrations } from './migrate.ts'
import { LOG_WORDS, migration0030, words } from './migrations/0030-log-search.ts'

type Writing = Pick<Connection, 'run'>

/** The words of an event as the index has them, whatever its row holds. @param row how the statement calls the log */
export const wordsOf = (row: string): string =>
  `CASE WHEN typeof(${row}.payload) = 'text' AND json_valid(${row}.payload) THEN ${words(row)} ELSE '' END`

/** The tables in which SQLite keeps the index; the one of its settings goes last, because without it no other can be dropped. */
const PARTS = ['data', 'idx', 'docsize', 'config'].map((part) => `log_words_${part}`)

/**
 * Empties the index of the words of events, whatever state it is in. It is derived from the events, so nothing is lost; they have to be
 * read again. WHY its settings are written first: SQLite opens, and so drops, no index without them.
 */
export async function emptyWordIndex(tx: Writing): Promise<void> {
  await tx.run('CREATE TABLE IF NOT EXISTS log_words_config (k PRIMARY KEY, v) WITHOUT ROWID')
  await tx.run('DELETE FROM log_words_config')
  await tx.run(`INSERT INTO log_words_config (k, v) VALUES ('version', 4)`)
  for (const table of ['log_words', ...PARTS]) await tx.run(`DROP TABLE IF EXISTS ${table}`)
  await tx.run(LOG_WORDS)
}

/** A row that no event has. WHY a savepoint: with it SQLite writes what it had only noted. */
const TRIAL = `INSERT INTO log_words (rowid, words) VALUES (${Number.MAX_SAFE_INTEGER}, 'trial');
  SAVEPOINT trial; DELETE FROM log_words WHERE rowid = ${Number.MAX_SAFE_INTEGER}; SAVEPOINT trial`

/**
 * Empties the index of words if another program left it so that no event can be written. Called before the first write.
 * @returns whether it did; then the words of all events are missing
 */
export async function mendWordIndex(writing: Connection): Promise<boolean> {
  const known = await appliedMigrations(writing)
  if (!known.includes(migration0030.name)) return false
  const unusable = await failureOf(writing, () => writing.exec(TRIAL), 'ROLLBACK')
  // What else is wrong with the file or the disk, the next write says.
  if (!isDamage(unusable)) return false
  return (await failureOf(writing, () => emptyWordIndex(writing), 'COMMIT')) === null
}

/** Runs work in a transaction. @returns why it failed, and was rolled back; else null */
async function failureOf(writing: Connection, work: () => Promise<void>, end: 'COMMIT' | 'ROLLBACK'): Promise<unknown> {
  try {
    await writing.exec('BEGIN IMMEDIATE')
    await work()
    await writing.exec(end)
    return null
  } catch (error) {
    await writing.exec('ROLLBACK').catch(() => {})
    return error
  }
}

/** What SQLite says where a table that it keeps an index in is not as it left it. */
const DAMAGED = /^SQLITE_(CORRUPT|ERROR|CONSTRAINT|MISMATCH|RANGE)/

/** Whether a statement that concerns only the index of words failed because another program changed the index. */
export function isDamage(error: unknown): boolean {
  return DAMAGED.test(driverError(error)?.code ?? '')
}

/** Whether the index of words made a search fail. WHY by the text: SQLite says where in no other way. */
export function isWordIndexError(error: unknown): boolean {
  const { code = '', message = '' } = error instanceof Error ? (error as Error & { code?: string }) : {}
  return code === 'SQLITE_CORRUPT_VTAB' || (isDamage(error) && /\b(fts5|log_words)/.test(message))
}
