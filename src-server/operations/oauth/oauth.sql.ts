import type { Reader } from '#audit-log/transaction.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { userConsents, type UserConsentRecord } from '#db/tables/user-consents.ts'
import type { Place } from '../directory/search/search-cursor.ts'

/** The addresses on the web to which active clients may be answered. */
export async function registeredAddresses(reader: Pick<Reader, 'all'>): Promise<string[]> {
  const rows = await reader.all<{ uri: string }>(`SELECT DISTINCT uri.value AS uri FROM apps,
      json_each(apps.definition, '$.settings.oauthClient.redirect_uris') AS uri
    WHERE apps.status = 'ACTIVE' AND uri.value LIKE 'http%'`)
  return rows.map(({ uri }) => uri)
}

/** The column that clients' tokens and consents are selected by. */
const HELD_BY = { userId: 'user_id', serverId: 'server_id' } as const

/** A person, or an authorization server, and the id. */
export type TokenHolder = readonly [by: keyof typeof HELD_BY, id: string]

/** The clients that hold refresh tokens, or consents, by a person or of an authorization server, by their ids. @param now ISO 8601 */
export function readTokenClients(
  reader: Pick<Reader, 'all'>,
  [by, id]: TokenHolder,
  now: string,
): Promise<AppRecord[]> {
  const column = HELD_BY[by]
  const tail = `WHERE id IN (SELECT app_id FROM oauth_records WHERE ${column} = ?1 AND model = 'RefreshToken' AND expires > ?2)
    OR id IN (SELECT app_id FROM user_consents WHERE ${column} = ?1) ORDER BY id`
  return apps.all(reader, tail, [id, now])
}

/** A condition: two rows have the same person, client and issuer. Written as in their index, so that SQLite uses it. */
const sameAs = (one: string, other: string) =>
  `${one}.user_id = ${other}.user_id AND ${one}.app_id = ${other}.app_id
    AND coalesce(${one}.server_id, '') = coalesce(${other}.server_id, '')`

/** A condition: the row is the oldest scope of its consent, which represents the consent. */
const IS_OLDEST = `NOT EXISTS (SELECT 1 FROM user_consents o
  WHERE ${sameAs('o', 'c')} AND (o.created, o.id) < (c.created, c.id))`

interface WhichConsents {
  /** Conditions on `c`: the people and clients that the caller may see. */
  visible: readonly string[]
  userId: string | undefined
  appId: string | undefined
  /** The last one of the page before. */
  before: Place | null
  limit: number
}

/** One row for each consent, the newest first. */
export function readConsents(
  reader: Pick<Reader, 'all'>,
  { visible, userId, appId, before, limit }: WhichConsents,
): Promise<UserConsentRecord[]> {
  // WHY only what is asked for is in the statement: a condition that also holds without a value finds no index.
  const given = [
    ['c.user_id = ?', userId],
    ['c.app_id = ?', appId],
    ['(c.created, c.id) < (?, ?)', before?.key, before?.id],
  ] as const
  const asked = given.filter(([, value]) => value !== undefined)
  const condition = [...visible, ...asked.map(([text]) => text), IS_OLDEST].join(' AND ')
  const values = asked.flatMap(([, ...some]) => some.map((value) => value ?? null))
  const tail = `c WHERE ${condition} ORDER BY c.created DESC, c.id DESC LIMIT ?`
  return userConsents.all(reader, tail, [...values, limit])
}

/** A scope of a consent. @property of the id of the row that stands for the consent */
interface ScopeRow {
  of: string
  grantId: string
  name: string
}

/** All scopes of the consents for which rows stand, by name. */
export function readScopesOf(
  reader: Pick<Reader, 'all'>,
  rows: readonly Pick<UserConsentRecord, 'id'>[],
): Promise<ScopeRow[]> {
  return reader.all(
    `SELECT c.id AS of, s.id AS grantId, s.scope AS name FROM user_consents c JOIN user_consents s ON ${sameAs('s', 'c')}
     WHERE c.id IN (SELECT value FROM json_each(?)) ORDER BY s.scope`,
    [JSON.stringify(rows.map(({ id }) => id))],
  )
}
