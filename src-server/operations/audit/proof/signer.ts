import type { LogKey } from '#contract/log/log-proof.ts'

/** A signing key as the workspace file holds it; the private half is sealed with a key that is kept outside the file. */
export interface StoredSigningKey {
  publicKey: string
  sealedPrivateKey: string
}

/** Signs statements about the log: seals, removals, exports. */
export interface LogSigner extends LogKey {
  sign(message: Uint8Array): Buffer
}
