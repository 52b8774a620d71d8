import type { EventType } from '#contract/log/event-types.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { Page } from '#db/page.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { authorizationServers } from '#db/tables/authorization-servers.ts'
import { sqlCondition } from '#db/tables/table.ts'
import { userConsents, type UserConsentRecord } from '#db/tables/user-consents.ts'
import { users } from '#db/tables/users.ts'
import type { IssuerId } from '../authorization-servers/issuer.ts'
import { endTokens } from './end-tokens.ts'
import { targetsOf, withParties, type Parties } from './parties.ts'

/** Who lets whom have something of which issuer. @property serverId null: the organization */
interface Consenting {
  userId: string
  appId: string
  serverId: IssuerId
}

/** The scopes of an issuer that a person lets a client have. */
export async function consentedScopes(reader: Reader, { userId, appId, serverId }: Consenting): Promise<Set<string>> {
  const consents = await userConsents.findAll(reader, { where: { userId, appId, serverId } })
  return new Set(consents.map(({ scope }) => scope))
}

/** Keeps what a person has consented to; scopes that are new leave one event, others none. */
export async function keepConsents(
  tx: Tx,
  { scopes, ...consenting }: Consenting & { scopes: readonly string[] },
): Promise<void> {
  const known = await consentedScopes(tx, consenting)
  const added = [...new Set(scopes)].filter((scope) => !known.has(scope))
  if (added.length === 0) return
  const stamp = { created: tx.now, lastUpdated: tx.now }
  for (const scope of added) await userConsents.insert(tx, { id: tx.newId('appGrant'), ...consenting, scope, ...stamp })
  const { userId, appId, serverId } = consenting
  const parties = {
    user: await users.require(tx, userId),
    app: await apps.require(tx, appId),
    server: serverId === null ? null : await authorizationServers.require(tx, serverId),
  }
  const type: EventType = parties.server ? 'app.oauth2.as.consent.grant' : 'app.oauth2.consent.grant'
  tx.record({ type, targets: targetsOf(parties), debugData: { grantedScopes: added.join(' ') } })
}

/** A consent with who has to do with it. */
export type ConsentView = UserConsentRecord & Parties

interface ConsentQuery {
  /** Of one client alone. */
  appId?: string
  /** The name of a scope. */
  scopeId?: string | undefined
  limit: number
  after?: string | undefined
}

/** What a person has consented to, by ids. @throws ApiError E0000029 */
export async function listConsents(
  reader: Reader,
  userId: string,
  { appId, scopeId, ...page }: ConsentQuery,
): Promise<Page<ConsentView>> {
  const visible = reader.visible('read', 'user').on('user_id')
  const found = await userConsents.page(reader, page, {
    userId,
    ...(appId !== undefined && { appId }),
    ...(scopeId !== undefined && { scope: scopeId }),
    ...sqlCondition(visible),
  })
  return { ...found, items: await withParties(reader, found.items) }
}

/** @throws ApiError E0000007 also for one of another person */
export async function requireConsent(reader: Reader, userId: string, consentId: string): Promise<ConsentView> {
  const consent = await userConsents.get(reader, consentId)
  const [view] = consent?.userId === userId ? await withParties(reader, [consent]) : []
  return view ?? userConsents.missing(consentId)
}

/** Revokes one consent, and ends the tokens that the client has by the person. @throws ApiError E0000007 */
export async function revokeConsent(tx: Tx, userId: string, consentId: string): Promise<void> {
  const consent = await requireConsent(tx, userId, consentId)
  const [type, targets] = ['app.oauth2.as.consent.revoke', targetsOf(consent)] as const
  tx.authorize(type, targets)
  await userConsents.remove(tx, { id: consent.id })
  const endedTokens = await endTokens(tx, partiesOf(consent), { andPromises: true })
  tx.record({ type, targets, debugData: { revokedScopes: consent.scope, endedTokens } })
}

const partiesOf = ({ userId, appId, serverId }: Consenting): Consenting => ({ userId, appId, serverId })

/**
 * Revokes all that a person has consented to, or what they let one client have, with the tokens that came of it; nothing is recorded
 * where there was none.
 */
export async function revokeConsents(tx: Tx, userId: string, app?: AppRecord): Promise<void> {
  const type = app ? 'app.oauth2.as.consent.revoke.user.client' : 'app.oauth2.as.consent.revoke.user'
  const targets = targetsOf({ user: await users.require(tx, userId), ...(app ? { app } : {}) })
  tx.authorize(type, targets)
  const consents = await userConsents.findAll(tx, { where: { userId, ...(app && { appId: app.id }) } })
  if (consents.length === 0) return
  for (const consent of consents) await userConsents.remove(tx, consent)
  let endedTokens = 0
  for (const each of distinct(consents)) endedTokens += await endTokens(tx, each, { andPromises: true })
  const revokedScopes = [...new Set(consents.map(({ scope }) => scope))].join(' ')
  tx.record({ type, targets, debugData: { revokedScopes, endedTokens } })
}

function distinct(consents: readonly UserConsentRecord[]): Consenting[] {
  const parties = consents.map(partiesOf)
  return [...new Map(parties.map((each) => [JSON.stringify(each), each])).values()]
}
