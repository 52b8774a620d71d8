import type { LogKey } from '#contract/log/log-proof.ts'

/** Signs what the log vouches for. */
export interface LogSigner extends LogKey {
  sign(message: Uint8Array): Buffer
}
