import type { LogTarget } from '#contract/log/log-event.ts'
import { appTarget, targetOf } from '#contract/log/targets.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { authorizationServers, type AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'
import { serverScopes } from '#db/tables/token-contents.ts'
import { users, type UserRecord } from '#db/tables/users.ts'
import type { IssuerId } from '../authorization-servers/issuer.ts'
import { personTarget } from '../service/person-target.ts'

/** Who has to do with a consent or a token: the person who gave it, the client that has it, and whose it is. */
export interface Parties {
  readonly user: UserRecord
  readonly app: AppRecord
  /** Null: the organization. */
  readonly server: AuthorizationServerRecord | null
}

/** The ids of {@link Parties}. */
interface PartyIds {
  readonly userId: string | null
  readonly appId: string | null
  readonly serverId: IssuerId
}

/** Puts to each row who has to do with it; a row without a person or a client is left out. */
export async function withParties<Row extends PartyIds>(
  reader: Reader,
  rows: readonly Row[],
): Promise<(Row & Parties)[]> {
  if (rows.length === 0) return []
  const people = await users.byId(
    reader,
    rows.map(({ userId }) => userId),
  )
  const clients = await apps.byId(
    reader,
    rows.map(({ appId }) => appId),
  )
  const servers = await authorizationServers.byId(
    reader,
    rows.map(({ serverId }) => serverId),
  )
  return rows.flatMap((row) => {
    const [user, app] = [people.get(row.userId ?? ''), clients.get(row.appId ?? '')]
    return user && app ? [{ ...row, user, app, server: servers.get(row.serverId ?? '') ?? null }] : []
  })
}

/** A scope as what was granted shows it. */
export interface GrantedScope {
  /** Of the organization’s scopes: their name. */
  readonly id: string
  readonly name: string
  readonly displayName: string | null
  readonly description: string | null
}

/** What the scopes of an issuer are, in the given order; one that it has no more is its name alone. */
export async function describeScopes(
  reader: Reader,
  serverId: IssuerId,
  names: readonly string[],
): Promise<GrantedScope[]> {
  const known = serverId === null ? [] : await serverScopes.findAll(reader, { where: { serverId } })
  const byName = new Map(known.map((scope) => [scope.name, scope]))
  return names.map((name) => {
    const { id, displayName, description } = byName.get(name) ?? { id: name, displayName: null, description: null }
    return { id, name, displayName, description }
  })
}

/** The parties as targets of an event: the person, the client, and, unless it is the organization, the server. */
export const targetsOf = ({ user, app, server }: Partial<Parties>): LogTarget[] => [
  ...(user ? [personTarget(user)] : []),
  ...(app ? [appTarget(app)] : []),
  ...(server ? [targetOf('authorizationServer', server)] : []),
]
