import { verify, type KeyObject } from 'node:crypto'
import type { Reader } from '#db/connection.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { fingerprintOf, readPublicKey } from '#verifier/public-key.ts'
import { readSetting } from '../../settings.ts'
import { CHAIN_START } from '#audit-log/chain.ts'
import type { LogSigner } from './signer.ts'

/** A signed statement that the log went so far, with this link; a row of `log_seals`. */
export interface Seal {
  sequence: number
  chain: Uint8Array
  /** ISO 8601. */
  sealed: string
  fingerprint: string
  signature: Uint8Array
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
export function sealMessage({ sequence, chain, sealed }: Pick<Seal, 'sequence' | 'chain' | 'sealed'>): Buffer {
  return Buffer.from(`gatehouse-log-seal\n${sequence}\n${hex(chain)}\n${sealed}\n`)
}

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
export type LogHead = Pick<Seal, 'sequence' | 'chain'>

/** The head, where no seal is on it. */
export async function unsealedHead(reader: Reader): Promise<LogHead | null> {
  const { sequence, chain } = (await reader.first<{ sequence: number; chain: Uint8Array | null }>(
    'SELECT sequence, chain FROM log_events ORDER BY sequence DESC LIMIT 1',
  )) ?? { sequence: 0, chain: CHAIN_START }
  const seal = await reader.first('SELECT 1 FROM log_seals WHERE sequence = ?', [sequence])
  return seal || !chain ? null : { sequence, chain }
}

/** Seals the head inside the caller's transaction. @returns it; null where it is sealed already */
export async function sealHead(tx: WriteTransaction, signer: LogSigner, sealed: string): Promise<LogHead | null> {
  const head = await unsealedHead(tx)
  if (!head) return null
  const { sequence, chain } = head
  const signature = signer.sign(sealMessage({ sequence, chain, sealed }))
  await tx.run('INSERT INTO log_seals (sequence, chain, sealed, fingerprint, signature) VALUES (?, ?, ?, ?, ?)', [
    sequence,
    chain,
    sealed,
    signer.fingerprint,
    signature,
  ])
  await dropEarlierOfDay(tx, sequence, sealed)
  return head
}

/** One seal a day is kept. INVARIANT: none that no longer fits its event is dropped, for it is the proof of that. */
async function dropEarlierOfDay(tx: WriteTransaction, sequence: number, sealed: string): Promise<void> {
  await tx.run(
    `DELETE FROM log_seals WHERE sequence < ? AND substr(sealed, 1, 10) = ? AND EXISTS
       (SELECT 1 FROM log_events WHERE log_events.sequence = log_seals.sequence AND log_events.chain = log_seals.chain)`,
    [sequence, sealed.slice(0, 10)],
  )
}
