import type { Tx } from '#audit-log/transaction.ts'
import { users } from '#db/tables/users.ts'
import { clearSessionsOf, endTokensOfPerson } from './sessions.ts'
import { personTarget } from '../service/person-target.ts'

/**
 * Ends all sessions of a person; that it was asked for is recorded also where there are none.
 * @param options.oauthTokens ends the tokens, too, that the person has given to clients
 */
export async function clearSessions(tx: Tx, userId: string, { oauthTokens = false } = {}): Promise<void> {
  const type = 'user.session.clear'
  const targets = [personTarget(await users.require(tx, userId))]
  tx.authorize(type, targets)
  await clearSessionsOf(tx, userId)
  tx.record({ type, targets })
  if (oauthTokens) await endTokensOfPerson(tx, userId, targets)
}
