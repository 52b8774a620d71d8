import type { WriteTransaction } from '#db/transaction.ts'
import { CHAIN_START } from '#audit-log/chain.ts'
import { linkOf } from './log-events.sql.ts'
import { deleteRemovable, removalsBeside, replaceRemovals, type Link } from './removals.sql.ts'
import { removalMessage } from './seal.ts'
import type { LogSigner } from '../../memory/log-signer.ts'

/** Events taken out in one transaction, so that changes wait for no more than that. */
export const REMOVAL_BATCH = 200

interface Run {
  first: number
  last: number
  /** Of the last. */
  chain: Uint8Array
}

/**
 * Takes out events, inside the caller's transaction: each run of neighbours leaves one signed record, joined with those
 * beside it, from which the chain goes on. Seals on them stay: later ones refer to them.
 * @param sequences of events that may be removed; some may be gone already
 * @returns how many were removed
 */
export async function removeEvents(
  tx: WriteTransaction,
  signer: LogSigner,
  now: string,
  sequences: readonly number[],
): Promise<number> {
  const rows = await deleteRemovable(tx, sequences)
  for (const run of runsOf(rows)) await recordRemoval(tx, signer, now, run)
  return rows.length
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
  const beside = await removalsBeside(tx, run)
  const [earlier, later] = [beside.find(({ last }) => last < run.first), beside.find(({ first }) => first > run.last)]
  const first = earlier?.first ?? run.first
  const { last, chain } = later ?? run
  const before = (await linkOf(tx, first - 1)) ?? CHAIN_START
  const signature = signer.sign(removalMessage({ first, last, chain, removed }, before))
  const record = { first, last, chain, removed, fingerprint: signer.fingerprint, signature }
  await replaceRemovals(tx, [earlier?.first ?? null, later?.first ?? null], record)
}
