import { createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import type { Reader } from '#db/connection.ts'
import type { SecretBox } from '#db/secret-box.ts'
import { fingerprintOf } from '#verifier/public-key.ts'
import { readSetting } from '../../service/settings.ts'
import type { LogSigner } from '../../memory/log-signer.ts'

/** What the workspace's key is sealed for. */
export const SIGNING_KEY_PURPOSE = 'log-signing-key'

/** The workspace's key as it stands in its file; null where there is none, or what seals it is not at hand. */
export async function existingSigner(reader: Reader, secretBox: SecretBox): Promise<LogSigner | null> {
  const [current] = (await readSetting(reader, 'logSigningKeys')) ?? []
  const opened = current ? await secretBox.open(current.sealedPrivateKey, SIGNING_KEY_PURPOSE) : null
  return opened === null ? null : signerOf(createPrivateKey(opened))
}

/** Signs by a private Ed25519 key (RFC 8032). */
export function signerOf(privateKey: KeyObject): LogSigner {
  const publicKey = createPublicKey(privateKey)
  return {
    algorithm: 'Ed25519',
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }) as string,
    fingerprint: fingerprintOf(publicKey),
    sign: (message) => sign(null, message, privateKey),
  }
}
