import { col, fn, Op, where } from 'sequelize'
import {
  methodProblem,
  usesSecret,
  type ClientAuthMethod,
  type ClientCredentialsWrite,
} from '#contract/apps/client-credentials.ts'
import { isClientKind } from '#contract/apps/app-kinds.ts'
import type { AppWrite } from '#contract/apps/app-write.ts'
import { appDefinition, type AppDefinition } from '#contract/apps/definition.ts'
import { ApiError, invalid, notFound } from '#contract/interface/api-error.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'

const FIELD = 'credentials.oauthClient'

/** By which an application goes as a client (spec/5 §8.4). */
export const clientIdOf = ({ id, clientId }: Pick<AppRecord, 'id' | 'clientId'>): string => clientId ?? id

/** Holds for the application that goes by an id as a client. WHY so many words: by the index on this. */
export const goesBy = (clientId: string) => where(fn('coalesce', col('client_id'), col('id')), clientId)

/** The application that goes by an id as a client; undefined where there is none, or where it brings its own client. */
export async function clientWithId(reader: Reader, clientId: string): Promise<AppRecord | undefined> {
  const app = await apps.findOne(reader, { where: goesBy(clientId) })
  return app && authMethodOf(app) !== null ? app : undefined
}

/** The application that goes by an id as a client. @throws ApiError E0000007 */
export async function requireClientApp(reader: Reader, clientId: string): Promise<AppRecord> {
  const app = await clientWithId(reader, clientId)
  if (!app) throw notFound(clientId, 'PublicClientApp')
  return app
}

/** How an application proves at the token endpoint that it is itself; null for what is no client. */
export function authMethodOf(app: AppRecord): ClientAuthMethod | null {
  const { credentials } = appDefinition(app, app.definition, app.definition.features)
  return credentials.oauthClient?.token_endpoint_auth_method ?? null
}

/** A client that requests may change. @throws ApiError E0000006 for an application of the platform, E0000001 for what is no client */
export function requireClient(app: AppRecord): ClientAuthMethod {
  if (app.system) throw new ApiError('E0000006')
  const method = authMethodOf(app)
  if (method === null)
    throw invalid(
      'appId',
      `${app.label} is no client of this service; only OPENID_CONNECT of one's own has client credentials`,
      'path',
    )
  return method
}

/**
 * The id that a request gives a new client.
 * @returns null where it gives none: then it goes by the application's own
 * @throws ApiError E0000001 where another client has it, or an application that goes by another one: who means that would get this
 */
export async function newClientId(reader: Reader, { credentials }: AppWrite): Promise<string | null> {
  const id = credentials?.oauthClient?.client_id
  if (!id) return null
  if (await apps.exists(reader, { [Op.or]: [goesBy(id), { id }] }))
    throw invalid(`${FIELD}.client_id`, 'another client or application has this id')
  return id
}

/**
 * What is to be of a client once a body has replaced its application. What the body leaves out stays: a client that loses its way to
 * prove itself, because who wrote the body did not know of it, is cut off.
 * @throws ApiError E0000001 for another id
 */
export function replacedClient(before: AppRecord, body: AppWrite): AppWrite {
  if (!isClientKind(before)) return body
  const given = body.credentials?.oauthClient ?? {}
  const id = given.client_id ?? clientIdOf(before)
  if (id !== clientIdOf(before))
    throw invalid(`${FIELD}.client_id`, `this client is ${clientIdOf(before)}; its id cannot change`)
  const said = Object.entries(given).filter(([, value]) => value !== null && value !== undefined)
  const oauthClient: ClientCredentialsWrite = {
    ...before.definition.credentials?.oauthClient,
    ...Object.fromEntries(said),
  }
  return { ...body, credentials: { ...body.credentials, oauthClient } }
}

/** Refuses what cannot work together. @throws ApiError E0000001 */
export function assertFittingClient({ credentials, settings }: AppDefinition): void {
  const client = credentials?.oauthClient
  if (!client) return
  const { application_type: type } = (settings['oauthClient'] ?? {}) as { application_type?: unknown }
  const problem = methodProblem(type, client.token_endpoint_auth_method)
  if (problem) throw invalid(`${FIELD}.token_endpoint_auth_method`, problem)
}

/** The secret that a body brings for its client. @throws ApiError E0000001 where the method has no use for it */
export function ownSecretOf(body: AppWrite, method: ClientAuthMethod): string | undefined {
  const secret = body.credentials?.oauthClient?.client_secret ?? undefined
  if (secret !== undefined && !usesSecret(method))
    throw invalid(`${FIELD}.client_secret`, `a client of the method ${method} has no secret`)
  return secret
}
