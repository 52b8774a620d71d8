import { otherSettings, registeredSettings, type RegisteredClientWrite } from '#contract/apps/registered-client.ts'
import type { AppWrite } from '#contract/apps/app-write.ts'
import { appDefinition } from '#contract/apps/definition.ts'
import { usesSecret } from '#contract/apps/client-credentials.ts'
import { ApiError, invalid, notFound } from '#contract/interface/api-error.ts'
import { appTarget } from '#contract/log/targets.ts'
import type { Reader, Tx } from '#audit-log/transaction.ts'
import { cutPage, startAfter, type Page } from '#db/page.ts'
import type { SecretBox } from '#db/secret-box.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import { findClients } from './apps.sql.ts'
import { createApp, deleteApp, replaceApp, setAppStatus } from './apps.ts'
import { createClientSecret, deleteClientSecret, secretsOf, setClientSecretStatus } from './client-secrets.ts'
import { authMethodOf, clientWithId } from './clients.ts'

/** Clients, by the ids of their applications; those of the platform are left out. @throws ApiError E0000029 */
export async function listClients(
  reader: Reader,
  { q, limit, after }: { q?: string | undefined; limit: number; after?: string | undefined },
): Promise<Page<AppRecord>> {
  const rows = await findClients(reader, { q, after: startAfter('app', after), limit: limit + 1 })
  const { items, next } = cutPage(rows, limit, ({ id }) => id)
  return { items: items.filter((app) => authMethodOf(app) !== null), next }
}

/** @throws ApiError E0000007 also for a client of the platform */
export async function requireRegisteredClient(reader: Reader, clientId: string): Promise<AppRecord> {
  const app = await clientWithId(reader, clientId)
  if (!app || app.system) throw notFound(clientId, 'PublicClientApp')
  return app
}

/** What a registration asks of the application; what it has no name for is as it was, or as in a new one. */
function appWriteOf(body: RegisteredClientWrite, before: AppRecord | null): AppWrite {
  const { client_name: label, client_id, client_secret, token_endpoint_auth_method } = body
  const held = before ? appDefinition(before, before.definition, before.definition.features) : null
  const { refresh_token, ...kept } = otherSettings((held?.settings['oauthClient'] ?? {}) as Record<string, unknown>)
  const oauthClient = {
    ...kept,
    ...(body.grant_types.includes('refresh_token') && refresh_token ? { refresh_token } : {}),
    ...registeredSettings(body),
  }
  return {
    ...(held && {
      ...{ accessibility: held.accessibility, visibility: held.visibility },
      ...(held.profile ? { profile: held.profile } : {}),
    }),
    ...{ label, signOnMode: 'OPENID_CONNECT' },
    credentials: {
      ...(held && { userNameTemplate: held.credentials.userNameTemplate }),
      oauthClient: { client_id, client_secret, token_endpoint_auth_method },
    },
    settings: { ...held?.settings, oauthClient },
  } as AppWrite
}

/** Registers a client. @returns its id as a client @throws ApiError as {@link createApp} */
export async function registerClient(tx: Tx, box: SecretBox, body: RegisteredClientWrite): Promise<string> {
  const appId = await createApp(tx, box, appWriteOf(body, null), true)
  return body.client_id ?? appId
}

/** @throws ApiError E0000007, and as {@link replaceApp} */
export async function replaceClient(
  tx: Tx,
  box: SecretBox,
  clientId: string,
  body: RegisteredClientWrite,
): Promise<void> {
  const app = await requireRegisteredClient(tx, clientId)
  await replaceApp(tx, box, app.id, appWriteOf(body, app))
}

/** Deletes a client, which its registration cannot deactivate first. @throws ApiError E0000007 */
export async function deleteClient(tx: Tx, clientId: string): Promise<void> {
  const app = await requireRegisteredClient(tx, clientId)
  tx.authorize('application.lifecycle.delete', [appTarget(app)])
  if (app.status === 'ACTIVE') await setAppStatus(tx, app.id, 'INACTIVE')
  await deleteApp(tx, app.id)
}

/** Gives a client another secret in the place of those that it has. @throws ApiError E0000007, E0000001 for one that has no use for it */
export async function replaceSecret(tx: Tx, box: SecretBox, clientId: string): Promise<void> {
  const app = await requireRegisteredClient(tx, clientId)
  tx.authorize('app.oauth2.credentials.lifecycle.create', [appTarget(app)])
  const method = authMethodOf(app)
  if (method === null) throw new ApiError('E0000006')
  if (!usesSecret(method))
    throw invalid('clientId', `this client proves itself by ${method}, which has no use for a secret`, 'path')
  const held = await secretsOf(tx, app.id)
  const end = async ({ id, status }: (typeof held)[number]) => {
    if (status === 'ACTIVE') await setClientSecretStatus(tx, app.id, id, 'INACTIVE')
    await deleteClientSecret(tx, app.id, id)
  }
  // The last active one cannot be ended before there is another, and there is no room for a third.
  const last = held.findLast(({ status }) => status === 'ACTIVE')
  for (const secret of held) if (secret !== last) await end(secret)
  await createClientSecret(tx, box, app.id)
  if (last) await end(last)
}
