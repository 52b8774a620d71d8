import { CHAIN_START } from '#audit-log/chain.ts'
import type { Reader } from '#db/connection.ts'
import type { WriteTransaction } from '#db/transaction.ts'

/** A signed statement that the log went so far, with this link, and how the workspace was protected; a row of `log_seals`. */
export interface Seal extends SealText {
  fingerprint: string
  signature: Uint8Array
}

/** What a seal says. Null are the parts that seals of versions before them lack. */
export interface SealText {
  /** Goes up with each seal that is made, also of those that are not kept. */
  number: number | null
  /** Hash of the seal before it that was kept. */
  previous: Uint8Array | null
  sequence: number
  chain: Uint8Array
  /** The settings that protect the workspace, as `protectionText` words them. */
  settings: string | null
  /** ISO 8601. */
  sealed: string
}

/** WHY casts: a hand that touched the file may have left anything in a column. */
export const SEAL_COLUMNS = `number, CAST(previous AS BLOB) AS previous, sequence, CAST(chain AS BLOB) AS chain,
  CAST(settings AS TEXT) AS settings, sealed, CAST(fingerprint AS TEXT) AS fingerprint, CAST(signature AS BLOB) AS signature`

/** The seal that was made last. */
export async function newestSeal(reader: Reader): Promise<Seal | null> {
  const sql = `SELECT ${SEAL_COLUMNS} FROM log_seals ORDER BY ifnull(number, 0) DESC, sequence DESC LIMIT 1`
  return (await reader.first<Seal>(sql)) ?? null
}

/** The newest event and its link; 0 and what stands before all in an empty log. */
type LogHead = Pick<Seal, 'sequence' | 'chain'>

/** The head, where no seal is on it. */
export async function unsealedHead(reader: Reader): Promise<LogHead | null> {
  const { sequence, chain } = (await reader.first<{ sequence: number; chain: Uint8Array | null }>(
    'SELECT sequence, chain FROM log_events ORDER BY sequence DESC LIMIT 1',
  )) ?? { sequence: 0, chain: CHAIN_START }
  const seal = await reader.first('SELECT 1 FROM log_seals WHERE sequence = ?', [sequence])
  return seal || !chain ? null : { sequence, chain }
}

export async function insertSeal(tx: WriteTransaction, seal: Seal): Promise<void> {
  const columns = Object.keys(seal)
  const sql = `INSERT INTO log_seals (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  await tx.run(sql, Object.values(seal))
}

/** Takes a seal away, by the number of its event. */
export async function deleteSeal(tx: WriteTransaction, sequence: number): Promise<void> {
  await tx.run('DELETE FROM log_seals WHERE sequence = ?', [sequence])
}

/** Whether the event of a seal has the link that was sealed. */
export async function sealFits(reader: Reader, sequence: number): Promise<boolean> {
  const sql = `SELECT 1 FROM log_seals JOIN log_events USING (sequence)
    WHERE log_seals.sequence = ? AND log_events.chain = log_seals.chain`
  return (await reader.first(sql, [sequence])) !== undefined
}
