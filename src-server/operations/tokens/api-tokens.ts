import { Op } from 'sequelize'
import { sqlCondition } from '#db/tables/table.ts'
import type { ApiTokenDetails, ApiTokenWrite } from '#contract/access/api-token.ts'
import { canonical } from '#contract/interface/canonical.ts'
import { ApiError, invalid } from '#contract/interface/api-error.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { changeDetails, targetOf } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { apiTokens, type ApiTokenRecord } from '#db/tables/api-tokens.ts'
import { displayNameOf, users } from '#db/tables/users.ts'
import { assertQuota } from '../service/checks.ts'
import type { Service } from '../service/service.ts'
import { readSetting } from '../service/settings.ts'
import { endAfter } from './token-end.ts'
import { ANYWHERE, assertZonesOfAddresses } from './token-network.ts'
import { hashToken } from './token-value.ts'

interface NewToken {
  /** What clients send; only its hash is stored. */
  value: string
  name: string
  /** Whom it acts for. */
  userId: string
  network?: ApiTokenDetails['network'] | undefined
  /** Whether it was given when the service started. */
  given?: boolean
  /** Whether there may be only so many. WHY not for all: a start, and the command line, must always get one. */
  limited?: boolean
}

/** Makes a token. @returns its id. @throws ApiError E0000001 for zones that will not do, and for one token too many */
export async function createToken(tx: Tx, token: NewToken): Promise<string> {
  tx.authorize('system.api_token.create', [], 'never')
  const { value, name, userId, network = ANYWHERE, given = false, limited = false } = token
  await assertZonesOfAddresses(tx, network, ANYWHERE)
  await assertNotWider(tx, network)
  if (limited) await assertRoom(tx, userId)
  const id = tx.newId('apiToken')
  const stamps = { created: tx.now, lastUpdated: tx.now, expiresAt: endAfter(tx.now), lastUsed: null }
  await apiTokens.insert(tx, { id, name, hash: hashToken(value), userId, network, given, ...stamps })
  tx.record({ type: 'system.api_token.create', targets: [targetOf('apiToken', { id, name })] })
  return id
}

/**
 * That a token may be made for somebody: for oneself, or by a super administrator for a person who can use it. WHY by no access token:
 * what scopes limit, and what ends within the hour, must not make what neither does.
 * @throws ApiError E0000006; E0000001
 */
export async function assertTokenHolder({ roles }: Pick<Service, 'roles'>, tx: Tx, userId: string): Promise<void> {
  const { kind, id, tokenId } = tx.context.principal
  const isByAccessToken = tokenId !== null && (await apiTokens.get(tx, tokenId)) === undefined
  if (kind === 'client' || isByAccessToken)
    throw new ApiError('E0000006', { causes: [{ errorSummary: 'A request with an access token makes no API token.' }] })
  if (userId === id) return
  if (!tx.rights.roles.includes('SUPER_ADMIN')) throw new ApiError('E0000006')
  const rights = await roles.rightsOf({ kind: 'user', id: userId })
  if (rights.roles.length === 0)
    throw invalid('userId', 'holds no administrator role, or cannot sign in: the token could do nothing')
}

/** A token that works from some places only makes none that works from others. @throws ApiError E0000001 */
async function assertNotWider(tx: Tx, network: ApiTokenDetails['network']): Promise<void> {
  const { tokenId } = tx.context.principal
  const own = tokenId === null ? undefined : await apiTokens.get(tx, tokenId)
  if (!own || own.network.connection === 'ANYWHERE' || canonical(own.network) === canonical(network)) return
  throw invalid('network', 'has to be that of the token of this request, which works from some places only')
}

/** Refuses one token too many, of all or of a person; those that have ended do not count. WHY of a person: one must not use up all. */
async function assertRoom(tx: Tx, userId: string): Promise<void> {
  const unended = { expiresAt: { [Op.gt]: tx.now } }
  const owner = await readSetting(tx, 'owner')
  if (userId !== owner?.id) {
    const max = LIMITS.apiTokensOfPerson
    const message = `somebody has ${max} API tokens at the most`
    await assertQuota(tx, apiTokens, { max, message, among: { userId, ...unended } })
  }
  const max = LIMITS.apiTokens
  const message = `there are ${max} API tokens, as many as there may be`
  await assertQuota(tx, apiTokens, { max, message, among: unended })
}

/** That a token is not of somebody whom the caller is no match for. @throws ApiError E0000006 */
function assertNotAbove(tx: Tx, { userId }: ApiTokenRecord): void {
  if (userId === tx.context.principal.id || tx.rights.roles.includes('SUPER_ADMIN')) return
  if (tx.rights.isAbove('user', userId)) throw new ApiError('E0000006')
}

/** All tokens, the oldest first. */
export function listTokens(reader: Reader): Promise<ApiTokenRecord[]> {
  return apiTokens.findAll(reader, {
    where: { ...sqlCondition(reader.visible('read', 'apiToken').condition) },
    order: ['created', 'id'],
  })
}

/**
 * Changes the name of a token and where it works from.
 * @throws ApiError E0000007; E0000001 for zones that will not do, and where this would refuse the request itself
 */
export async function replaceToken(
  service: Pick<Service, 'zones'>,
  tx: Tx,
  id: string,
  { name, network }: ApiTokenWrite,
): Promise<void> {
  const before = await apiTokens.require(tx, id)
  tx.authorize('system.api_token.update', [targetOf('apiToken', before)], 'well-formed')
  assertNotAbove(tx, before)
  const next = network ?? before.network
  await assertZonesOfAddresses(tx, next, before.network)
  const { principal, client } = tx.context
  if (principal.tokenId === id && client && !(await service.zones.admits(next, client.ip)))
    throw invalid('network', `this request comes with the token from ${client.ip}, where it would not work any more`)
  await apiTokens.update(tx, before, { name, network: next, lastUpdated: tx.now })
  const details = changeDetails({ name: before.name, network: before.network }, { name, network: next })
  tx.record({ type: 'system.api_token.update', targets: [targetOf('apiToken', { id, name }, details)] })
}

/** Revokes a token: the next request that comes with it is refused. @throws ApiError E0000007 */
export async function revokeToken(tx: Tx, id: string): Promise<void> {
  const token = await apiTokens.require(tx, id)
  tx.authorize('system.api_token.revoke', [targetOf('apiToken', token)])
  assertNotAbove(tx, token)
  await apiTokens.remove(tx, token)
  tx.record({ type: 'system.api_token.revoke', targets: [targetOf('apiToken', token)] })
}

type Viewed = Pick<Service, 'reader' | 'tokenUses' | 'clock'>

/** Tokens as the program shows them. @param currentId of the token that asks */
export async function tokenDetails(
  { reader, tokenUses, clock }: Viewed,
  tokens: readonly ApiTokenRecord[],
  currentId: string | null,
): Promise<ApiTokenDetails[]> {
  const userOf = await usersOf(reader, tokens)
  return tokens.map((token) => {
    const { id, name, userId, network, created, expiresAt } = token
    return {
      ...{ id, name, user: userOf(userId), network, created, expiresAt },
      hasEnded: Date.parse(expiresAt) <= clock(),
      lastUsed: tokenUses.of(id) ?? token.lastUsed,
      isCurrent: id === currentId,
    }
  })
}

/** Whom tokens act for: people, of whom those who were deleted are known by their id alone. */
async function usersOf(
  reader: Reader,
  tokens: readonly ApiTokenRecord[],
): Promise<(userId: string) => ApiTokenDetails['user']> {
  const ids = new Set(tokens.map(({ userId }) => userId))
  const people = await users.byId(reader, [...ids])
  return (id) => {
    const person = people.get(id)
    return { id, name: person ? displayNameOf(person) : null, isPerson: person !== undefined }
  }
}
