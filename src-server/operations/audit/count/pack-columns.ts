import { LOG_FACETS } from '#contract/log/log-browse.ts'
import type { Store } from '#db/store.ts'
import type { Reader } from '#db/connection.ts'
import type { Service } from '../../service.ts'
import { storeBlock } from './block.ts'
import { Codes } from './column-codes.ts'
import { BLOCK_BITS, unpack } from './columns.ts'

interface PackOptions {
  /** Ends it at the next block, without an error. */
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/**
 * Makes the columns of all blocks that are full. Each is stored by a write of its own, so that changes come in between. What could
 * not be made is counted from the events. INVARIANT: one at a time in a workspace, see the queue of the job.
 */
export async function packColumns(
  { store, workers }: Pick<Service, 'store' | 'workers'>,
  { signal, onProgress }: PackOptions = {},
): Promise<void> {
  const numbers = await missingBlocks(store.read)
  for (const [done, number] of numbers.entries()) {
    onProgress?.(done, numbers.length)
    if (signal?.aborted) return
    const block = await workers.run('packBlock', { number }, { signal })
    await store.write((tx) => storeBlock(tx, block))
  }
}

/** Full ones that have no columns, the newest first: they are asked for most. */
export async function missingBlocks(read: Reader): Promise<number[]> {
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

/** Blocks that are read at once. */
const BLOCKS_AT_ONCE = 32

/**
 * Forgets the values that no column holds any more: what only removed events said does not outlive them. INVARIANT: one
 * transaction, and no block under way, so that none comes to hold a value that is just being forgotten.
 */
export function forgetValues(store: Store): Promise<void> {
  return store.write(async (tx) => {
    if (!(await tx.first('SELECT 1 FROM log_removed LIMIT 1'))) return
    const codes = await Codes.open(tx)
    const used = LOG_FACETS.map((_, place) => new Uint8Array(codes.sizeOf(place)))
    let number = -1
    for (;;) {
      const rows = await tx.all<{ number: number; columns: Uint8Array }>(
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
      await tx.run(text, [place, JSON.stringify(unused)])
    }
  })
}
