import type { Consent } from '#contract/apps/client-overview.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { cutPage, type Page } from '#db/page.ts'
import type { UserConsentRecord } from '#db/tables/user-consents.ts'
import { displayNameOf } from '#db/tables/users.ts'
import { clientIdOf } from '../apps/clients.ts'
import { SearchCursors } from '../directory/search/search-cursor.ts'
import { readConsents, readScopesOf } from './oauth.sql.ts'
import { withParties, type Parties } from './parties.ts'

interface ConsentsQuery {
  userId?: string | undefined
  appId?: string | undefined
  limit: number
  after?: string | undefined
}

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
  const which = {
    visible: [reader.visible('read', 'user').on('c.user_id'), clients.isAny ? clients.on('c.app_id') : '1'],
    ...{ userId, appId, before: place },
  }
  const { items, next } = cutPage(
    await readConsents(reader, { ...which, limit: limit + 1 }),
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
  const found = await readScopesOf(reader, rows)
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
