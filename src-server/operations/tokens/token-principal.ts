import { NO_PRINCIPAL, type Principal } from '#audit-log/request-context.ts'
import type { Reader } from '#db/connection.ts'
import { displayNameOf, users } from '#db/tables/users.ts'
import type { TokenHolder } from './token-registry.ts'

/**
 * The person whom a token acts for. The administrator of the workspace is none of its people, and somebody who was deleted is known
 * by their id alone.
 */
export async function principalOf(
  reader: Reader,
  token: Pick<TokenHolder, 'id' | 'userId'> | null,
  administrator: Principal,
): Promise<Principal> {
  if (!token) return NO_PRINCIPAL
  const tokenId = token.id
  if (token.userId === administrator.id) return { ...administrator, tokenId }
  const user = await users.get(reader, token.userId)
  const name = user ? { login: user.login, displayName: displayNameOf(user) } : { login: null, displayName: null }
  return { kind: 'user', id: token.userId, ...name, tokenId }
}
