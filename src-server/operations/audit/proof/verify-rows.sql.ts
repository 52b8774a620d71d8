import type { Connection } from '#db/connection.ts'
import type { ChainViolation } from '#contract/log/log-proof.ts'
import type { Removal } from './removals.sql.ts'
import { SEAL_COLUMNS, type Seal } from './seals.sql.ts'

/** The reader of a verification, which runs in one transaction on its own connection. */
export type Reader = Pick<Connection, 'all' | 'first' | 'exec' | 'run' | 'models'>

/** An event as verification reads it. */
export interface ProofRow {
  sequence: number
  payload: Uint8Array
  chain: Uint8Array | null
  import_id: string | null
  /**
   * The first copy that differs from the event: a column or `targets`; `text` for invalid JSON, `type of` a column that holds what
   * none is written with; null if all agree.
   */
  differs: string | null
  /** How many ids of targets the event has. */
  targets: number
}

const TARGETS = `json_each(payload, '$.target') AS target WHERE target.type = 'object'
  AND json_type(target.value, '$.id') = 'text'`

const COPIES: Readonly<Record<string, string>> = {
  uuid: '$.uuid',
  published: '$.published',
  event_type: '$.eventType',
  actor_id: '$.actor.id',
}

const TYPES: Readonly<Record<string, string>> = { payload: `'text'`, chain: `'blob'`, import_id: `'text', 'null'` }

/** WHY in SQL: its thread reads the JSON while ours goes on serving. */
const DIFFERS = `CASE ${Object.entries(TYPES)
  .map(([column, types]) => `WHEN typeof(${column}) NOT IN (${types}) THEN 'type of ${column}'`)
  .join(' ')}
  WHEN NOT json_valid(payload) THEN 'text'
  ${Object.entries(COPIES)
    .map(([column, path]) => `WHEN ${column} IS NOT payload ->> '${path}' THEN '${column}'`)
    .join(' ')}
  WHEN EXISTS (SELECT 1 FROM ${TARGETS} AND NOT EXISTS (SELECT 1 FROM log_targets
    WHERE target_id = target.value ->> '$.id' AND log_targets.sequence = log_events.sequence)) THEN 'targets' END`

const COUNT_TARGETS = `CASE WHEN json_valid(payload)
  THEN (SELECT count(DISTINCT target.value ->> '$.id') FROM ${TARGETS}) ELSE 0 END`

const ROWS = `SELECT sequence, CAST(payload AS BLOB) AS payload, CAST(chain AS BLOB) AS chain, import_id,
  ${DIFFERS} AS differs, ${COUNT_TARGETS} AS targets
  FROM log_events WHERE sequence > ? ORDER BY sequence LIMIT ?`

/** Rows of one batch: so few that hashing them holds no one up, whatever their size. */
const BATCH = { rows: 250, bytes: 2_000_000 }

/** All events by sequence, a batch at a time. */
export async function* proofRows(reader: Reader): AsyncGenerator<ProofRow[]> {
  let after = Number.MIN_SAFE_INTEGER
  let limit = BATCH.rows
  for (;;) {
    const rows = await reader.all<ProofRow>(ROWS, [after, limit])
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.sequence
    const bytes = rows.reduce((sum, { payload }) => sum + payload.length, 0) / rows.length
    limit = Math.max(1, Math.min(BATCH.rows, Math.floor(BATCH.bytes / (bytes + 1))))
  }
}

/** The event behind another, for telling one that was put in from one that was changed. */
export function rowAfter(reader: Reader, sequence: number): Promise<Omit<ProofRow, 'differs' | 'targets'> | undefined> {
  const sql = `SELECT sequence, CAST(payload AS BLOB) AS payload, CAST(chain AS BLOB) AS chain, import_id
    FROM log_events WHERE sequence > ? ORDER BY sequence LIMIT 1`
  return reader.first(sql, [sequence])
}

type Facts = Pick<ChainViolation, 'uuid' | 'published' | 'eventType'>

/** The facts by which a person can identify an event. */
export function factsOf(reader: Reader, sequence: number): Promise<Facts | undefined> {
  const sql = `SELECT CAST(uuid AS TEXT) AS uuid, CAST(published AS TEXT) AS published,
    CAST(event_type AS TEXT) AS eventType FROM log_events WHERE sequence = ?`
  return reader.first(sql, [sequence])
}

/** WHY casts: a hand that touched the file may have left anything in a column. */
const SIGNED =
  'CAST(chain AS BLOB) AS chain, CAST(fingerprint AS TEXT) AS fingerprint, CAST(signature AS BLOB) AS signature'

export const readSeals = (reader: Reader): Promise<Seal[]> =>
  reader.all<Seal>(`SELECT ${SEAL_COLUMNS} FROM log_seals ORDER BY sequence`)

export const readRemovals = (reader: Reader): Promise<Removal[]> =>
  reader.all<Removal>(`SELECT first, last, removed, ${SIGNED} FROM log_removed ORDER BY first`)

/**
 * The ids of all imports, from three sources: their rows, their events, and the events about them. One source may have been tampered
 * with.
 */
export async function readImports(reader: Reader): Promise<string[]> {
  const sql = `SELECT CAST(id AS TEXT) AS id FROM log_imports
    UNION SELECT CAST(import_id AS TEXT) FROM log_events WHERE import_id IS NOT NULL
    UNION SELECT target_id FROM log_targets JOIN log_events USING (sequence) WHERE event_type LIKE 'system.import.%'`
  return (await reader.all<{ id: string }>(sql)).map(({ id }) => id)
}

/** What SQLite itself counts of the log, to compare with the events that were read. */
interface LogCounts {
  events: number
  /** The highest sequence that was ever given. */
  given: number
  /** Whether there are sequence numbers outside the range that verification reads. */
  outside: number
}

export async function readCounts(reader: Reader): Promise<LogCounts> {
  const sql = `SELECT (SELECT count(*) FROM log_events) AS events,
    ifnull((SELECT seq FROM sqlite_sequence WHERE name = 'log_events'), 0) AS given,
    EXISTS (SELECT 1 FROM log_events WHERE sequence <= ?1 OR sequence > -?1) AS outside`
  return (await reader.first<LogCounts>(sql, [Number.MIN_SAFE_INTEGER])) as LogCounts
}

/** The event of an id of a target that no event has; looked for only where there are more such ids than there should be. */
export async function strayTarget(reader: Reader, expected: number): Promise<number | null> {
  const count = await reader.first<{ n: number }>('SELECT count(*) AS n FROM log_targets')
  if (count?.n === expected) return null
  const sql = `SELECT sequence FROM log_targets WHERE NOT EXISTS (SELECT 1 FROM log_events, ${TARGETS}
      AND log_events.sequence = log_targets.sequence AND target.value ->> '$.id' = target_id)
    ORDER BY sequence LIMIT 1`
  return (await reader.first<{ sequence: number }>(sql))?.sequence ?? null
}
