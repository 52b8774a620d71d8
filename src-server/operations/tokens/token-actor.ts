import type { LogActor } from '../../contract/log-event.ts'
import { userTarget } from '../audit/targets.ts'
import type { Service } from '../service.ts'
import type { TokenHolder } from './tokens.ts'

interface Row {
  login: string
  first_name: string
  last_name: string
}

/**
 * Whom a token acts for: the person it belongs to, as events name them. The administrator of the workspace is none of its
 * people, and somebody who was deleted is known by their id alone.
 */
export async function actorOf(
  { store }: Pick<Service, 'store'>,
  token: Pick<TokenHolder, 'userId'> | null,
  administrator: LogActor,
): Promise<LogActor> {
  if (!token || token.userId === administrator.id) return administrator
  const sql = 'SELECT login, first_name, last_name FROM users WHERE id = ?'
  const row = await store.read.first<Row>(sql, [token.userId])
  if (!row) return { id: token.userId, type: 'User', alternateId: null, displayName: null, detailEntry: null }
  const { login, first_name, last_name } = row
  return userTarget({ id: token.userId, login, displayName: `${first_name} ${last_name}` })
}
