import { randomBytes } from 'node:crypto'
import { mkdir, open, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { SECRET_KEY_BYTES } from '#contract/gatehouse/secret-key.ts'
import { replaceFile } from './replace-file.ts'

/** The key store of the operating system, as far as it is used here. */
export interface KeyStore {
  /** Whether it keeps a secret better than a file for the owner's eyes would. */
  isAvailable(): boolean
  seal(text: string): Buffer
  /** @throws when it was sealed by another store, or the person refuses */
  open(sealed: Buffer): string
}

interface SecretKeyParts {
  keyStore: KeyStore
  /** The file of the sealed key of the profile. */
  file: string
  warn(message: string, error: unknown): void
}

/**
 * The key that seals what workspaces have to send out again, such as header values of hooks. It is the profile's own, sealed by
 * the key store: a workspace that is moved, or restored from a copy, on this machine keeps its secrets; on another one its hooks
 * have to be given theirs again.
 * @returns undefined where a file beside the workspace, in `FILE.key`, has to hold the key
 */
export async function secretKeyOf(parts: SecretKeyParts): Promise<Uint8Array | undefined> {
  try {
    if (!parts.keyStore.isAvailable()) return undefined
    return (await readKey(parts)) ?? (await makeKey(parts))
  } catch (error) {
    parts.warn('the key store did not give the key that seals secrets; it stands in a file beside the workspace', error)
    return undefined
  }
}

/** @throws when there is a key that cannot be opened: a new one would replace it permanently */
async function readKey({ keyStore, file }: SecretKeyParts): Promise<Uint8Array | null> {
  const sealed = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (!sealed) return null
  const key = Buffer.from(keyStore.open(sealed), 'base64')
  if (key.length !== SECRET_KEY_BYTES) throw new Error(`${file} holds no key`)
  return key
}

async function makeKey({ keyStore, file }: SecretKeyParts): Promise<Uint8Array> {
  const key = randomBytes(SECRET_KEY_BYTES)
  const sealed = keyStore.seal(key.toString('base64'))
  await mkdir(dirname(file), { recursive: true })
  await replaceFile(file, async (draft) => {
    const handle = await open(draft, 'wx', 0o600)
    try {
      await handle.writeFile(sealed)
      // What this key seals is committed next: a power cut must not keep that and lose this.
      await handle.sync()
    } finally {
      await handle.close()
    }
  })
  return key
}
