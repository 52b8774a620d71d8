import { createHash, verify, type KeyObject } from 'node:crypto'
import type { Reader } from '#db/connection.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { fingerprintOf, readPublicKey } from '#verifier/public-key.ts'
import { readSetting } from '../../service/settings.ts'
import type { LogSigner } from '../../memory/log-signer.ts'
import { protectionText, readProtection } from './protection.ts'
import type { Removal } from './removals.sql.ts'
import { deleteSeal, insertSeal, newestSeal, sealFits, unsealedHead, type Seal, type SealText } from './seals.sql.ts'

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
  await insertSeal(tx, seal)
  return seal
}

/**
 * The last seal of each day is kept. INVARIANT: none that no longer fits its event is dropped, for it is the proof of that; and only
 * the newest ever is, for to all others the next one refers.
 */
async function dropIfOfDay(tx: WriteTransaction, { sequence, sealed }: Seal, now: string): Promise<boolean> {
  if (sealed.slice(0, 10) !== now.slice(0, 10)) return false
  if (!(await sealFits(tx, sequence))) return false
  await deleteSeal(tx, sequence)
  return true
}
