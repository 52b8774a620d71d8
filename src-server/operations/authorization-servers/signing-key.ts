import { randomBytes } from 'node:crypto'
import type { AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'

/**
 * The key id of a new server, from the moment of its making on: as long as a thumbprint by RFC 7638 (32 bytes, base64url).
 * It stands for no key yet, and does not change; keys and their rotation come with the token endpoints.
 *
 * @param now ISO 8601
 */
export function newSigningKey(now: string): Pick<AuthorizationServerRecord, 'signingKid' | 'signingRotated'> {
  return { signingKid: randomBytes(32).toString('base64url'), signingRotated: now }
}
