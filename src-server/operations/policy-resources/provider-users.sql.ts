import type { Reader } from '#audit-log/transaction.ts'
import { identityProviderUsers, type IdentityProviderUserRecord } from '#db/tables/identity-provider-users.ts'
import { policyResources, type PolicyResourceRecord } from '#db/tables/policy-resources.ts'

/** From behind an id; empty at the start. */
interface Place {
  after: string
  limit: number
}

/** People of a provider whom the caller may see, by their ids. */
export function readUsersOfProvider(
  reader: Reader,
  providerId: string,
  { after, limit }: Place,
): Promise<IdentityProviderUserRecord[]> {
  const condition = reader.visible('read', 'user').on('user_id')
  const tail = `WHERE ${condition} AND provider_id = ? AND user_id > ? ORDER BY user_id LIMIT ?`
  return identityProviderUsers.all(reader, tail, [providerId, after, limit])
}

/** Providers of a person that the caller may see, by their ids. */
export function readProvidersOfUser(
  reader: Reader,
  userId: string,
  { after, limit }: Place,
): Promise<PolicyResourceRecord[]> {
  const { condition } = reader.visible('read', 'identityProvider')
  const linked = 'SELECT provider_id FROM identity_provider_users WHERE user_id = ?'
  const tail = `WHERE ${condition} AND id IN (${linked}) AND id > ? ORDER BY id LIMIT ?`
  return policyResources.all(reader, tail, [userId, after, limit])
}
