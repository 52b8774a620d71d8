import { LIMITS } from '#contract/interface/limits.ts'
import { OAUTH_SCOPES } from '#contract/interface/oauth-scopes.ts'
import { SYSTEM_SCOPES } from '#contract/access/server-scope.ts'
import type { AuthorizationServerRecord } from '#db/tables/authorization-servers.ts'
import { clientSettings } from './client-settings.ts'
import type { OAuthService } from './decision-cache.ts'
import { DEVICE_CODE } from './library.ts'
import { defaultScopes, scopesIn, tooManyScopes } from './requested-scopes.ts'
import { decideTokens } from './token-policy.ts'
import { OAuthError } from './oauth-error.ts'
import type { AuthenticatedClient, Grant, OAuthRequest } from './request.ts'

type GrantService = Pick<OAuthService, 'decisions' | 'snapshot' | 'clock' | 'zones'>
type OfClient = OAuthRequest & { client: AuthenticatedClient }

/** The grants that are given here. */
export const GRANT_TYPES: readonly string[] = ['authorization_code', 'refresh_token', 'client_credentials', DEVICE_CODE]

/**
 * Decides a token request of a client for itself; null for a request with a person's grant, which the library looks up
 * first. At the organization's own server scopes are those that the client was granted; at any other, those of
 * the server, as its policies decide.
 * @throws OAuthError
 */
export async function decideGrant(service: GrantService, request: OfClient): Promise<Grant | null> {
  const { form, issuer, client, context } = request
  const grantType = form['grant_type']
  if (!grantType) throw new OAuthError('invalid_request', 'grant_type is missing.')
  if (!GRANT_TYPES.includes(grantType))
    throw new OAuthError('unsupported_grant_type', `${grantType} is not given here.`)
  const { grant_types: allowed, network } = clientSettings(client.app)
  if (!allowed.includes(grantType))
    throw new OAuthError('unauthorized_client', `The client may not use the grant type ${grantType}.`)
  const address = context.client?.ip ?? ''
  if (network?.connection === 'ZONE' && !(await service.zones.admits(networkOf(network), address)))
    throw new OAuthError('access_denied', `The client may not ask for tokens from ${address}.`)
  if (grantType !== 'client_credentials') return null
  const asked = scopesIn(form['scope'])
  const problem = tooManyScopes(asked)
  if (problem !== null) throw new OAuthError('invalid_scope', problem)
  return issuer.server
    ? ofServer(service, { client, grantType, asked, server: issuer.server, request })
    : ofOrganization(service, { client, grantType, asked })
}

/** A network of which only one list counts, as those of rules. */
const networkOf = ({ include = [], exclude = [] }: { include?: string[]; exclude?: string[] }) =>
  include.length > 0 ? ({ connection: 'ZONE', include } as const) : ({ connection: 'ZONE', exclude } as const)

interface Asked {
  client: AuthenticatedClient
  grantType: string
  asked: readonly string[]
}

const unknown = (scopes: readonly string[]) =>
  new OAuthError('invalid_scope', `There is no scope ${scopes.join(', ')} here.`)

async function ofOrganization({ decisions }: GrantService, { client, grantType, asked }: Asked): Promise<Grant> {
  if (client.method !== 'private_key_jwt')
    throw new OAuthError('invalid_client', 'For scopes of this interface a client proves itself by private_key_jwt.')
  if (asked.length === 0) throw new OAuthError('invalid_scope', 'scope is missing.')
  const strange = asked.filter((scope) => !OAUTH_SCOPES.includes(scope))
  if (strange.length > 0) throw unknown(strange)
  const held = await decisions.grantsOf(client.app.id)
  const missing = asked.filter((scope) => !held.has(scope))
  if (missing.length > 0) throw new OAuthError('invalid_scope', `The client was not granted ${missing.join(', ')}.`)
  return { grantType, scopes: asked, lifetimeS: LIMITS.organizationTokenSeconds }
}

interface AskedOfServer extends Asked {
  server: AuthorizationServerRecord
  /** Keeps what policies were asked. */
  request: Pick<OAuthRequest, 'judgement'>
}

async function ofServer(service: GrantService, { asked, ...of }: AskedOfServer): Promise<Grant> {
  const { server } = of
  const { scopes: known } = await service.decisions.contentsOf(server.id)
  const scopes = asked.length > 0 ? asked : await defaultScopes(service, server)
  if (scopes.length === 0)
    throw new OAuthError('invalid_scope', 'scope is missing, and the authorization server has no default scopes.')
  const names = new Set(known.map(({ name }) => name))
  const strange = scopes.filter((scope) => !names.has(scope))
  if (strange.length > 0) throw unknown(strange)
  const ofPeople = scopes.filter((scope) => Object.hasOwn(SYSTEM_SCOPES, scope))
  if (ofPeople.length > 0)
    throw new OAuthError(
      'invalid_scope',
      `${ofPeople.join(', ')} are for tokens of people, not of a client for itself.`,
    )
  return decideByPolicy(service, { ...of, asked: scopes })
}

async function decideByPolicy(
  service: GrantService,
  { client, grantType, asked, server, request }: AskedOfServer,
): Promise<Grant> {
  const context = { authorizationServerId: server.id, clientId: client.app.id, grantType, scopes: asked }
  const { decision, granted } = await decideTokens(service, context)
  request.judgement = { grantType, scopes: asked, decision }
  if (!granted)
    throw new OAuthError('access_denied', `No policy of ${server.name} gives the client these scopes by ${grantType}.`)
  return { grantType, scopes: asked, lifetimeS: granted.lifetimeS }
}
