import { ROWID } from '#db/tables/table.ts'
import { createHash, randomBytes } from 'node:crypto'
import { invalid } from '#contract/interface/api-error.ts'
import { secretLengthProblem, usesSecret, type ClientAuthMethod } from '#contract/apps/client-credentials.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { appTarget, changeDetails, clientSecretTarget } from '#contract/log/targets.ts'
import type { LogTarget } from '#contract/log/log-event.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import type { SecretBox } from '#db/secret-box.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { clientSecrets, type ClientSecretRecord } from '#db/tables/client-secrets.ts'
import { setStatus } from '../service/checks.ts'
import { requireClient } from './clients.ts'
import { forgetCredentialUse } from './credential-uses.ts'

/** A secret with what it is; null where the key that sealed it is gone. */
export type OpenedSecret = ClientSecretRecord & { secret: string | null }

/** 64 characters as base64url (spec/5 §8.7). */
const SECRET_BYTES = 48
/** 22 characters as base64url. */
const HASH_BYTES = 16

const EVENTS = {
  create: 'app.oauth2.credentials.lifecycle.create',
  activate: 'app.oauth2.credentials.lifecycle.activate',
  deactivate: 'app.oauth2.credentials.lifecycle.deactivate',
  delete: 'app.oauth2.credentials.lifecycle.delete',
} as const

const purposeOf = (secretId: string) => `client-secret ${secretId}`

/** WHY with the id: the same secret in two applications must not show as the same. */
function hashOf(secretId: string, secret: string): string {
  const digest = createHash('sha256').update(`${secretId}:${secret}`).digest()
  return digest.subarray(0, HASH_BYTES).toString('base64url')
}

/** An application as events name it. */
type Named = Pick<AppRecord, 'id' | 'name' | 'label'>

const targetsOf = (app: Named, secretId: string, details?: LogTarget['changeDetails']) => [
  appTarget(app),
  clientSecretTarget(secretId, details),
]

/** The secrets of an application, the oldest first. */
export function secretsOf(reader: Reader, appId: string): Promise<ClientSecretRecord[]> {
  return clientSecrets.findAll(reader, { where: { appId }, order: ['created', ROWID] })
}

async function opened(box: SecretBox, record: ClientSecretRecord): Promise<OpenedSecret> {
  return { ...record, secret: await box.open(record.sealed, purposeOf(record.id)) }
}

/** The secrets of an application, the oldest first; what is no client has none. @throws ApiError E0000007 */
export async function listClientSecrets(reader: Reader, box: SecretBox, appId: string): Promise<OpenedSecret[]> {
  await apps.require(reader, appId)
  const records = reader.visible('read', 'clientSecret').of(await secretsOf(reader, appId))
  return Promise.all(records.map((record) => opened(box, record)))
}

/** @throws ApiError E0000007 for the application or the secret */
export async function requireClientSecret(
  reader: Reader,
  box: SecretBox,
  appId: string,
  secretId: string,
): Promise<OpenedSecret> {
  await apps.require(reader, appId)
  return opened(box, await recordOf(reader, appId, secretId))
}

async function recordOf(reader: Reader, appId: string, secretId: string): Promise<ClientSecretRecord> {
  const record = await clientSecrets.get(reader, secretId)
  return record?.appId === appId ? record : clientSecrets.missing(secretId)
}

/**
 * Adds a secret to a client. @param own the caller's; without it a random one is made @returns its id
 * @throws ApiError E0000001 (spec/2 "Errors")
 */
export async function createClientSecret(tx: Tx, box: SecretBox, appId: string, own?: string): Promise<string> {
  const app = await apps.require(tx, appId)
  tx.authorize(EVENTS.create, [appTarget(app)], 'well-formed')
  const method = requireClient(app)
  if (!usesSecret(method))
    throw invalid('client_secret', `this client proves itself by ${method}, which has no use for a secret`)
  return insertSecret(tx, box, app, { method, own, field: 'client_secret' })
}

/** The one of some secrets that is the same. */
const withSecret = (held: readonly ClientSecretRecord[], secret: string) =>
  held.find(({ id, hash }) => hash === hashOf(id, secret))

interface NewSecret {
  method: ClientAuthMethod
  own: string | undefined
  /** Of the body that brings it. */
  field: string
}

async function addSecret(tx: Tx, box: SecretBox, app: Named, { method, own, field }: NewSecret): Promise<string> {
  const problem = own === undefined ? null : secretLengthProblem(own.length, method)
  if (problem) throw invalid(field, problem)
  const { clientSecrets: max } = LIMITS
  const held = await secretsOf(tx, app.id)
  if (own !== undefined && withSecret(held, own)) throw invalid(field, 'this client has this secret already')
  if (held.length >= max)
    throw invalid(field, `${app.label} has ${max} secrets, which is the most; deactivate and delete one first`)
  const id = tx.newId('clientSecret')
  const secret = own ?? randomBytes(SECRET_BYTES).toString('base64url')
  const sealed = await box.seal(secret, purposeOf(id))
  const stamp = { created: tx.now, lastUpdated: tx.now }
  await clientSecrets.insert(tx, { id, appId: app.id, status: 'ACTIVE', sealed, hash: hashOf(id, secret), ...stamp })
  return id
}

async function insertSecret(tx: Tx, box: SecretBox, app: Named, secret: NewSecret): Promise<string> {
  const id = await addSecret(tx, box, app, secret)
  tx.record({ type: EVENTS.create, targets: targetsOf(app, id) })
  return id
}

/** The secret of a client that a new workspace brings with it, which is no change by anybody. */
export async function giveFirstSecret(tx: Tx, box: SecretBox, app: Named, method: ClientAuthMethod): Promise<void> {
  if (usesSecret(method)) await addSecret(tx, box, app, { method, own: undefined, field: '' })
}

const OF_APP = 'credentials.oauthClient.client_secret'

/**
 * Sees to it that a client that was made or replaced has the secrets that it needs: the one that the body brings, or, where there is
 * none yet, a random one. WHY one more is added where the body brings another: the clients that hold the former go on.
 * @throws ApiError E0000001
 */
export async function completeSecrets(
  tx: Tx,
  box: SecretBox,
  app: Named,
  method: ClientAuthMethod,
  own: string | undefined,
): Promise<void> {
  if (!usesSecret(method)) return
  const held = await secretsOf(tx, app.id)
  const same = own === undefined ? undefined : withSecret(held, own)
  if (same?.status === 'INACTIVE') throw invalid(OF_APP, 'this secret is inactive; activate it first')
  if (!same && (own !== undefined || held.length === 0))
    await insertSecret(tx, box, app, { method, own, field: OF_APP })
  for (const record of held.filter(({ status }) => status === 'ACTIVE')) {
    const { secret } = await opened(box, record)
    if (secret !== null && secretLengthProblem(secret.length, method))
      throw invalid(
        'credentials.oauthClient.token_endpoint_auth_method',
        `${method} needs secrets of ${LIMITS.clientSecretLength.minForJwt} characters or more; replace the shorter one first`,
      )
  }
}

/** Those of some secrets that are active and can be opened; for what signs with them. */
export async function activeSecrets(
  box: SecretBox,
  held: readonly ClientSecretRecord[],
): Promise<{ id: string; secret: string }[]> {
  const active = held.filter(({ status }) => status === 'ACTIVE')
  const secrets = await Promise.all(active.map((record) => opened(box, record)))
  return secrets.flatMap(({ id, secret }) => (secret === null ? [] : [{ id, secret }]))
}

/**
 * The one of some secrets that is the same, where it is active. WHY compared as hashes: how long it takes tells nothing of the secret.
 */
export function activeSecretLike(held: readonly ClientSecretRecord[], secret: string): ClientSecretRecord | undefined {
  const same = withSecret(held, secret)
  return same?.status === 'ACTIVE' ? same : undefined
}

/** The secret that a client is answered with: the newest active one; undefined without any that can be opened. */
export async function newestSecret(reader: Reader, box: SecretBox, appId: string): Promise<string | undefined> {
  const active = (await secretsOf(reader, appId)).filter(({ status }) => status === 'ACTIVE')
  const newest = active.at(-1)
  return newest && ((await opened(box, newest)).secret ?? undefined)
}

/** @throws ApiError E0000001 for the only active secret, which cannot be deactivated */
export async function setClientSecretStatus(
  tx: Tx,
  appId: string,
  secretId: string,
  status: ActiveStatus,
): Promise<void> {
  const app = await apps.require(tx, appId)
  const record = await recordOf(tx, appId, secretId)
  await setStatus(tx, clientSecrets, record, status, {
    events: EVENTS,
    targets: (details) => targetsOf(app, secretId, details),
    check: async () => {
      requireClient(app)
      const isOnly = (await clientSecrets.count(tx, { appId, status: 'ACTIVE' })) === 1
      if (status === 'INACTIVE' && isOnly)
        throw invalid('secretId', 'this is the only active secret; without it no client could get in', 'path')
    },
  })
}

/** @throws ApiError E0000001 while it is active */
export async function deleteClientSecret(tx: Tx, appId: string, secretId: string): Promise<void> {
  const app = await apps.require(tx, appId)
  const record = await recordOf(tx, appId, secretId)
  tx.authorize(EVENTS.delete, targetsOf(app, secretId))
  requireClient(app)
  if (record.status === 'ACTIVE') throw invalid('secretId', 'this secret is active; deactivate it first', 'path')
  await clientSecrets.remove(tx, record)
  await forgetCredentialUse(tx, appId, secretId)
  const details = changeDetails({ status: record.status, created: record.created }, {})
  tx.record({ type: EVENTS.delete, targets: targetsOf(app, secretId, details) })
}
