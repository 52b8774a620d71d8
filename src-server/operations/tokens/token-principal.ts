import { NO_PRINCIPAL, type Principal } from '#audit-log/request-context.ts'
import type { Reader } from '#db/connection.ts'
import { apps } from '#db/tables/apps.ts'
import { displayNameOf, users } from '#db/tables/users.ts'
import { clientIdOf } from '../apps/clients.ts'
import type { TokenHolder } from './token-holder.ts'

/**
 * The person or client that a token acts for. The administrator of the workspace is none of its people, and who was deleted is known by
 * their id alone.
 */
export async function principalOf(
  reader: Reader,
  token: Pick<TokenHolder, 'id' | 'holder'> | null,
  administrator: Principal,
): Promise<Principal> {
  if (!token) return NO_PRINCIPAL
  const { kind, id } = token.holder
  const tokenId = token.id
  if (id === administrator.id) return { ...administrator, tokenId }
  return { kind, id, ...(await (kind === 'client' ? namedClient : namedUser)(reader, id)), tokenId }
}

type Names = Pick<Principal, 'login' | 'displayName'>
const UNKNOWN: Names = { login: null, displayName: null }

async function namedUser(reader: Reader, id: string): Promise<Names> {
  const user = await users.get(reader, id)
  return user ? { login: user.login, displayName: displayNameOf(user) } : UNKNOWN
}

async function namedClient(reader: Reader, id: string): Promise<Names> {
  const app = await apps.get(reader, id)
  return app ? { login: clientIdOf(app), displayName: app.label } : UNKNOWN
}
