import { createHash, verify, type KeyObject } from 'node:crypto'
import type { Reader } from '#db/connection.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { fingerprintOf, readPublicKey } from '#verifier/public-key.ts'
import { readSetting } from '../../service/settings.ts'
import { CHAIN_START } from '#audit-log/chain.ts'
import type { LogSigner } from '../../memory/log-signer.ts'
import { protectionText, readProtection } from './protection.ts'

/** A signed statement that the log went so far, with this link, and how the workspace was protected; a row of `log_seals`. */
export interface Seal extends SealText {
  fingerprint: string
  signature: Uint8Array
}

/** What a seal says. Null are the parts that seals of versions before them lack. */
interface SealText {
  /** Goes up with each seal that is made, also of those that are not kept. */
  number: number | null
  /** {@link sealHash} of the seal before it that was kept. */
  previous: Uint8Array | null
  sequence: number
  chain: Uint8Array
  /** The settings that protect the workspace, as `protectionText` words them. */
  settings: string | null
  /** ISO 8601. */
  sealed: string
}

/** A signed statement that a run of events was taken out; a row of `log_removed`. */
export interface Removal {
  first: number
  last: number
  /** The link of the last of them, from which the next event goes on. */
  chain: Uint8Array
  /** ISO 8601. */
  removed: string
  fingerprint: string
  signature: Uint8Array
}

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

/** What a seal signs: lines of text, the first of which says what is signed, so that it stands for nothing else. */
export function sealMessage({ number, previous, sequence, chain, settings, sealed }: SealText): Buffer {
  if (number === null) return Buffer.from(`gatehouse-log-seal\n${sequence}\n${hex(chain)}\n${sealed}\n`)
  const link = [number, hex(previous ?? FIRST)]
  return Buffer.from(`gatehouse-log-seal/2\n${[...link, sequence, hex(chain), settings, sealed].join('\n')}\n`)
}

/** By what the next seal refers to one: SHA-256 of what it signs and of its signature. */
export function sealHash(seal: Seal): Buffer {
  return createHash('sha256').update(sealMessage(seal)).update(seal.signature).digest()
}

/** What the first seal refers to. */
export const FIRST: Buffer = Buffer.alloc(32)

/**
 * What the record of a removal signs.
 * @param before the link of the event in front of the run, so that it cannot be rewritten either
 */
export function removalMessage(
  removal: Pick<Removal, 'first' | 'last' | 'chain' | 'removed'>,
  before: Uint8Array,
): Buffer {
  const { first, last, chain, removed } = removal
  return Buffer.from(`gatehouse-log-removed\n${first}\n${last}\n${hex(before)}\n${hex(chain)}\n${removed}\n`)
}

/** Public keys by fingerprint. */
export type LogKeys = ReadonlyMap<string, KeyObject>

/** The keys that the workspace has ever sealed with. */
export async function logKeys(reader: Reader): Promise<LogKeys> {
  const stored = (await readSetting(reader, 'logSigningKeys')) ?? []
  const keys = stored.flatMap(({ publicKey }) => readPublicKey(publicKey) ?? [])
  return new Map(keys.map((key) => [fingerprintOf(key), key]))
}

/** Whether a signature is of one of the keys, and holds. */
export function isSigned(keys: LogKeys, fingerprint: string, message: Uint8Array, signature: Uint8Array): boolean {
  const key = keys.get(fingerprint)
  return key !== undefined && verify(null, message, key, signature)
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

/** WHY casts: a hand that touched the file may have left anything in a column. */
export const SEAL_COLUMNS = `number, CAST(previous AS BLOB) AS previous, sequence, CAST(chain AS BLOB) AS chain,
  CAST(settings AS TEXT) AS settings, sealed, CAST(fingerprint AS TEXT) AS fingerprint, CAST(signature AS BLOB) AS signature`

/** The seal that was made last. */
export async function newestSeal(reader: Reader): Promise<Seal | null> {
  const sql = `SELECT ${SEAL_COLUMNS} FROM log_seals ORDER BY ifnull(number, 0) DESC, sequence DESC LIMIT 1`
  return (await reader.first<Seal>(sql)) ?? null
}

/**
 * Seals the head inside the caller's transaction.
 * @param above a number that was given to a seal already
 * @returns the seal; null where the head is sealed already
 */
export async function sealHead(
  tx: WriteTransaction,
  signer: LogSigner,
  sealed: string,
  above = 0,
): Promise<Seal | null> {
  const head = await unsealedHead(tx)
  if (!head) return null
  const last = await newestSeal(tx)
  // INVARIANT: a seal goes before the next one is made, so that each kept one refers to one that is kept.
  const isReplaced = last !== null && (await dropIfOfDay(tx, last, sealed))
  const kept = isReplaced ? await newestSeal(tx) : last
  const text: SealText = {
    number: Math.max(last?.number ?? 0, above) + 1,
    previous: kept ? sealHash(kept) : FIRST,
    ...head,
    settings: protectionText(await readProtection(tx)),
    sealed,
  }
  const seal = { ...text, fingerprint: signer.fingerprint, signature: signer.sign(sealMessage(text)) }
  const columns = Object.keys(seal)
  const sql = `INSERT INTO log_seals (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
  await tx.run(sql, Object.values(seal))
  return seal
}

/**
 * The last seal of each day is kept. INVARIANT: none that no longer fits its event is dropped, for it is the proof of that; and only
 * the newest ever is, for to all others the next one refers.
 */
async function dropIfOfDay(tx: WriteTransaction, { sequence, sealed }: Seal, now: string): Promise<boolean> {
  if (sealed.slice(0, 10) !== now.slice(0, 10)) return false
  const fits = `SELECT 1 FROM log_seals JOIN log_events USING (sequence)
    WHERE log_seals.sequence = ? AND log_events.chain = log_seals.chain`
  if (!(await tx.first(fits, [sequence]))) return false
  await tx.run('DELETE FROM log_seals WHERE sequence = ?', [sequence])
  return true
}
