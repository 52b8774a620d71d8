import type { ClientOverview } from '#contract/apps/client-overview.ts'
import { reached } from '#audit-log/reached.sql.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { prefixPattern } from '#db/page.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import type { Place } from '../directory/search/search-cursor.ts'

/** A client with what it may do; lists are JSON, and null where the caller may not read them. */
export type ClientRow = AppRecord & { scopes: string | null; roles: string | null; people: number | null }

const SCOPES = `(SELECT json_group_array(scope_id ORDER BY scope_id) FROM app_grants WHERE app_id = a.id)`
const ROLES = `(SELECT json_group_array(json_object('type', r.type, 'isLimited', json(CASE WHEN EXISTS (
    SELECT 1 FROM role_targets t WHERE t.assignee_id = r.assignee_id AND t.type = r.type) THEN 'true' ELSE 'false' END))
    ORDER BY r.type)
  FROM role_assignments r WHERE r.assignee_id = a.id)`
const KIND = `coalesce(a.definition ->> '$.settings.oauthClient.application_type', 'web')`

/** The columns of a client with permissions; null where the caller's roles do not permit reading them. */
function partsFor(reader: Reader): string {
  const people = reader.visible('read', 'user')
  const parts = {
    scopes: [reached('app', 'a.id', reader.rights.reach('svc.appGrants.read')), SCOPES],
    roles: [reader.visible('read', 'roleAssignment').condition, ROLES],
    people: [
      people.isAny ? '1' : '0',
      `(SELECT count(DISTINCT c.user_id) FROM user_consents c WHERE c.app_id = a.id AND ${people.on('c.user_id')})`,
    ],
  }
  return Object.entries(parts)
    .map(([name, [may, part]]) => `CASE WHEN ${may} THEN ${part} END AS ${name}`)
    .join(', ')
}

interface ClientQuery {
  /** A part of the name or of the client id; absent: any. */
  q: string | undefined
  kind: ClientOverview['kind'] | undefined
  /** The label and the id of the last client of the page before. */
  place: Place | null
  limit: number
}

/** Clients by name, but for those of the platform and the applications of the catalogue. */
export async function readClients(reader: Reader, { q, kind, place, limit }: ClientQuery): Promise<ClientRow[]> {
  const part = q === undefined ? '%' : `%${prefixPattern(q)}`
  const rows = await reader.all<object>(
    `SELECT ${apps.select('a')}, ${partsFor(reader)} FROM apps a
     WHERE ${reader.visible('read', 'app').on('a.id')} AND a.name = 'oidc_client' AND a.system = 0
       AND (a.label LIKE ?1 ESCAPE '\\' OR coalesce(a.client_id, a.id) LIKE ?1 ESCAPE '\\')
       AND (?2 IS NULL OR ${KIND} = ?2)
       AND (?3 IS NULL OR (a.label COLLATE NOCASE, a.id) > (?4, ?3))
     ORDER BY a.label COLLATE NOCASE, a.id LIMIT ?5`,
    [part, kind ?? null, place?.id ?? null, place?.key ?? null, limit],
  )
  return rows.map((row) => apps.fromRow<ClientRow>(row))
}
