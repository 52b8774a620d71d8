import type { ClientAuthMethod } from '#contract/apps/client-credentials.ts'
import type { ClientOverview } from '#contract/apps/client-overview.ts'
import { appDefinition } from '#contract/apps/definition.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { cutPage, type Page } from '#db/page.ts'
import { SearchCursors } from '../directory/search/search-cursor.ts'
import { readClients, type ClientRow } from './client-overviews.sql.ts'
import { clientIdOf } from './clients.ts'

interface ClientQuery {
  /** A part of the name or of the client id. */
  q?: string | undefined
  kind?: ClientOverview['kind'] | undefined
  limit: number
  after?: string | undefined
}

/**
 * Clients by name, with what they may do; those of the platform are left out, and applications of the catalogue, which bring their own.
 * @throws ApiError E0000029
 */
export async function listClientOverviews(
  reader: Reader,
  { q, kind, limit, after }: ClientQuery,
): Promise<Page<ClientOverview>> {
  const cursors = new SearchCursors('app', { filter: [q, kind] })
  const place = cursors.read(after)
  const found = await readClients(reader, { q, kind, place, limit: limit + 1 })
  const { items, next } = cutPage(found, limit, ({ id, label }) => cursors.write({ id, key: label }))
  return { items: items.map(overviewOf), next }
}

const listIn = <Item>(json: string | null) => (json === null ? null : (JSON.parse(json) as Item[]))

function overviewOf(row: ClientRow): ClientOverview {
  const { credentials, settings } = appDefinition(row, row.definition)
  const client = settings['oauthClient'] as { application_type?: ClientOverview['kind']; grant_types?: string[] }
  return {
    ...{ id: row.id, clientId: clientIdOf(row), name: row.label, status: row.status },
    kind: client.application_type ?? 'web',
    method: credentials.oauthClient?.token_endpoint_auth_method as ClientAuthMethod,
    grantTypes: client.grant_types ?? [],
    scopes: listIn<string>(row.scopes),
    roles: listIn<NonNullable<ClientOverview['roles']>[number]>(row.roles),
    people: row.people,
  }
}
