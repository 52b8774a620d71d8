import { createHash } from 'node:crypto'
import type { Migration, MigrationTx } from './migration.ts'

const BATCH = 2_000

interface Unchained {
  sequence: number
  payload: Uint8Array
  chain: Uint8Array | null
  import_id: string | null
}

/**
 * Chains the events of a file that was written before there was a chain, oldest first. A file that has a key or a seal was chained
 * before: an event without a link there was changed by somebody else, and stays as it is, so that verification names it.
 */
export const migration0064: Migration = {
  name: '0064-chain-older-events',
  async up(tx) {
    const newest = await tx.first<{ sequence: number; chain: Uint8Array | null }>(
      'SELECT sequence, chain FROM log_events ORDER BY sequence DESC LIMIT 1',
    )
    const sealed = `SELECT 1 FROM log_seals UNION ALL SELECT 1 FROM settings WHERE key = 'logSigningKeys' LIMIT 1`
    if (!newest || newest.chain || (await tx.first(sealed))) return
    const total = (await tx.first<{ count: number }>('SELECT count(*) AS count FROM log_events'))?.count ?? 0
    let last: { sequence: number; link: Uint8Array; done: number } | null = {
      sequence: 0,
      link: Buffer.alloc(32),
      done: 0,
    }
    for (; last; tx.progress(last?.done ?? total, total)) last = await chainBatch(tx, last)
  },
}

/** Chains the events behind `from`. @returns where it ended, or null at the end */
async function chainBatch(tx: MigrationTx, from: { sequence: number; link: Uint8Array; done: number }) {
  const sql = `SELECT sequence, CAST(payload AS BLOB) AS payload, chain, import_id FROM log_events
    WHERE sequence > ? ORDER BY sequence LIMIT ${BATCH}`
  const rows = await tx.all<Unchained>(sql, [from.sequence])
  const last = rows.at(-1)
  if (!last) return null
  let { link } = from
  const links = rows.map(({ sequence, payload, chain, import_id }) => {
    link = chain ?? linkOf(link, payload, import_id)
    return [sequence, Buffer.from(link).toString('hex')]
  })
  await tx.run(`UPDATE log_events SET chain = unhex(value ->> 1) FROM json_each(?) WHERE sequence = value ->> 0`, [
    JSON.stringify(links),
  ])
  return { sequence: last.sequence, link, done: from.done + rows.length }
}

function linkOf(before: Uint8Array, payload: Uint8Array, importId: string | null): Uint8Array {
  const hash = createHash('sha256').update(before).update(payload)
  return (importId === null ? hash : hash.update(`\n${importId}`)).digest()
}
