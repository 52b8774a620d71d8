import type { Reader } from '#audit-log/transaction.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import { readTokenClients, type TokenHolder } from './oauth.sql.ts'

/** The clients that hold refresh tokens, or consents, by a person or of an authorization server, by their ids. @param now ISO 8601 */
export async function listTokenClients(reader: Reader, holder: TokenHolder, now: string): Promise<AppRecord[]> {
  if (!reader.visible('read', holder[0] === 'userId' ? 'user' : 'authorizationServer').isAny) return []
  return readTokenClients(reader, holder, now)
}
