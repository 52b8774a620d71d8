import { createHash, pbkdf2Sync, scryptSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bcrypt } from 'hash-wasm'
import { credentialsWriteSchema, type ImportedHash } from '#contract/directory/user-credentials.ts'
import { hashText } from '#operations/directory/passwords/hash.ts'
import { isMatch, storedForm } from '#operations/directory/passwords/hash-formats.ts'

const PASSWORD = 'Correct-Hörse-7'
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const digest = (algorithm: string, ...parts: string[]) => createHash(algorithm).update(parts.join('')).digest('base64')
const SALT = base64(Buffer.from('pepper'))

/** Each kind that may be brought along, made by other means than the code under test. */
const IMPORTED: readonly (readonly [string, ImportedHash])[] = [
  [
    'SHA-512 after its salt',
    { algorithm: 'SHA-512', value: digest('sha512', 'pepper', PASSWORD), salt: SALT, saltOrder: 'PREFIX' },
  ],
  [
    'SHA-256 before its salt',
    { algorithm: 'SHA-256', value: digest('sha256', PASSWORD, 'pepper'), salt: SALT, saltOrder: 'POSTFIX' },
  ],
  ['SHA-1 without salt', { algorithm: 'SHA-1', value: digest('sha1', PASSWORD) }],
  ['MD5 without salt', { algorithm: 'MD5', value: digest('md5', PASSWORD) }],
  [
    'PBKDF2',
    {
      ...{ algorithm: 'PBKDF2', digestAlgorithm: 'SHA512_HMAC', iterationCount: 5_000, salt: SALT },
      value: base64(pbkdf2Sync(PASSWORD, 'pepper', 5_000, 32, 'sha512')),
    },
  ],
]

describe('a hash that was brought along', () => {
  it.each(IMPORTED)('%s matches its password alone', async (_, hash) => {
    const given = credentialsWriteSchema.parse({ password: { hash } }).password?.hash
    const stored = storedForm(given as ImportedHash)
    expect(await isMatch(PASSWORD, stored)).toBe(true)
    expect(await isMatch(PASSWORD.toUpperCase(), stored)).toBe(false)
  })

  it('of bcrypt matches what the library and a published example made', async () => {
    const salt = Buffer.from('sixteen byte salt').subarray(0, 16)
    const made = await bcrypt({ password: PASSWORD, salt, costFactor: 5, outputType: 'encoded' })
    for (const [password, encoded] of [
      [PASSWORD, made],
      ['U*U', '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW'],
    ] as const) {
      const tail = encoded.slice(7)
      const hash = { algorithm: 'BCRYPT', workFactor: 5, salt: tail.slice(0, 22), value: tail.slice(22) } as const
      const given = credentialsWriteSchema.parse({ password: { hash } }).password?.hash as ImportedHash
      expect(await isMatch(password, storedForm(given))).toBe(true)
      expect(await isMatch(`${password}x`, storedForm(given))).toBe(false)
    }
  })

  it.each([
    ['a digest of another length', { algorithm: 'SHA-1', value: digest('md5', 'x') }, 'value'],
    ['a salt without its place', { algorithm: 'MD5', value: digest('md5', 'x'), salt: SALT }, 'saltOrder'],
    [
      'a bcrypt salt of another length',
      { algorithm: 'BCRYPT', workFactor: 10, salt: 'short', value: 'a'.repeat(31) },
      'salt',
    ],
    [
      'more work than a service can do',
      { algorithm: 'BCRYPT', workFactor: 31, salt: 'a'.repeat(22), value: 'a'.repeat(31) },
      'workFactor',
    ],
    [
      'too few iterations',
      { algorithm: 'PBKDF2', iterationCount: 1, salt: SALT, value: digest('sha256', 'x') },
      'iterationCount',
    ],
    ['an algorithm that is not listed', { algorithm: 'CRC', value: 'AAAA' }, 'algorithm'],
  ])('is refused with %s', (_, hash, field) => {
    const issues = credentialsWriteSchema.safeParse({ password: { hash } }).error?.issues ?? []
    expect(issues.map(({ path }) => path.at(-1))).toContain(field)
  })
})

describe('our own hash', () => {
  it('is argon2id with the least cost that OWASP asks for, salted each time', async () => {
    const [one, another] = [await hashText(PASSWORD), await hashText(PASSWORD)]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(another)
    expect([await isMatch(PASSWORD, one), await isMatch(`${PASSWORD} `, one)]).toEqual([true, false])
  })

  it('of an earlier version still matches', async () => {
    const salt = Buffer.from('0123456789abcdef')
    const stored = `scrypt$${base64(salt)}$${base64(scryptSync(PASSWORD, salt, 32))}`
    expect([await isMatch(PASSWORD, stored), await isMatch('other', stored)]).toEqual([true, false])
  })
})

it('no text that is stored matches by accident or fails', async () => {
  const text = fc.string({ maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(text, text, async (value, stored) => {
      fc.pre(!stored.startsWith('$argon2id$') && !stored.startsWith('$2a$'))
      expect(await isMatch(value, stored)).toBe(false)
    }),
  )
})
