import type { SqlValue } from '#db/driver.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { CHAIN_START } from '#audit-log/chain.ts'
import { removalMessage, type Removal } from './seal.ts'
import type { LogSigner } from '../../memory/log-signer.ts'

/** Events taken out in one transaction, so that changes wait for no more than that. */
export const REMOVAL_BATCH = 200

/** A condition on rows of `log_events`: text of our own, its values bound. */
export interface EventCondition {
  text: string
  params: readonly SqlValue[]
}

/** WHY no other: a hook that is never switched on again would keep its events for ever. */
const LISTENING = `hook_id IN (SELECT id FROM event_hooks WHERE status = 'ACTIVE' AND verification_status = 'VERIFIED')`

/** Events that wait for a hook that listens, or are under way to it, stay until they are delivered. */
const NOT_AWAITED = `uuid NOT IN (
  SELECT event_uuid FROM hook_outbox WHERE delivery_id IS NULL AND ${LISTENING}
  UNION ALL SELECT event_uuid FROM hook_outbox JOIN hook_deliveries ON hook_deliveries.id = delivery_id
    WHERE hook_deliveries.status = 'PENDING' AND hook_outbox.${LISTENING})`

/** What may be removed of the events that a condition names: all but the newest, and those that hooks wait for. */
export function removable({ text, params }: EventCondition): EventCondition {
  return { text: `(${text}) AND sequence < (SELECT max(sequence) FROM log_events) AND ${NOT_AWAITED}`, params }
}

interface Link {
  sequence: number
  chain: Uint8Array
}

interface Run {
  first: number
  last: number
  /** Of the last. */
  chain: Uint8Array
}

/**
 * Takes out events, inside the caller's transaction: each run of neighbours leaves one signed record, joined with those
 * beside it, from which the chain goes on. Seals on them stay: later ones refer to them.
 * @param sequences of events that {@link removable} lets through; some may be gone already
 * @returns how many were removed
 */
export async function removeEvents(
  tx: WriteTransaction,
  signer: LogSigner,
  now: string,
  sequences: readonly number[],
): Promise<number> {
  const expected = JSON.stringify(sequences)
  const { text } = removable({ text: 'sequence IN (SELECT value FROM json_each(?))', params: [] })
  const rows = await tx.all<Link>(
    `SELECT sequence, ifnull(chain, zeroblob(32)) AS chain FROM log_events WHERE ${text} ORDER BY sequence`,
    [expected],
  )
  if (rows.length === 0) return 0
  const gone = JSON.stringify(rows.map(({ sequence }) => sequence))
  await tx.run('DELETE FROM log_events WHERE sequence IN (SELECT value FROM json_each(?))', [gone])
  for (const run of runsOf(rows)) await recordRemoval(tx, signer, now, run)
  return rows.length
}

/** Takes out of queues what waits there for hooks that do not listen, and is not in the log any more. */
export async function forgetUnawaited(tx: WriteTransaction): Promise<void> {
  await tx.run(
    `DELETE FROM hook_outbox WHERE delivery_id IS NULL AND NOT EXISTS (SELECT 1 FROM log_events WHERE uuid = event_uuid)`,
  )
}

function runsOf(rows: readonly Link[]): Run[] {
  const runs: Run[] = []
  for (const { sequence, chain } of rows) {
    const run = runs.at(-1)
    if (run && run.last + 1 === sequence) Object.assign(run, { last: sequence, chain })
    else runs.push({ first: sequence, last: sequence, chain })
  }
  return runs
}

/** Joins a run with the records on both its sides. INVARIANT: records never touch, so that an event stands before each. */
async function recordRemoval(tx: WriteTransaction, signer: LogSigner, removed: string, run: Run): Promise<void> {
  const beside = await tx.all<Removal>('SELECT * FROM log_removed WHERE last = ? OR first = ?', [
    run.first - 1,
    run.last + 1,
  ])
  const [earlier, later] = [beside.find(({ last }) => last < run.first), beside.find(({ first }) => first > run.last)]
  const first = earlier?.first ?? run.first
  const { last, chain } = later ?? run
  const before = await tx.first<{ chain: Uint8Array | null }>('SELECT chain FROM log_events WHERE sequence = ?', [
    first - 1,
  ])
  const signature = signer.sign(removalMessage({ first, last, chain, removed }, before?.chain ?? CHAIN_START))
  await tx.run('DELETE FROM log_removed WHERE first IN (?, ?)', [earlier?.first ?? null, later?.first ?? null])
  await tx.run(
    'INSERT INTO log_removed (first, last, chain, removed, fingerprint, signature) VALUES (?, ?, ?, ?, ?, ?)',
    [first, last, chain, removed, signer.fingerprint, signature],
  )
}
