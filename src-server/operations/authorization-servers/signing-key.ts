import { randomBytes } from 'node:crypto'
import type { RotationMode } from '#contract/access/authorization-server.ts'
import type { AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'

/** A new name of a key, as long as a thumbprint by RFC 7638 (32 bytes, base64url). */
export const newKid = (): string => randomBytes(32).toString('base64url')

/**
 * What a new server says of its key. WHY the name comes before the key: making one takes a tenth of a second, and many servers never sign.
 *
 * @param now ISO 8601
 */
export const newSigning = (
  now: string,
  rotation: RotationMode = 'AUTO',
): Pick<AuthorizationServerRecord, 'signingKid' | 'signingRotated' | 'signingRotation'> => ({
  signingKid: newKid(),
  signingRotated: now,
  signingRotation: rotation,
})
