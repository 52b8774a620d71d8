import type { Tx } from '#audit-log/transaction.ts'
import { newId } from '#db/ids.ts'
import { keepRecord } from '#operations/oauth/records.ts'
import { START, startServer, type TestServer } from './server.ts'
import { soundApp } from './app-bodies.ts'
import { withRows } from './with-rows.ts'

const DAY_MS = 86_400_000

/** Somebody, two clients and an authorization server, by their ids. */
export interface Consenting {
  userId: string
  appId: string
  otherAppId: string
  serverId: string
}

/** A service in which somebody has to do with clients, and what the sign-in leaves of it. */
export async function consentingServer(
  work: (tx: Tx, ids: Consenting) => Promise<unknown>,
): Promise<Consenting & { server: TestServer }> {
  const empty = await startServer()
  const { client, make } = empty
  const app = async (label: string) =>
    (await client.call('createApp', { body: soundApp('OPENID_CONNECT', label) })).body.id
  const ids = {
    userId: (await make.aUser({ firstName: 'Ada', lastName: 'Byron', login: 'ada@example.test' })).id,
    appId: await app('Reader'),
    otherAppId: await app('Writer'),
    serverId: (await client.call('createAuthorizationServer', { body: { name: 'Papers', audiences: ['api://p'] } }))
      .body.id,
  }
  return { ...ids, server: await withRows(empty, (tx) => work(tx, ids)) }
}

interface Token {
  model?: 'RefreshToken' | 'AccessToken' | 'AuthorizationCode'
  userId: string
  appId: string
  serverId?: string | null
  grantId?: string
  scope?: string
  days?: number
  consumed?: number
}

/** A token as the library leaves it. */
export async function aToken(tx: Tx, token: Token): Promise<void> {
  const { model = 'RefreshToken', serverId = null, grantId = 'grant', scope = 'openid', days = 7, ...more } = token
  const { userId, appId, consumed } = more
  const payload = { scope, clientId: appId, accountId: userId, ...(consumed === undefined ? {} : { consumed }) }
  const record = { id: newId('refreshToken'), model, serverId, userId, appId, grantId, payload }
  await keepRecord(tx, record, START + days * DAY_MS)
}

/** What is left in the file of what authorization servers remember, by kind. */
export async function recordsLeft(server: TestServer): Promise<string[]> {
  const copy = `${server.dataFile}.${Math.random()}`
  await server.backup(copy)
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(copy)
  const rows = database.prepare('SELECT model FROM oauth_records ORDER BY model').all() as { model: string }[]
  database.close()
  return rows.map(({ model }) => model)
}
