import type { KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fingerprintOf, readPublicKey } from '#verifier/public-key.ts'
import { UsageError } from './command.ts'

const FINGERPRINT = /^[0-9a-f]{64}$/i

/** A key as `--key` gives it: a fingerprint, or a file with the public half in PEM. @throws UsageError */
export async function keyOf(text: string): Promise<string | KeyObject> {
  if (FINGERPRINT.test(text)) return text.toLowerCase()
  const key = readPublicKey(await readFile(text, 'utf8').catch(() => ''))
  if (!key) throw new UsageError(`--key ${text} is no fingerprint, and no file with an Ed25519 public key.`)
  return key
}

/** The fingerprint of what {@link keyOf} gives. */
export const fingerprintOfPin = (pin: string | KeyObject) => (typeof pin === 'string' ? pin : fingerprintOf(pin))
