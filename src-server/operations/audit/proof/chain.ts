import { createHash } from 'node:crypto'
import type { Statements } from '../../../db/statements.ts'
import type { Store } from '../../../db/store.ts'

/** What stands before the first event. */
export const CHAIN_START: Buffer = Buffer.alloc(32)

/**
 * The link that an event adds: SHA-256 of the link before, the event's text, and the import that it came with, if any,
 * behind a line break, which no event's text holds.
 */
export function nextLink(before: Uint8Array, payload: string | Uint8Array, importId: string | null): Buffer {
  const hash = createHash('sha256').update(before)
  // WHY two branches: the types know no update of either.
  if (typeof payload === 'string') hash.update(payload, 'utf8')
  else hash.update(payload)
  if (importId !== null) hash.update(`\n${importId}`)
  return hash.digest()
}

/**
 * The newest link. INVARIANT: the newest event is never removed, so that it is there. An event without a link, which only
 * somebody else can have written, counts as a beginning: the log goes on, and verifying it names that event.
 */
export async function chainHead(statements: Statements): Promise<Uint8Array> {
  const sql = 'SELECT chain FROM log_events ORDER BY sequence DESC LIMIT 1'
  return (await statements.first<{ chain: Uint8Array | null }>(sql))?.chain ?? CHAIN_START
}

const BATCH = 2_000

interface Unchained {
  sequence: number
  payload: Uint8Array
  import_id: string | null
}

/**
 * Chains the events of a file that was written before there was a chain, oldest first, a batch in each transaction; after
 * a crash the next call goes on. A file that has a key or a seal has been through this: what lacks a link there was touched.
 * @returns how many were chained
 */
export async function chainOlderEvents(store: Store): Promise<number> {
  const newest = await store.read.first<{ chain: Uint8Array | null; sequence: number }>(
    'SELECT sequence, chain FROM log_events ORDER BY sequence DESC LIMIT 1',
  )
  const sealed = `SELECT 1 FROM log_seals UNION ALL SELECT 1 FROM settings WHERE key = 'logSigningKeys' LIMIT 1`
  if (!newest || newest.chain || (await store.read.first(sealed))) return 0
  let [sequence, link] = await lastChained(store.read, newest.sequence)
  let count = 0
  for (;;) {
    const sql = `SELECT sequence, CAST(payload AS BLOB) AS payload, import_id FROM log_events
      WHERE sequence > ? ORDER BY sequence LIMIT ${BATCH}`
    const rows = await store.read.all<Unchained>(sql, [sequence])
    const last = rows.at(-1)
    if (!last) break
    const links = rows.map((row) => {
      link = nextLink(link, row.payload, row.import_id)
      return [row.sequence, Buffer.from(link).toString('hex')]
    })
    await store.write(({ statements }) =>
      statements.run(
        `UPDATE log_events SET chain = unhex(value ->> 1) FROM json_each(?) WHERE sequence = value ->> 0`,
        [JSON.stringify(links)],
      ),
    )
    sequence = last.sequence
    count += rows.length
  }
  await store.checkpoint()
  return count
}

/** Where an earlier run stopped, found by halves: links are given from the oldest event on. */
async function lastChained(read: Statements, newest: number): Promise<[number, Uint8Array]> {
  const sql = 'SELECT sequence, chain FROM log_events WHERE sequence <= ? ORDER BY sequence DESC LIMIT 1'
  let found: [number, Uint8Array] = [0, CHAIN_START]
  for (let low = 1, high = newest; low <= high;) {
    const middle = (low + high) >> 1
    const row = await read.first<{ sequence: number; chain: Uint8Array | null }>(sql, [middle])
    if (row && !row.chain) high = row.sequence - 1
    else {
      if (row?.chain) found = [row.sequence, row.chain]
      low = middle + 1
    }
  }
  return found
}
