import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { AuthenticatorKey } from '#contract/policy/authenticator-table.ts'
import { userAuthenticators } from '#db/tables/user-authenticators.ts'

/** What a person has set up, by key. */
const authenticatorsOf = (reader: Reader, userId: string) =>
  userAuthenticators.findAll(reader, { where: { userId }, order: ['key'] })

/** The keys of the authenticators that a person has set up. */
export async function enrolledKeys(reader: Reader, userId: string): Promise<AuthenticatorKey[]> {
  return (await authenticatorsOf(reader, userId)).map(({ key }) => key)
}

/** Takes from a person all that they have set up; the caller records why. */
export async function removeAuthenticators(tx: Tx, userId: string): Promise<void> {
  for (const one of await authenticatorsOf(tx, userId)) await userAuthenticators.remove(tx, one)
}
