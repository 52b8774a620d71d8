import type { Tx } from '#audit-log/transaction.ts'
import { users } from '#db/tables/users.ts'
import { clearSessionsOf, endTokensOfPerson, targetOf } from '../sign-in/sessions.ts'

const targetsOf = async (tx: Tx, userId: string) => [targetOf(await users.require(tx, userId))]

/**
 * Ends all sessions of a person; that it was asked for is recorded also where there are none.
 * @param options.oauthTokens ends the tokens, too, that the person has given to clients
 */
export async function clearSessions(tx: Tx, userId: string, { oauthTokens = false } = {}): Promise<void> {
  const [type, targets] = ['user.session.clear', await targetsOf(tx, userId)] as const
  tx.authorize(type, targets)
  await clearSessionsOf(tx, userId)
  tx.record({ type, targets })
  if (oauthTokens) await endTokensOfPerson(tx, userId, targets)
}

/** Revokes what a person has consented to: nothing yet, so that nothing is recorded. */
export async function revokeGrants(tx: Tx, userId: string): Promise<void> {
  tx.authorize('app.oauth2.as.consent.revoke.user', await targetsOf(tx, userId))
}
