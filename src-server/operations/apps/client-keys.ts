import { calculateJwkThumbprint, importJWK } from 'jose'
import { invalid, notFound } from '#contract/interface/api-error.ts'
import {
  algorithmOf,
  kidProblem,
  signsBy,
  toClientJwk,
  type ClientJwk,
  type ClientKeyWrite,
  type StoredClientKey,
} from '#contract/apps/client-key.ts'
import type { ClientAuthMethod } from '#contract/apps/client-credentials.ts'
import type { AppDefinition } from '#contract/apps/definition.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { appTarget, changeDetails, targetOf } from '#contract/log/targets.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { switchStatus } from '../service/checks.ts'
import { requireClient } from './clients.ts'
import { forgetCredentialUse } from './credential-uses.ts'

const EVENTS = {
  create: 'app.oauth2.credentials.lifecycle.create',
  activate: 'app.oauth2.credentials.lifecycle.activate',
  deactivate: 'app.oauth2.credentials.lifecycle.deactivate',
  delete: 'app.oauth2.credentials.lifecycle.delete',
} as const

interface ClientSettings extends Record<string, unknown> {
  jwks?: { keys: StoredClientKey[] }
  jwks_uri?: string
  request_object_signing_alg?: string
}

const settingsOf = ({ settings }: Pick<AppDefinition, 'settings'>) =>
  settings['oauthClient'] as ClientSettings | undefined

/** The keys of a client, in the order in which they were added. */
const clientKeysOf = ({ definition }: Pick<AppRecord, 'definition'>): StoredClientKey[] =>
  settingsOf(definition)?.jwks?.keys ?? []

/** Where the keys are that a client signs with. */
export const signingKeysOf = (app: Pick<AppRecord, 'definition'>) => ({
  keys: clientKeysOf(app),
  address: settingsOf(app.definition)?.jwks_uri,
})

/** @returns the definition with these keys and no others; without the member where there are none */
function withKeys(definition: AppDefinition, keys: StoredClientKey[]): AppDefinition {
  const { jwks: _jwks, ...client } = settingsOf(definition) ?? {}
  const oauthClient = keys.length > 0 ? { ...client, jwks: { keys } } : client
  return { ...definition, settings: { ...definition.settings, oauthClient } }
}

/** A key that can be used. @param field the place of the key in the body, with a point behind @throws ApiError E0000001 */
async function checkedKey(given: ClientKeyWrite, field: string): Promise<ClientJwk> {
  const jwk = toClientJwk(given)
  try {
    await importJWK(publicPart(jwk), algorithmOf(jwk))
  } catch {
    const [name, what] = jwk.kty === 'RSA' ? ['n', 'RSA key'] : ['x', `point of ${jwk.crv}`]
    throw invalid(`${field}${name}`, `this is no ${what}`)
  }
  return jwk
}

const publicPart = ({ kty, e, n, x, y, crv }: ClientJwk) =>
  (kty === 'RSA' ? { kty, e, n } : { kty, x, y, crv }) as never

/** By which a key is the same one as another. */
const identityOf = async (jwk: ClientJwk) => JSON.stringify([jwk.kid, await calculateJwkThumbprint(publicPart(jwk))])

/**
 * What an application holds once the keys that a body brings are its client's. Keys that it had stay the same ones, with their id and
 * status. WHY a body without keys leaves them: who wrote it may not know of keys that were added one by one, and the client would be
 * cut off. An address of keys takes their place.
 * @throws ApiError E0000001
 */
export async function settleKeys(
  tx: Tx,
  before: AppDefinition | null,
  definition: AppDefinition,
): Promise<AppDefinition> {
  const client = settingsOf(definition)
  if (!client) return definition
  const held = before ? (settingsOf(before)?.jwks?.keys ?? []) : []
  const given = client.jwks?.keys as ClientKeyWrite[] | undefined
  if (!given) return withKeys(definition, client.jwks_uri ? [] : held)
  const known = new Map(await Promise.all(held.map(async (key) => [await identityOf(key), key] as const)))
  const keys: StoredClientKey[] = []
  for (const [at, one] of given.entries()) {
    const jwk = await checkedKey(one, `${KEYS}[${at}].`)
    keys.push(known.get(await identityOf(jwk)) ?? newKey(tx, jwk, one.status ?? 'ACTIVE'))
  }
  const problem = kidProblem(keys)
  if (problem) throw invalid(`${KEYS}[${problem.at}].kid`, problem.message)
  return withKeys(definition, keys)
}

const KEYS = 'settings.oauthClient.jwks.keys'

function newKey(tx: Tx, jwk: ClientJwk, status: ActiveStatus): StoredClientKey {
  return { id: tx.newId('clientKey'), status, created: tx.now, lastUpdated: tx.now, ...jwk }
}

const nameOf = ({ id, kid }: StoredClientKey) => ({ id, name: kid ?? 'Client key' })
const targetsOf = (app: AppRecord, key: StoredClientKey, details?: LogTarget['changeDetails']) => [
  appTarget(app),
  targetOf('clientKey', nameOf(key), details),
]

/** @throws ApiError E0000007 for the application */
export async function listClientKeys(reader: Reader, appId: string): Promise<StoredClientKey[]> {
  return reader.visible('read', 'clientKey').of(clientKeysOf(await apps.require(reader, appId)))
}

/** @throws ApiError E0000007 for the application or the key */
export async function requireClientKey(reader: Reader, appId: string, keyId: string): Promise<StoredClientKey> {
  return keyIn(await apps.require(reader, appId), keyId)
}

function keyIn(app: AppRecord, keyId: string): StoredClientKey {
  const key = clientKeysOf(app).find(({ id }) => id === keyId)
  if (!key) throw notFound(keyId, 'JsonWebKey')
  return key
}

async function store(tx: Tx, app: AppRecord, keys: StoredClientKey[]): Promise<void> {
  await apps.update(tx, app, { definition: withKeys(app.definition, keys), lastUpdated: tx.now })
}

/** Adds a key to a client. @returns its id @throws ApiError E0000001 (spec/2 "Errors") */
export async function createClientKey(tx: Tx, appId: string, body: ClientKeyWrite): Promise<string> {
  const app = await apps.require(tx, appId)
  tx.authorize(EVENTS.create, [appTarget(app)], 'well-formed')
  requireClient(app)
  const held = clientKeysOf(app)
  if (settingsOf(app.definition)?.jwks_uri)
    throw invalid(
      'appId',
      'this client publishes its keys itself, at the address settings.oauthClient.jwks_uri',
      'path',
    )
  if (held.length >= LIMITS.clientKeys)
    throw invalid('appId', `${app.label} has ${LIMITS.clientKeys} keys, which is the most; delete one first`, 'path')
  const key = newKey(tx, await checkedKey(body, ''), body.status ?? 'ACTIVE')
  const problem = kidProblem([...held, key])
  if (problem) throw invalid('kid', problem.at < held.length ? OTHER_WITHOUT_KID : problem.message)
  await store(tx, app, [...held, key])
  tx.record({ type: EVENTS.create, targets: targetsOf(app, key) })
  return key.id
}

const OTHER_WITHOUT_KID = 'every key needs one where a client has several, and a key that this client has is without'

/** @throws ApiError E0000001 where the client could not prove itself, or sign its requests, any more */
export async function setClientKeyStatus(tx: Tx, appId: string, keyId: string, status: ActiveStatus): Promise<void> {
  const app = await apps.require(tx, appId)
  const key = keyIn(app, keyId)
  const held = clientKeysOf(app)
  await switchStatus(tx, key, status, {
    events: EVENTS,
    targets: (details) => targetsOf(app, key, details),
    check: () => {
      const method = requireClient(app)
      if (status === 'INACTIVE') assertNotNeeded(app, method, key)
    },
    store: () =>
      store(
        tx,
        app,
        held.map((other) => (other.id === keyId ? { ...other, status, lastUpdated: tx.now } : other)),
      ),
  })
}

/** @throws ApiError E0000001 for the last active key by which the client proves itself, or signs its requests */
function assertNotNeeded(app: AppRecord, method: ClientAuthMethod, key: StoredClientKey): void {
  const left = clientKeysOf(app).filter(({ id, status }) => status === 'ACTIVE' && id !== key.id)
  const alg = settingsOf(app.definition)?.request_object_signing_alg
  if (method === 'private_key_jwt' && left.length === 0)
    throw invalid('keyId', 'this is the only active key, and the client proves itself by private_key_jwt', 'path')
  if (alg && signsBy(key, alg) && !left.some((other) => signsBy(other, alg)))
    throw invalid('keyId', `this is the only active key that fits request_object_signing_alg, ${alg}`, 'path')
}

/** Deletes a key, in any status (spec/2 "States and transitions"). */
export async function deleteClientKey(tx: Tx, appId: string, keyId: string): Promise<void> {
  const app = await apps.require(tx, appId)
  const key = keyIn(app, keyId)
  tx.authorize(EVENTS.delete, targetsOf(app, key))
  requireClient(app)
  await store(
    tx,
    app,
    clientKeysOf(app).filter(({ id }) => id !== keyId),
  )
  await forgetCredentialUse(tx, appId, keyId)
  const { id: _id, ...held } = key
  tx.record({ type: EVENTS.delete, targets: targetsOf(app, key, changeDetails(held, {})) })
}
