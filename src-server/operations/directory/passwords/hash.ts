import { randomBytes } from 'node:crypto'
import { argon2id } from 'hash-wasm'

/** The least that OWASP's cheat sheet of password storage asks for; memory in KiB. */
const COST = { memorySize: 19_456, iterations: 2, parallelism: 1, hashLength: 32 }
const SALT_BYTES = 16
const OURS = `$argon2id$v=19$m=${COST.memorySize},t=${COST.iterations},p=${COST.parallelism}$`

/** Hashes a password, or an answer, with argon2id. Takes some tens of milliseconds. @returns a PHC string */
export function hashText(value: string): Promise<string> {
  const [password, salt] = [Buffer.from(value), randomBytes(SALT_BYTES)]
  return argon2id({ ...COST, password, salt, outputType: 'encoded' })
}

/** Whether a stored hash is made otherwise than {@link hashText} makes one now. */
export function isOutdated(stored: string): boolean {
  return !stored.startsWith(OURS)
}
