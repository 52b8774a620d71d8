import { sql } from '../../../db/filter-sql-fragment.ts'
import type { Store } from '../../../db/store.ts'
import type { Statements } from '../../../db/statements.ts'
import { LOG_FACETS } from '../../../contract/log-browse.ts'
import { Codes, readValues } from './column-codes.ts'
import { BLOCK_BITS, BLOCK_SIZE, pack, unpack } from './columns.ts'

/** What is under way for each workspace; null once nothing more may begin. */
const underWay = new WeakMap<Store, Promise<void> | null>()

/**
 * Makes the columns of all blocks that are full, unless that is under way already. Each is a write of its own of some ten
 * milliseconds, so that changes come in between. Never fails: what could not be made is counted from the events, and is
 * tried again by the next one who counts.
 */
export function keepColumns(store: Store): Promise<void> {
  const present = underWay.get(store)
  if (present !== undefined) return present ?? Promise.resolve()
  const made = makeAll(store)
    .catch(() => {})
    .finally(() => underWay.get(store) === made && underWay.delete(store))
  underWay.set(store, made)
  return made
}

/** Ends the making of columns for good, at the next block: the workspace is about to be closed. */
export async function stopKeepingColumns(store: Store): Promise<void> {
  const present = underWay.get(store)
  underWay.set(store, null)
  await present
}

async function makeAll(store: Store): Promise<void> {
  for (const number of await missingBlocks(store.read)) {
    if (underWay.get(store) === null) return
    await store.write(({ statements }) => buildBlock(statements, number))
  }
}

/** Full ones that have no columns, the newest first: they are asked for most. */
async function missingBlocks(read: Statements): Promise<number[]> {
  const ends = await read.first<{ first: number; end: number }>(
    `SELECT (SELECT min(sequence) FROM log_events) >> ${BLOCK_BITS} AS first,
      (SELECT max(sequence) FROM log_events) + 1 >> ${BLOCK_BITS} AS "end"`,
  )
  if (!ends) return []
  const rows = await read.all<{ number: number }>('SELECT number FROM log_blocks')
  const known = new Set(rows.map(({ number }) => number))
  const numbers: number[] = []
  for (let number = ends.end - 1; number >= ends.first; number--) if (!known.has(number)) numbers.push(number)
  return numbers
}

/** INVARIANT: read and written in one transaction, else an event that goes meanwhile would stay counted. */
async function buildBlock(statements: Statements, number: number): Promise<void> {
  const first = number * BLOCK_SIZE
  const events = await readValues(statements, sql`e.sequence >= ${first} AND e.sequence < ${first + BLOCK_SIZE}`)
  const codes = await Codes.open(statements)
  const columns = await codes.encode(events)
  for (const place of LOG_FACETS.keys()) {
    const fresh = JSON.stringify([...(codes.fresh[place] ?? [])])
    await statements.run(
      `INSERT INTO log_values (attribute, code, value) SELECT ${place}, value ->> 0, value ->> 1 FROM json_each(?)`,
      [fresh],
    )
  }
  const times = events.map(({ time }) => time)
  const text = 'INSERT OR REPLACE INTO log_blocks (number, oldest, newest, columns) VALUES (?, ?, ?, ?)'
  const [oldest, newest] = times.length > 0 ? [Math.min(...times), Math.max(...times)] : [0, -1]
  await statements.run(text, [number, oldest, newest, pack(columns)])
}

/** Blocks that are read at once. */
const BLOCKS_AT_ONCE = 32

/**
 * Forgets the values that no column holds any more: what only removed events said does not outlive them. INVARIANT: one
 * transaction, so that no block comes to hold a value that is just being forgotten.
 */
export function forgetValues(store: Store): Promise<void> {
  return store.write(async ({ statements }) => {
    if (!(await statements.first('SELECT 1 FROM log_removed LIMIT 1'))) return
    const codes = await Codes.open(statements)
    const used = LOG_FACETS.map((_, place) => new Uint8Array(codes.sizeOf(place)))
    let number = -1
    for (;;) {
      const rows = await statements.all<{ number: number; columns: Uint8Array }>(
        `SELECT number, columns FROM log_blocks WHERE number > ? ORDER BY number LIMIT ${BLOCKS_AT_ONCE}`,
        [number],
      )
      for (const { columns } of rows)
        unpack(columns).codes.forEach((column, place) => {
          for (const each of column) (used[place] as Uint8Array)[each] = 1
        })
      if (rows.length < BLOCKS_AT_ONCE) break
      number = rows.at(-1)?.number ?? number
    }
    for (const [place, marks] of used.entries()) {
      const unused = [...marks.keys()].filter((each) => each > 0 && !marks[each])
      const text = 'DELETE FROM log_values WHERE attribute = ? AND code IN (SELECT value FROM json_each(?))'
      await statements.run(text, [place, JSON.stringify(unused)])
    }
  })
}
