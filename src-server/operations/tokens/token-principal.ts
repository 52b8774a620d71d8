import { NO_PRINCIPAL, type Principal } from '#audit-log/request-context.ts'
import type { Reader } from '#db/connection.ts'
import { apps } from '#db/tables/apps.ts'
import { displayNameOf, users } from '#db/tables/users.ts'
import { clientIdOf } from '../apps/clients.ts'
import type { Service } from '../service/service.ts'
import type { TokenHolder } from './token-holder.ts'

/** The person or client that a token acts for. Who was deleted is known by their id alone. */
export async function principalOf(
  { reader, callers }: Pick<Service, 'reader' | 'callers'>,
  token: Pick<TokenHolder, 'id' | 'holder'> | null,
): Promise<Principal> {
  if (!token) return NO_PRINCIPAL
  const { kind, id } = token.holder
  const names = kind === 'client' ? await namedClient(reader, id) : await callers.get(id)
  return { kind, id, ...names, tokenId: token.id }
}

type Names = Pick<Principal, 'login' | 'displayName'>
const UNKNOWN: Names = { login: null, displayName: null }

/** How events name a person who calls. */
export async function namedUser(reader: Reader, id: string): Promise<Names> {
  const user = await users.get(reader, id)
  return user ? { login: user.login, displayName: displayNameOf(user) } : UNKNOWN
}

async function namedClient(reader: Reader, id: string): Promise<Names> {
  const app = await apps.get(reader, id)
  return app ? { login: clientIdOf(app), displayName: app.label } : UNKNOWN
}
