import { LOG_FACETS } from '#contract/log/log-browse.ts'
import type { Store } from '#db/store.ts'
import type { Reader } from '#db/connection.ts'
import type { Service } from '../../service.ts'
import { storeBlock } from './block.ts'
import { Codes } from './column-codes.ts'
import { BLOCK_BITS, unpack } from './columns.ts'

/** What packing columns works with. */
type Keeping = Pick<Service, 'store' | 'workers'>

/** What is under way for each workspace; null once nothing more may begin. */
const underWay = new WeakMap<Store, Promise<void> | null>()

/**
 * Makes the columns of all blocks that are full, unless that is under way already. Each is stored by a write of its own, so
 * that changes come in between. Never fails: what could not be made is counted from the events, and is tried again by the next
 * one who counts.
 */
export function keepColumns(keeping: Keeping): Promise<void> {
  return alone(keeping.store, () => makeAll(keeping).catch(() => {}))
}

/** What is under way for this workspace already, whatever comes of it, else this. */
function alone(store: Store, work: () => Promise<void>): Promise<void> {
  const present = underWay.get(store)
  if (present !== undefined) return present?.catch(() => {}) ?? Promise.resolve()
  const begun = work().finally(() => underWay.get(store) === begun && underWay.delete(store))
  underWay.set(store, begun)
  return begun
}

/** Ends the making of columns for good, at the next block: the workspace is about to be closed. */
export async function stopKeepingColumns(store: Store): Promise<void> {
  const present = underWay.get(store)
  underWay.set(store, null)
  await present
}

async function makeAll({ store, workers }: Keeping): Promise<void> {
  for (const number of await missingBlocks(store.read)) {
    if (underWay.get(store) === null) return
    const block = await workers.run('packBlock', { number })
    await store.write((tx) => storeBlock(tx, block))
  }
}

/** Full ones that have no columns, the newest first: they are asked for most. */
async function missingBlocks(read: Reader): Promise<number[]> {
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
export async function forgetValues(store: Store): Promise<void> {
  for (let present = underWay.get(store); present; present = underWay.get(store)) await present.catch(() => {})
  await alone(store, () => forget(store))
}

function forget(store: Store): Promise<void> {
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
