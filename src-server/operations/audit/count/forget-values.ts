import { LOG_FACETS } from '#contract/log/log-browse.ts'
import type { Reader } from '#db/connection.ts'
import type { Searcher } from '#db/searches.ts'
import type { Service } from '../../service/service.ts'
import { readSetting, writeSetting } from '../../service/settings.ts'
import { lastRemoval, readColumnsAfter } from './blocks.sql.ts'
import { Codes } from './column-codes.ts'
import { unpack } from './columns.ts'
import { deleteValues } from './values.sql.ts'

/** The last removal of events, by its time, after which no values were forgotten yet; null where there is none. */
export async function openRemoval(reader: Reader): Promise<string | null> {
  const removed = await lastRemoval(reader)
  return removed === (await readSetting(reader, 'logValuesForgotten')) ? null : removed
}

/**
 * Forgets the values that no column holds any more: what only removed events said does not outlive them. INVARIANT: no block is
 * packed meanwhile, so that none comes to hold a value that is just being forgotten; see the queue of the job.
 */
export async function forgetValues({ store, workers }: Pick<Service, 'store' | 'workers'>): Promise<void> {
  const removed = await openRemoval(store.read)
  if (removed === null) return
  const unused = await workers.run('unusedValues', {})
  await store.write(async (tx) => {
    for (const [place, codes] of unused.entries()) await deleteValues(tx, place, codes)
    await writeSetting(tx, 'logValuesForgotten', removed)
  })
}

/** Blocks that are read at once. */
const BLOCKS_AT_ONCE = 32

/** By attribute: the codes of values that no column holds. */
export async function findUnusedValues(searcher: Searcher): Promise<number[][]> {
  const codes = await Codes.open(searcher)
  const used = LOG_FACETS.map((_, place) => new Uint8Array(codes.sizeOf(place)))
  let number = -1
  for (;;) {
    const rows = await readColumnsAfter(searcher, number, BLOCKS_AT_ONCE)
    for (const { columns } of rows)
      unpack(columns).codes.forEach((column, place) => {
        for (const each of column) (used[place] as Uint8Array)[each] = 1
      })
    if (rows.length < BLOCKS_AT_ONCE) break
    number = rows.at(-1)?.number ?? number
  }
  return used.map((marks) => [...marks.keys()].filter((each) => each > 0 && !marks[each]))
}
