import { invalid, notFound } from '#contract/interface/api-error.ts'
import { changeDetails, policyResourceTarget } from '#contract/log/targets.ts'
import { POLICY_RESOURCES } from '#contract/policy/resources/definitions.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import { identityProviderUsers, type IdentityProviderUserRecord } from '#db/tables/identity-provider-users.ts'
import type { PolicyResourceRecord } from '#db/tables/policy-resources.ts'
import type { UserRecord } from '#db/tables/users.ts'
import { requireUser } from '../directory/find-user.ts'
import { personTarget } from '../service/person-target.ts'
import { requirePolicyResource } from './policy-resources.ts'
import { readProvidersOfUser, readUsersOfProvider } from './provider-users.sql.ts'

interface PageQuery {
  limit: number
  after?: string | undefined
}

const { identityProvider: DEFINITION } = POLICY_RESOURCES
const requireProvider = (reader: Reader, id: string) => requirePolicyResource(reader, DEFINITION, id)

/** The people who are linked with a provider, by their ids. @throws ApiError E0000007, E0000029 */
export async function listProviderUsers(
  reader: Reader,
  providerId: string,
  { limit, after }: PageQuery,
): Promise<Page<IdentityProviderUserRecord>> {
  await requireProvider(reader, providerId)
  const place = { after: startAfter('user', after), limit: limit + 1 }
  return cutPage(await readUsersOfProvider(reader, providerId, place), limit, ({ userId }) => userId)
}

/** The providers that a person is linked with, by their ids; without secrets. @throws ApiError E0000029 */
export async function listProvidersOfUser(
  reader: Reader,
  userId: string,
  { limit, after }: PageQuery,
): Promise<Page<PolicyResourceRecord>> {
  const place = { after: startAfter('identityProvider', after), limit: limit + 1 }
  return cutPage(await readProvidersOfUser(reader, userId, place), limit, ({ id }) => id)
}

/** @param idOrLogin of the person @throws ApiError E0000007, of the kind User where they are not linked */
export async function requireProviderUser(
  reader: Reader,
  providerId: string,
  idOrLogin: string,
): Promise<IdentityProviderUserRecord> {
  const provider = await requireProvider(reader, providerId)
  const user = await requireUser(reader, idOrLogin)
  const link = await identityProviderUsers.get(reader, provider.id, user.id)
  if (!link) throw notFound(idOrLogin, 'User')
  return link
}

type Named = { externalId: string } | undefined

/** The change is that of the person. */
function targetsOf(provider: PolicyResourceRecord, user: UserRecord, before?: Named, after?: Named) {
  const details = changeDetails({ externalId: before?.externalId ?? null }, { externalId: after?.externalId ?? null })
  return [personTarget(user, details), policyResourceTarget(DEFINITION.name, provider)]
}

const LINK = 'gatehouse.identity_provider.user.link'
const UNLINK = 'gatehouse.identity_provider.user.unlink'

/**
 * Says by which id a provider knows a person, for the first time or instead of another one. The same id changes nothing and leaves
 * no event.
 * @throws ApiError E0000007; E0000001 for an id that another person has there
 */
export async function linkProviderUser(
  tx: Tx,
  providerId: string,
  idOrLogin: string,
  { externalId }: { externalId: string },
): Promise<IdentityProviderUserRecord> {
  const provider = await requireProvider(tx, providerId)
  const user = await requireUser(tx, idOrLogin)
  tx.authorize(LINK, targetsOf(provider, user), 'well-formed')
  const before = await identityProviderUsers.get(tx, provider.id, user.id)
  if (before?.externalId === externalId) return before
  if (await identityProviderUsers.exists(tx, { providerId: provider.id, externalId }))
    throw invalid('externalId', `another person of ${provider.name} has it`)
  const stamp = { created: before?.created ?? tx.now, lastUpdated: tx.now }
  const after = { providerId: provider.id, userId: user.id, externalId, ...stamp }
  if (before) await identityProviderUsers.update(tx, before, after)
  else await identityProviderUsers.insert(tx, after)
  tx.record({ type: LINK, targets: targetsOf(provider, user, before, after) })
  return after
}

/** @throws ApiError E0000007, of the kind User where they are not linked */
export async function unlinkProviderUser(tx: Tx, providerId: string, idOrLogin: string): Promise<void> {
  const provider = await requireProvider(tx, providerId)
  const user = await requireUser(tx, idOrLogin)
  tx.authorize(UNLINK, targetsOf(provider, user), 'well-formed')
  const link = await requireProviderUser(tx, provider.id, user.id)
  await identityProviderUsers.remove(tx, link)
  tx.record({ type: UNLINK, targets: targetsOf(provider, user, link) })
}
