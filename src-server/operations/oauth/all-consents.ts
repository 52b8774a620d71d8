import type { Consent } from '#contract/apps/client-overview.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { cutPage, type Page } from '#db/page.ts'
import { userConsents, type UserConsentRecord } from '#db/tables/user-consents.ts'
import { displayNameOf } from '#db/tables/users.ts'
import { clientIdOf } from '../apps/clients.ts'
import { SearchCursors } from '../directory/search/search-cursor.ts'
import { withParties, type Parties } from './parties.ts'

interface ConsentsQuery {
  userId?: string | undefined
  appId?: string | undefined
  limit: number
  after?: string | undefined
}

/** That a row is of the same person, client and issuer as another one; in the words of their index. */
const sameAs = (one: string, other: string) =>
  `${one}.user_id = ${other}.user_id AND ${one}.app_id = ${other}.app_id
    AND coalesce(${one}.server_id, '') = coalesce(${other}.server_id, '')`

/** Of the scopes that one consent is made of, the oldest stands for it. */
const IS_OLDEST = `NOT EXISTS (SELECT 1 FROM user_consents o
  WHERE ${sameAs('o', 'c')} AND (o.created, o.id) < (c.created, c.id))`

/**
 * Consents of the people whom the caller sees, the newest first; who sees only some applications sees only what those were given.
 * @throws ApiError E0000029
 */
export async function listAllConsents(
  reader: Reader,
  { userId, appId, limit, after }: ConsentsQuery,
): Promise<Page<Consent>> {
  const cursors = new SearchCursors('appGrant', { filter: [userId, appId] })
  const place = cursors.read(after)
  const clients = reader.visible('read', 'app')
  // WHY only what is asked for is in the statement: a condition that also holds without a value finds no index.
  const given = [
    ['c.user_id = ?', userId],
    ['c.app_id = ?', appId],
    ['(c.created, c.id) < (?, ?)', place?.key, place?.id],
  ] as const
  const asked = given.filter(([, value]) => value !== undefined)
  const condition = [
    reader.visible('read', 'user').on('c.user_id'),
    clients.isAny ? clients.on('c.app_id') : '1',
    ...asked.map(([text]) => text),
    IS_OLDEST,
  ].join(' AND ')
  const values = asked.flatMap(([, ...some]) => some.map((value) => value ?? null))
  const tail = `c WHERE ${condition} ORDER BY c.created DESC, c.id DESC LIMIT ?`
  const { items, next } = cutPage(
    await userConsents.all(reader, tail, [...values, limit + 1]),
    limit,
    ({ id, created }) => cursors.write({ id, key: created }),
  )
  const scopes = await scopesOf(reader, items)
  const shown = await withParties(reader, items)
  return { items: shown.map((consent) => consentOf(consent, scopes.get(consent.id) ?? [])), next }
}

/** All scopes of the consents for which rows stand, by the ids of these. */
async function scopesOf(
  reader: Reader,
  rows: readonly UserConsentRecord[],
): Promise<ReadonlyMap<string, Consent['scopes']>> {
  const found = await reader.all<{ of: string; grantId: string; name: string }>(
    `SELECT c.id AS of, s.id AS grantId, s.scope AS name FROM user_consents c JOIN user_consents s ON ${sameAs('s', 'c')}
     WHERE c.id IN (SELECT value FROM json_each(?)) ORDER BY s.scope`,
    [JSON.stringify(rows.map(({ id }) => id))],
  )
  const byConsent = Map.groupBy(found, ({ of }) => of)
  return new Map([...byConsent].map(([id, list]) => [id, list.map(({ grantId, name }) => ({ grantId, name }))]))
}

function consentOf(
  { id, created, user, app, server }: UserConsentRecord & Parties,
  scopes: Consent['scopes'],
): Consent {
  return {
    id,
    person: { id: user.id, name: displayNameOf(user), login: user.login },
    client: { id: app.id, name: app.label, clientId: clientIdOf(app) },
    server: server && { id: server.id, name: server.name },
    scopes,
    since: created,
  }
}
