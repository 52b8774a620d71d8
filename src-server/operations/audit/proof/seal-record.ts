import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { LogSigner } from '../../memory/log-signer.ts'
import { sealRecordSchema, type SealRecord } from '../../memory/seal-record.ts'
import { isSigned, sealHash, type LogKeys } from './seal.ts'
import type { Seal } from './seals.sql.ts'

/** What the record signs. */
function recordMessage({ number, seal, sequence, chain, sealed }: Omit<SealRecord, 'signature'>): Buffer {
  return Buffer.from(`gatehouse-log-record\n${[number, seal, sequence, chain, sealed].join('\n')}\n`)
}

export function recordOf(signer: LogSigner, seal: Seal): SealRecord {
  const record = {
    version: 1 as const,
    number: seal.number ?? 0,
    seal: sealHash(seal).toString('hex'),
    sequence: seal.sequence,
    chain: Buffer.from(seal.chain).toString('hex'),
    sealed: seal.sealed,
    fingerprint: signer.fingerprint,
  }
  return { ...record, signature: signer.sign(recordMessage(record)).toString('base64') }
}

export function isGenuine(record: SealRecord, keys: LogKeys): boolean {
  return isSigned(keys, record.fingerprint, recordMessage(record), Buffer.from(record.signature, 'base64'))
}

/** Where the record of a workspace stands unless the host says otherwise: beside its file, as its key does. */
export const sealRecordBeside = (file: string): string => `${file}.sealed`

/** The record in a file; null without one, `UNREADABLE` for one that is none or cannot be read. */
export async function readSealRecord(path: string): Promise<SealRecord | 'UNREADABLE' | null> {
  try {
    return sealRecordSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : 'UNREADABLE'
  }
}

const OWNER_ONLY = 0o600

/** Puts a record in the place of the former one, whole or not at all. */
export async function writeSealRecord(path: string, record: SealRecord): Promise<void> {
  const draft = `${path}.draft`
  await mkdir(dirname(path), { recursive: true })
  await rm(draft, { force: true })
  const handle = await open(draft, 'wx', OWNER_ONLY)
  try {
    await handle.writeFile(`${JSON.stringify(record)}\n`)
    // A power cut must not leave an empty file in the place of the former one.
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, path)
}
