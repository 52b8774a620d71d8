import type { Reader } from '#db/connection.ts'
import type { Service } from '../../service/service.ts'
import { packEvents, storeBlock } from './block.ts'
import { blockEnds, blockNumbers, blocksWithEvents } from './blocks.sql.ts'

interface PackOptions {
  /** Ends it at the next block, without an error. */
  signal?: AbortSignal
  onProgress?: (done: number, total: number) => void
}

/** Far more than a block takes, with the wait for a connection. */
const PACK_MS = 60_000

/**
 * Makes the columns of all blocks that are full. Each is stored by a write of its own, so that changes come in between. What could
 * not be made is counted from the events. INVARIANT: one at a time in a workspace, see the queue of the job.
 */
export async function packColumns(
  { store }: Pick<Service, 'store'>,
  { signal, onProgress }: PackOptions = {},
): Promise<void> {
  const numbers = await missingBlocks(store.read)
  for (const [done, number] of numbers.entries()) {
    onProgress?.(done, numbers.length)
    if (signal?.aborted) return
    const block = await store.searches.run((searcher) => packEvents(searcher, number), PACK_MS)
    await store.write((tx) => storeBlock(tx, block))
  }
}

/** Full ones that have no columns, the newest first: they are asked for most. */
export async function missingBlocks(read: Reader): Promise<number[]> {
  const ends = await blockEnds(read)
  if (!ends) return []
  const known = await blockNumbers(read)
  const full = (await blocksWithEvents(read)).filter((number) => number < ends.last && !known.has(number))
  return full.reverse()
}
