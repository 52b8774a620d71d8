import type { Reader } from '#audit-log/transaction.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'

/** By whom or by which server clients hold something. */
const HELD_BY = { userId: 'user_id', serverId: 'server_id' } as const

/** The clients that hold refresh tokens, or consents, by a person or of an authorization server, by their ids. @param now ISO 8601 */
export async function listTokenClients(
  reader: Reader,
  [by, id]: readonly [keyof typeof HELD_BY, string],
  now: string,
): Promise<AppRecord[]> {
  if (!reader.visible('read', by === 'userId' ? 'user' : 'authorizationServer').isAny) return []
  const column = HELD_BY[by]
  const tail = `WHERE id IN (SELECT app_id FROM oauth_records WHERE ${column} = ?1 AND model = 'RefreshToken' AND expires > ?2)
    OR id IN (SELECT app_id FROM user_consents WHERE ${column} = ?1) ORDER BY id`
  return apps.all(reader, tail, [id, now])
}
