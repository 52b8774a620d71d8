import type { Reader } from '#db/connection.ts'
import type { Searcher } from '#db/searches.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { BLOCK_BITS } from './columns.ts'

/** Both have what a statement needs, and begin and end a search each in its own way. */
type All = Pick<Reader, 'all'> | Searcher

/** The block of the oldest event, and the one in which the next event goes; null in an empty log. */
export async function blockEnds(from: All): Promise<{ first: number; last: number } | null> {
  const [ends] = await from.all<{ first: number | null; last: number }>(
    `SELECT (SELECT min(sequence) FROM log_events) >> ${BLOCK_BITS} AS first,
      (SELECT max(sequence) FROM log_events) + 1 >> ${BLOCK_BITS} AS last`,
    [],
  )
  return ends && ends.first !== null ? { first: ends.first, last: ends.last } : null
}

/**
 * The blocks that have events, in order. WHY by looking up the next event each time: numbers that another program gave may lie so far
 * apart that the blocks between them could not be gone through.
 */
export async function blocksWithEvents(from: All): Promise<number[]> {
  const rows = await from.all<{ number: number }>(
    `WITH RECURSIVE blocks (number) AS (
      SELECT min(sequence) >> ${BLOCK_BITS} FROM log_events
      UNION ALL SELECT (SELECT min(sequence) FROM log_events WHERE sequence >= (number + 1) << ${BLOCK_BITS}) >> ${BLOCK_BITS}
        FROM blocks WHERE number < (SELECT max(sequence) FROM log_events) >> ${BLOCK_BITS})
      SELECT number FROM blocks WHERE number IS NOT NULL`,
    [],
  )
  return rows.map(({ number }) => number)
}

/** The numbers of the blocks that have columns. */
export async function blockNumbers(from: All): Promise<Set<number>> {
  const rows = await from.all<{ number: number }>('SELECT number FROM log_blocks', [])
  return new Set(rows.map(({ number }) => number))
}

/** Milliseconds since the epoch, the later one exclusive; and numbers of blocks, both included. */
interface Window {
  since: number
  until: number
  first: number
  last: number
}

/** Blocks that have columns, and whether they can hold events of a time. */
export function readFits(searcher: Searcher, { since, until, first, last }: Window) {
  return searcher.all<{ number: number; fits: number }>(
    'SELECT number, newest >= ? AND oldest < ? AS fits FROM log_blocks WHERE number BETWEEN ? AND ?',
    [since, until, first, last],
  )
}

/** The columns of blocks that can hold events of a time, and whether they hold no others. */
export function readColumns(searcher: Searcher, { since, until, first, last }: Window) {
  return searcher.all<{ number: number; isWithin: number; columns: Uint8Array }>(
    `SELECT number, oldest >= ? AND newest < ? AS isWithin, columns FROM log_blocks
      WHERE number BETWEEN ? AND ? AND newest >= ? AND oldest < ?`,
    [since, until, first, last, since, until],
  )
}

/** The columns of so many blocks behind one. */
export function readColumnsAfter(searcher: Searcher, number: number, limit: number) {
  return searcher.all<{ number: number; columns: Uint8Array }>(
    `SELECT number, columns FROM log_blocks WHERE number > ? ORDER BY number LIMIT ${limit}`,
    [number],
  )
}

interface StoredBlock {
  number: number
  oldest: number
  newest: number
  columns: Uint8Array
}

/** Stores the columns of a block, in place of those that it has. */
export async function putBlock(tx: WriteTransaction, { number, oldest, newest, columns }: StoredBlock): Promise<void> {
  const text = 'INSERT OR REPLACE INTO log_blocks (number, oldest, newest, columns) VALUES (?, ?, ?, ?)'
  await tx.run(text, [number, oldest, newest, columns])
}

/**
 * The number of removed events in a range of sequence numbers, the end excluded. WHY by the records of removals: to count the events
 * themselves reads all of them, while others wait to write.
 */
export async function removedBetween(from: All, first: number, end: number): Promise<number> {
  const text = `SELECT ifnull(sum(min(last, ?) - max(first, ?) + 1), 0) AS removed FROM log_removed WHERE first < ? AND last >= ?`
  const [row] = await from.all<{ removed: number }>(text, [end - 1, first, end, first])
  return row?.removed ?? 0
}

/** The time of the last removal of events; null if there was none. */
export async function lastRemoval(reader: Reader): Promise<string | null> {
  const row = await reader.first<{ removed: string | null }>('SELECT max(removed) AS removed FROM log_removed')
  return row?.removed ?? null
}
