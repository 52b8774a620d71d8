import { userTarget } from '#contract/log/targets.ts'
import type { Tx } from '#audit-log/transaction.ts'
import { displayNameOf, users } from '#db/tables/users.ts'

const targetsOf = async (tx: Tx, userId: string) => {
  const { id, login, ...named } = await users.require(tx, userId)
  return [userTarget({ id, login, displayName: displayNameOf(named) })]
}

/** Ends all sessions of a person. There are none before sign-in exists here; the act is recorded all the same. */
export async function clearSessions(tx: Tx, userId: string): Promise<void> {
  const [type, targets] = ['user.session.clear', await targetsOf(tx, userId)] as const
  tx.authorize(type, targets)
  tx.record({ type, targets })
}

/** Revokes what a person has consented to: nothing yet, so that nothing is recorded. */
export async function revokeGrants(tx: Tx, userId: string): Promise<void> {
  tx.authorize('app.oauth2.as.consent.revoke.user', await targetsOf(tx, userId))
}
