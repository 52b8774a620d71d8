import { CHAIN_START } from '#audit-log/chain.ts'
import type { Reader } from '#db/connection.ts'
import type { WriteTransaction } from '#db/transaction.ts'

/** A signed record of the newest event, its chain link and the protective settings at a time; a row of `log_seals`. */
export interface Seal extends SealText {
  fingerprint: string
  signature: Uint8Array
}

/** The content of a seal. Parts that older versions did not write are null. */
export interface SealText {
  /** Counts every seal that is made, including those that are not stored. */
  number: number | null
  /** Hash of the stored seal before it. */
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

/** The newest event and its link; in an empty log 0 and the initial link. */
type LogHead = Pick<Seal, 'sequence' | 'chain'>

/** The head of the log; null if it is sealed, or has no link. */
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

/** Deletes the seal of an event. */
export async function deleteSeal(tx: WriteTransaction, sequence: number): Promise<void> {
  await tx.run('DELETE FROM log_seals WHERE sequence = ?', [sequence])
}

/** Whether the event of a seal still has the chain link that was sealed. */
export async function sealFits(reader: Reader, sequence: number): Promise<boolean> {
  const sql = `SELECT 1 FROM log_seals JOIN log_events USING (sequence)
    WHERE log_seals.sequence = ? AND log_events.chain = log_seals.chain`
  return (await reader.first(sql, [sequence])) !== undefined
}
