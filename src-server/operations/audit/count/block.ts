import { LOG_FACETS } from '#contract/log/log-browse.ts'
import { sql } from '#db/filter-sql-fragment.ts'
import type { Searcher } from '#db/searches.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { Codes, readValues } from './column-codes.ts'
import { BLOCK_SIZE, pack } from './columns.ts'

/** Numbers of the events of a block, the end excluded. */
const numbersOf = (block: number) => [block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE] as const

/** A block of the log as columns, with the values that were not known before. */
interface PackedBlock {
  number: number
  /** How many of its numbers belonged to events that are not in the log any more. */
  removed: number
  /** Milliseconds since the epoch. */
  oldest: number
  newest: number
  columns: Uint8Array
  /** By attribute: one more than the greatest code that was known when it was made. */
  sizes: readonly number[]
  /** By attribute: codes that were given, each with its value. */
  fresh: readonly (readonly [code: number, value: string])[][]
}

/**
 * Makes the columns of a full block, without storing them. WHY not in a worker thread: nearly all of it is work of the database, which has
 * threads of its own, and a thread of ours takes more time and memory to begin than hundreds of blocks.
 */
export async function packEvents(searcher: Searcher, number: number): Promise<PackedBlock> {
  const [first, end] = numbersOf(number)
  const removed = await removedIn(searcher, number)
  const codes = await Codes.open(searcher)
  const sizes = LOG_FACETS.map((_, place) => codes.sizeOf(place))
  const events = await readValues(searcher, sql`e.sequence >= ${first} AND e.sequence < ${end}`)
  const columns = await codes.encode(events)
  const times = events.map(({ time }) => time)
  const [oldest, newest] = times.length > 0 ? [Math.min(...times), Math.max(...times)] : [0, -1]
  const fresh = LOG_FACETS.map((_, place) => [...(codes.fresh[place] ?? [])])
  return { number, removed, oldest, newest, columns: pack(columns), sizes, fresh }
}

/**
 * How many numbers of a block belonged to events that were removed. WHY by the records of removals: to count the events themselves reads all
 * of them, while others wait to write.
 */
async function removedIn(searcher: Searcher, block: number): Promise<number> {
  const [first, end] = numbersOf(block)
  const text = `SELECT ifnull(sum(min(last, ?) - max(first, ?) + 1), 0) AS removed FROM log_removed WHERE first < ? AND last >= ?`
  const [row] = await searcher.all<{ removed: number }>(text, [end - 1, first, end, first])
  return row?.removed ?? 0
}

/**
 * Stores a block, inside the caller's transaction, unless its events or the codes of their values have changed since it was
 * made: an event that went meanwhile would stay counted, and a code would be given twice.
 * @returns whether it was stored
 */
export async function storeBlock(tx: WriteTransaction, block: PackedBlock): Promise<boolean> {
  const codes = await Codes.open(tx)
  if (
    (await removedIn(tx, block.number)) !== block.removed ||
    block.sizes.some((size, place) => codes.sizeOf(place) !== size)
  )
    return false
  for (const [place, fresh] of block.fresh.entries())
    await tx.run(
      `INSERT INTO log_values (attribute, code, value) SELECT ${place}, value ->> 0, value ->> 1 FROM json_each(?)`,
      [JSON.stringify(fresh)],
    )
  const { number, oldest, newest, columns } = block
  const text = 'INSERT OR REPLACE INTO log_blocks (number, oldest, newest, columns) VALUES (?, ?, ?, ?)'
  await tx.run(text, [number, oldest, newest, columns])
  return true
}
