import { createHash, createPublicKey, type KeyObject } from 'node:crypto'

/** SHA-256 of a public key's DER form, hexadecimal; how people compare keys. */
export function fingerprintOf(publicKey: KeyObject): string {
  return createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('hex')
}

/** @returns null for what is no Ed25519 public key in PEM */
export function readPublicKey(pem: unknown): KeyObject | null {
  try {
    const key = createPublicKey(String(pem))
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

/**
 * The fingerprint that a person pins: of the key in a PEM file, or written out, with or without colons.
 * @returns null where neither is given. @throws Error for what is no key and no fingerprint, for a person
 */
export function pinOf({ pem, fingerprint }: { pem?: string | undefined; fingerprint?: string | undefined }) {
  if (pem !== undefined && fingerprint !== undefined) throw new Error('--key and --fingerprint do not go together.')
  if (pem !== undefined) {
    const key = readPublicKey(pem)
    if (!key) throw new Error('--key takes a file with an Ed25519 public key.')
    return fingerprintOf(key)
  }
  if (fingerprint === undefined) return null
  const plain = fingerprint.replaceAll(/[\s:]/g, '').toLowerCase()
  if (!/^[0-9a-f]{64}$/.test(plain)) throw new Error('--fingerprint takes 64 hexadecimal digits.')
  return plain
}
