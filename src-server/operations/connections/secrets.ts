import { generateKeyPairSync, randomBytes, randomUUID, type JsonWebKey } from 'node:crypto'
import type { ConnectionPublicKey } from '#contract/gatehouse/connection.ts'
import type { SecretBox } from '#db/secret-box.ts'
import type { ConnectionRecord } from '#db/tables/connections.ts'

/** What of a connection is secret: the token that it was given, or the key that was made for it. */
export type ConnectionSecret = { token: string } | { privateKey: JsonWebKey }

// Bound to the address as well: a sealed text that is put beside another address does not open.
const purposeOf = ({ id, address }: Pick<ConnectionRecord, 'id' | 'address'>) => `connection ${id} ${address}`

export function sealSecret(
  box: SecretBox,
  record: Pick<ConnectionRecord, 'id' | 'address'>,
  secret: ConnectionSecret,
): Promise<string> {
  return box.seal(JSON.stringify(secret), purposeOf(record))
}

/** The secret of a connection; null where the key that sealed it is not at hand. */
export async function openSecret(box: SecretBox, record: ConnectionRecord): Promise<ConnectionSecret | null> {
  const text = await box.open(record.secrets, purposeOf(record))
  return text === null ? null : (JSON.parse(text) as ConnectionSecret)
}

// Not bound to the address: the same organization may get another one, and its people keep their pseudonyms.
const saltPurposeOf = (id: string) => `pseudonyms of connection ${id}`

/** What pseudonyms of a connection are made with, sealed: no one who has the file without its key can tell whose they are. */
export const makeSalt = (box: SecretBox, id: string): Promise<string> =>
  box.seal(randomBytes(32).toString('hex'), saltPurposeOf(id))

/** What pseudonyms of a connection are made with; null where it has none, or the key that sealed it is not at hand. */
export async function openSalt(
  box: SecretBox,
  { id, peopleSalt }: Pick<ConnectionRecord, 'id' | 'peopleSalt'>,
): Promise<string | null> {
  return peopleSalt === null ? null : box.open(peopleSalt, saltPurposeOf(id))
}

/** A key for a service app (RFC 7518 §3.4): its public half is registered with the app. */
export function makeServiceKey(): { publicKey: ConnectionPublicKey; privateKey: JsonWebKey } {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = pair.publicKey.export({ format: 'jwk' })
  const publicKey = { kty: 'EC', crv: 'P-256', x, y, kid: randomUUID(), alg: 'ES256', use: 'sig' } as const
  return { publicKey, privateKey: pair.privateKey.export({ format: 'jwk' }) }
}
