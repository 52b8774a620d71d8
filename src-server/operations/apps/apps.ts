import { ApiError, invalid } from '#contract/interface/api-error.ts'
import type { AppWrite } from '#contract/apps/app-write.ts'
import { appDefinition, withVisibility } from '#contract/apps/definition.ts'
import { nameProblem } from '#contract/apps/app-kinds.ts'
import { modeLabel, modeRow } from '#contract/apps/sign-on-modes.ts'
import type { ActiveStatus } from '#contract/interface/fields.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { appTarget, changeDetails } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import type { SecretBox } from '#db/secret-box.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { setStatus } from '../service/checks.ts'
import { removeSchema } from '../directory/profile-schemas.ts'
import { readOrganization } from '../organization/organization.ts'
import type { Service } from '../service/service.ts'
import { mapToDefaults } from './default-mappings.ts'
import { chooseKey } from '../signing-keys/signing-kid.ts'
import { findApps, lastNumberOf } from './apps.sql.ts'
import { settleKeys } from './client-keys.ts'
import { completeSecrets } from './client-secrets.ts'
import { assertFittingClient, newClientId, ownSecretOf, replacedClient } from './clients.ts'
import { appCondition } from './filter.sql.ts'
import type { AppWithPolicies } from '../snapshot/apps.sql.ts'
import { assertSelfService } from './self-service.ts'

/** Characters of a label that a name is made of. */
const NAMED_BY = 100

/**
 * Applications by id; `limit` −1 asks for as many as a page may hold (spec/4 §2.3).
 * @throws ApiError E0000053 for a filter that cannot be read, E0000029 for the cursor
 */
export async function listApps(
  { reader, store }: Pick<Service, 'reader' | 'store'>,
  query: { q?: string; filter?: string; limit: number; after?: string },
): Promise<Page<AppWithPolicies>> {
  const limit = query.limit < 1 ? LIMITS.page.apps.max : query.limit
  const visible = reader.visible('read', 'app').on('a.id')
  const place = { after: startAfter('app', query.after), limit: limit + 1 }
  const asked = { visible, q: query.q, filter: appCondition(query.filter), ...place }
  // A query that clients write is not kept as a prepared statement, and is bounded in time.
  const read = (from: Pick<Reader, 'all'>) => findApps(from, asked)
  const rows = query.filter === undefined ? await read(reader) : await store.searches.run(read, LIMITS.searchMs)
  return cutPage(rows, limit, ({ id }) => id)
}

/**
 * Makes an application. On Identity Engine it starts with the default policies, unless its kind is one that gets none
 * (spec/1 "Defaults" 2); a client starts with a secret (spec/5 §8.7).
 * @returns the id
 * @throws ApiError E0000001, E0000041; E0000043 and E0000044 for self-service
 */
export async function createApp(tx: Tx, box: SecretBox, body: AppWrite, activate: boolean): Promise<string> {
  tx.authorize('application.lifecycle.create', [], 'never')
  requireFittingScheme(body)
  const id = tx.newId('app')
  const { label, signOnMode } = body
  const problem = nameProblem({ name: body.name, signOnMode })
  if (problem) throw invalid('name', problem)
  const name = body.name ?? modeRow(signOnMode)?.name ?? (await freeName(tx, label))
  const status = activate ? 'ACTIVE' : 'INACTIVE'
  const stamp = { created: tx.now, lastUpdated: tx.now }
  const definition = await settleKeys(tx, null, appDefinition({ name, signOnMode }, withVisibility(name, body)))
  assertFittingClient(definition)
  const clientId = await newClientId(tx, body)
  const app = { id, name, label, status, signOnMode, system: false, clientId, definition, ...stamp } as const
  await assertSelfService(tx, { ...app, signingKid: null })
  await apps.insert(tx, app)
  await mapToDefaults(tx, id)
  tx.record({ type: 'application.lifecycle.create', targets: [appTarget({ id, name, label })] })
  await settleSecrets(tx, box, app, body)
  return id
}

/**
 * The name of an application that has no usual one: the organization's, the label's letters and digits, and a number that makes it
 * unique (spec/4 §2.3).
 */
async function freeName(tx: Tx, label: string): Promise<string> {
  const { subdomain } = await readOrganization(tx)
  const letters = label.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
  const stem = `${subdomain}_${letters.slice(0, NAMED_BY) || 'app'}_`
  return `${stem}${(await lastNumberOf(tx, stem)) + 1}`
}

type Client = Pick<AppRecord, 'id' | 'name' | 'label' | 'definition'>

async function settleSecrets(tx: Tx, box: SecretBox, app: Client, body: AppWrite): Promise<void> {
  const method = app.definition.credentials?.oauthClient?.token_endpoint_auth_method
  if (method) await completeSecrets(tx, box, app, method, ownSecretOf(body, method))
}

/** Shared credentials have a name; with another scheme each person has one. @throws ApiError E0000001, E0000041 */
function requireFittingScheme({ credentials = {} }: AppWrite): void {
  const { scheme, userName } = credentials
  const isShared = scheme === 'SHARED_USERNAME_AND_PASSWORD'
  if (isShared && !userName) throw invalid('credentials.userName', 'is required where all people share it')
  if (!isShared && userName) throw new ApiError('E0000041')
}

/**
 * Replaces all but name, sign-on mode, status, mappings, and what a client proves itself by where the body does not say it.
 * @throws ApiError E0000001, E0000041, E0000006 for an application of the platform, E0000024 for an inactive one by auto login;
 * E0000043 and E0000044 for self-service
 */
export async function replaceApp(tx: Tx, box: SecretBox, appId: string, body: AppWrite): Promise<void> {
  const before = await apps.require(tx, appId)
  tx.authorize('application.lifecycle.update', [appTarget(before)], 'well-formed')
  assertOwn(before)
  const { name, label } = body
  if (body.signOnMode !== before.signOnMode)
    throw invalid('signOnMode', `this application signs on by ${modeLabel(before.signOnMode)}; that cannot change`)
  if (name !== undefined && name !== before.name)
    throw invalid('name', `this application is of the kind ${before.name}; that cannot change`)
  requireFittingScheme(body)
  // As the public service was seen to refuse it (spec/5 §8.5), of this mode alone.
  if (before.signOnMode === 'AUTO_LOGIN' && before.status === 'INACTIVE')
    throw new ApiError('E0000024', { causes: [{ errorSummary: `${before.label} is inactive; activate it first` }] })
  const { features } = before.definition
  const asked = appDefinition(before, withVisibility(before.name, replacedClient(before, body)), features)
  const definition = await settleKeys(tx, before.definition, asked)
  assertFittingClient(definition)
  await assertSelfService(tx, { ...before, label, definition })
  await chooseKey(tx, before, body.credentials?.signing?.kid)
  const after = await apps.update(tx, before, { label, definition, lastUpdated: tx.now })
  const was = appDefinition(before, before.definition, features)
  const details = changeDetails({ label: before.label, ...was }, { label, ...definition })
  tx.record({ type: 'application.lifecycle.update', targets: [appTarget({ ...before, label }, details)] })
  await settleSecrets(tx, box, after, body)
}

/**
 * Deletes an inactive application with its assignments and mappings; conditions keep its id, dangling (spec/4 §1.9).
 * @throws ApiError E0000006 for an application of the platform, E0000056 while it is active
 */
export async function deleteApp(tx: Tx, appId: string): Promise<void> {
  const app = await apps.require(tx, appId)
  tx.authorize('application.lifecycle.delete', [appTarget(app)])
  assertOwn(app)
  if (app.status === 'ACTIVE')
    throw new ApiError('E0000056', { causes: [{ errorSummary: `${app.label} is active; deactivate it first` }] })
  await removeSchema(tx, app.id)
  await apps.remove(tx, app)
  const { label, status, signOnMode, definition } = app
  const details = changeDetails({ label, status, signOnMode, ...definition }, {})
  tx.record({ type: 'application.lifecycle.delete', targets: [appTarget(app, details)] })
}

/** @throws ApiError E0000006 for an application of the platform */
export async function setAppStatus(tx: Tx, appId: string, status: ActiveStatus): Promise<void> {
  const app = await apps.require(tx, appId)
  await setStatus(tx, apps, app, status, {
    events: { activate: 'application.lifecycle.activate', deactivate: 'application.lifecycle.deactivate' },
    targets: (details) => [appTarget(app, details)],
    check: assertOwn,
  })
}

/** Applications of the platform itself cannot be changed. */
function assertOwn({ system }: AppRecord): void {
  if (system) throw new ApiError('E0000006')
}
