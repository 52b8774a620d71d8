import { LOG_FACETS } from '#contract/log/log-browse.ts'
import { sql } from '#db/filter-sql-fragment.ts'
import type { Searcher } from '#db/searches.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import type { PackedBlock } from '#workers/protocol.ts'
import { Codes, readValues } from './column-codes.ts'
import { BLOCK_SIZE, pack } from './columns.ts'

/** Numbers of the events of a block, the end excluded. */
const numbersOf = (block: number) => [block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE] as const

/** Makes the columns of a full block, without storing them. */
export async function packEvents(searcher: Searcher, number: number): Promise<PackedBlock> {
  const [first, end] = numbersOf(number)
  const codes = await Codes.open(searcher)
  const sizes = LOG_FACETS.map((_, place) => codes.sizeOf(place))
  const events = await readValues(searcher, sql`e.sequence >= ${first} AND e.sequence < ${end}`)
  const columns = await codes.encode(events)
  const times = events.map(({ time }) => time)
  const [oldest, newest] = times.length > 0 ? [Math.min(...times), Math.max(...times)] : [0, -1]
  const fresh = LOG_FACETS.map((_, place) => [...(codes.fresh[place] ?? [])])
  return { number, events: events.length, oldest, newest, columns: pack(columns), sizes, fresh }
}

/**
 * Stores a block, inside the caller's transaction, unless its events or the codes of their values have changed since it was
 * made: an event that went meanwhile would stay counted, and a code would be given twice.
 * @returns whether it was stored
 */
export async function storeBlock(tx: WriteTransaction, block: PackedBlock): Promise<boolean> {
  const [first, end] = numbersOf(block.number)
  const present = await tx.first<{ events: number }>(
    'SELECT count(*) AS events FROM log_events WHERE sequence >= ? AND sequence < ?',
    [first, end],
  )
  const codes = await Codes.open(tx)
  if (present?.events !== block.events || block.sizes.some((size, place) => codes.sizeOf(place) !== size)) return false
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
