import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import { SECRET_KEY_BYTES } from '#contract/gatehouse/secret-key.ts'
import { ApiError } from '#contract/interface/api-error.ts'

const CIPHER = 'aes-256-gcm'
const VERSION = 'v1'
const NONCE_BYTES = 12
const OWNER_ONLY = 0o600

/** Encrypts secrets that must be sent out again later, such as the header values of hooks. */
export interface SecretBox {
  /** @param purpose binds the text to its use: a text encrypted for one cannot be decrypted for another */
  seal(text: string, purpose: string): Promise<string>
  /** The text; null if another key encrypted it or the encrypted text was changed. */
  open(sealed: string, purpose: string): Promise<string | null>
}

/** A box with the host's key. @param key of {@link SECRET_KEY_BYTES} */
export function secretBoxOf(key: Uint8Array): SecretBox {
  if (key.length !== SECRET_KEY_BYTES) throw new RangeError(`a secret key has ${SECRET_KEY_BYTES} bytes`)
  return makeBox(
    () => Promise.resolve(key),
    () => Promise.resolve(key),
  )
}

/**
 * A box with the host's key, for a workspace that may also have a key file: it decrypts with both. If the file exists, it encrypts
 * with that key, so that a service without the host's key can open the same workspace.
 */
export function secretBoxOfHost(key: Uint8Array, file: string): SecretBox {
  const [own, beside] = [secretBoxOf(key), secretBoxInFile(file)]
  return {
    seal: async (text, purpose) => ((await readKey(file)) ? beside : own).seal(text, purpose),
    open: async (sealed, purpose) => (await own.open(sealed, purpose)) ?? beside.open(sealed, purpose),
  }
}

/** A box whose key is in a file that only its owner can read, made when the first secret is encrypted. */
export function secretBoxInFile(file: string): SecretBox {
  let kept: Promise<Uint8Array | null> | null = null
  let made: Promise<Uint8Array> | null = null
  // A file that cannot be read or written now may be later.
  const forget = () => (kept = made = null)
  const existing = () => {
    if (!kept) (kept = readKey(file)).catch(forget)
    return kept
  }
  const make = () => {
    if (!made) (kept = made = makeKey(file)).catch(forget)
    return made as Promise<Uint8Array>
  }
  return makeBox(existing, async () => (await existing()) ?? make())
}

function makeBox(existing: () => Promise<Uint8Array | null>, needed: () => Promise<Uint8Array>): SecretBox {
  return {
    async seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv(CIPHER, await needed(), nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return [VERSION, ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.')
    },
    async open(sealed, purpose) {
      const key = await existing()
      const [version, nonce = '', tag = '', text = ''] = sealed.split('.')
      if (!key || version !== VERSION) return null
      try {
        const options = { authTagLength: 16 }
        const decipher = createDecipheriv(CIPHER, key, Buffer.from(nonce, 'base64url'), options)
        decipher.setAAD(Buffer.from(purpose)).setAuthTag(Buffer.from(tag, 'base64url'))
        return decipher.update(Buffer.from(text, 'base64url')).toString('utf8') + decipher.final('utf8')
      } catch {
        return null
      }
    },
  }
}

/**
 * The key in a file; null without a file or a valid key.
 * @throws E0000010 if the file exists and cannot be read: otherwise a new key would replace it
 */
async function readKey(file: string): Promise<Uint8Array | null> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return ''
    throw new ApiError('E0000010', {
      causes: [{ errorSummary: `the key that seals secrets could not be read from ${file} (${error.code})` }],
    })
  })
  const key = Buffer.from(text.trim(), 'base64')
  return key.length === SECRET_KEY_BYTES ? key : null
}

/** @throws E0000010 when the file cannot be written */
async function makeKey(file: string): Promise<Uint8Array> {
  const key = randomBytes(SECRET_KEY_BYTES)
  try {
    // What is there and is no key may still be of use to a person.
    await rename(file, `${file}.unreadable`).catch(() => {})
    const handle = await open(file, 'wx', OWNER_ONLY)
    try {
      await handle.writeFile(`${key.toString('base64')}\n`)
      // WHY: what this key seals is committed next; a power cut must not keep that and lose this.
      await handle.sync()
    } finally {
      await handle.close()
    }
    return key
  } catch {
    throw new ApiError('E0000010', {
      causes: [{ errorSummary: `the key that seals secrets could not be written to ${file}; nothing was changed` }],
    })
  }
}
