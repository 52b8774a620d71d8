import { createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { argon2Verify, bcryptVerify } from 'hash-wasm'
import type { ImportedHash } from '#contract/directory/user-credentials.ts'

/** Of the password as UTF-8. @param parts of the stored text between its `$` signs, the name of the format first */
type Matches = (password: Buffer, parts: readonly string[], stored: string) => Promise<boolean>

/** Longer passwords are cut there, as all that made such hashes did. */
const BCRYPT_BYTES = 72

const bytes = (base64: string | undefined) => Buffer.from(base64 ?? '', 'base64')
const isSame = (a: Uint8Array, b: Uint8Array) => a.length > 0 && a.length === b.length && timingSafeEqual(a, b)

const digest =
  (algorithm: string): Matches =>
  (password, [, order, salt, value]) => {
    const parts = order === 'o=prefix' ? [bytes(salt), password] : [password, bytes(salt)]
    return Promise.resolve(isSame(createHash(algorithm).update(Buffer.concat(parts)).digest(), bytes(value)))
  }

const stretched =
  (algorithm: string): Matches =>
  async (password, [, iterations = '', salt, value]) => {
    const expected = bytes(value)
    const count = Number(iterations.slice('i='.length))
    return isSame(await promisify(pbkdf2)(password, bytes(salt), count, expected.length, algorithm), expected)
  }

/**
 * How a stored hash is checked, by the name that its text begins with, as in a PHC string. Ours is argon2id; scrypt is what earlier
 * versions made; all others were brought along from other systems.
 */
const FORMATS: ReadonlyMap<string, Matches> = new Map(
  Object.entries<Matches>({
    argon2id: (password, _, stored) => argon2Verify({ password, hash: stored }),
    scrypt: async (password, [, salt, value]) => {
      const expected = bytes(value)
      return isSame((await promisify(scrypt)(password, bytes(salt), expected.length)) as Buffer, expected)
    },
    '2a': (password, _, stored) => bcryptVerify({ password: password.subarray(0, BCRYPT_BYTES), hash: stored }),
    sha512: digest('sha512'),
    sha256: digest('sha256'),
    sha1: digest('sha1'),
    md5: digest('md5'),
    'pbkdf2-sha256': stretched('sha256'),
    'pbkdf2-sha512': stretched('sha512'),
  }),
)

/** What is stored of a password that only an endpoint outside knows. */
export const KNOWN_BY_HOOK = '$hook$default'

/** Whether a password, or an answer, is the one that a hash was made of. */
export async function isMatch(value: string, stored: string): Promise<boolean> {
  const parts = stored.replace(/^\$/, '').split('$')
  const matches = FORMATS.get(parts[0] ?? '')
  return matches ? matches(Buffer.from(value), parts, stored) : false
}

const DIGESTS = { 'SHA-512': 'sha512', 'SHA-256': 'sha256', 'SHA-1': 'sha1', MD5: 'md5' } as const
const STRETCHED = { SHA256_HMAC: 'pbkdf2-sha256', SHA512_HMAC: 'pbkdf2-sha512' } as const

/** The stored text of a hash that was brought along (spec/4 §2.1 "Credentials"). */
export function storedForm(hash: ImportedHash): string {
  switch (hash.algorithm) {
    case 'BCRYPT':
      return `$2a$${String(hash.workFactor).padStart(2, '0')}$${hash.salt}${hash.value}`
    case 'PBKDF2':
      return `$${STRETCHED[hash.digestAlgorithm]}$i=${hash.iterationCount}$${hash.salt}$${hash.value}`
    default:
      return `$${DIGESTS[hash.algorithm]}$o=${(hash.saltOrder ?? 'PREFIX').toLowerCase()}$${hash.salt ?? ''}$${hash.value}`
  }
}
