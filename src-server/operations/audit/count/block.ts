import { LOG_FACETS } from '#contract/log/log-browse.ts'
import type { Searcher } from '#db/searches.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { putBlock, removedBetween } from './blocks.sql.ts'
import { Codes } from './column-codes.ts'
import { BLOCK_SIZE, pack } from './columns.ts'
import { numberedFrom, readValues } from './events.sql.ts'
import { insertValues } from './values.sql.ts'

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
  const removed = await removedIn(searcher, number)
  const codes = await Codes.open(searcher)
  const sizes = LOG_FACETS.map((_, place) => codes.sizeOf(place))
  const events = await readValues(searcher, numberedFrom(...numbersOf(number)))
  const columns = await codes.encode(events)
  const times = events.map(({ time }) => time)
  const [oldest, newest] = times.length > 0 ? [Math.min(...times), Math.max(...times)] : [0, -1]
  const fresh = LOG_FACETS.map((_, place) => [...(codes.fresh[place] ?? [])])
  return { number, removed, oldest, newest, columns: pack(columns), sizes, fresh }
}

/** How many numbers of a block belonged to events that were removed. */
const removedIn = (searcher: Searcher, block: number) => removedBetween(searcher, ...numbersOf(block))

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
  for (const [place, fresh] of block.fresh.entries()) await insertValues(tx, place, fresh)
  await putBlock(tx, block)
  return true
}
