import type { Reader } from '#db/connection.ts'
import type { Searcher } from '#db/searches.ts'
import { MARKED_COLUMNS, type LogRow } from './list-events-walk.sql.ts'

/** The number of the newest event; 0 in an empty log. */
export async function newestNumber(searcher: Searcher): Promise<number> {
  const sql = 'SELECT coalesce(max(sequence), 0) AS newest FROM log_events'
  return (await searcher.all<{ newest: number }>(sql, []))[0]?.newest ?? 0
}

/** The highest number that an event of the log ever had, whether it is still there or not; 0 where none ever had one. */
export async function highestNumberEver(searcher: Searcher): Promise<number> {
  const sql = "SELECT coalesce(max(seq), 0) AS highest FROM sqlite_sequence WHERE name = 'log_events'"
  return (await searcher.all<{ highest: number }>(sql, []))[0]?.highest ?? 0
}

/** The time of the oldest event behind a number, or `since` where that is earlier: a clock may have been put back. */
export async function oldestBehind(searcher: Searcher, start: number, since: string): Promise<string> {
  const sql = 'SELECT min(published) AS oldest FROM log_events WHERE published < ? AND sequence > ?'
  return (await searcher.all<{ oldest: string | null }>(sql, [since, start]))[0]?.oldest ?? since
}

/**
 * The number that a poll begins behind: just before the first event of its window, or the newest of all. WHY not 0: a
 * walk in the order of writing would pass every older event first, where the index on time finds the place at once.
 */
export async function startOfPoll(searcher: Searcher, since: string): Promise<number> {
  const sql = `SELECT coalesce((SELECT min(sequence) - 1 FROM log_events WHERE published >= ?),
    (SELECT max(sequence) FROM log_events), 0) AS start`
  return (await searcher.all<{ start: number }>(sql, [since]))[0]?.start ?? 0
}

/** An event with its link of the chain, by its id. */
export function eventWithId(
  reader: Pick<Reader, 'first'>,
  uuid: string,
): Promise<(LogRow & { chain: Uint8Array | null }) | undefined> {
  const sql = `SELECT e.sequence, e.published, ${MARKED_COLUMNS}, CAST(e.chain AS BLOB) AS chain
    FROM log_events e WHERE e.uuid = ?`
  return reader.first(sql, [uuid])
}
