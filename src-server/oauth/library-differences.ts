import { organizationIssuer } from '#contract/access/issuer.ts'
import { verifyAccessToken } from '#operations/oauth/verify-token.ts'
import { pushedRedirect } from './pushed-request.ts'
import { authenticateClient } from './client-authentication.ts'
import type { AppRecord } from '#db/tables/apps.ts'
import { clientSettings, requiresPkce } from './client-settings.ts'
import { decideGrant } from './grant.ts'
import type { OAuthService } from './decision-cache.ts'
import { OFFLINE_ACCESS, WANTS_REFRESH } from './library.ts'
import { OAuthError } from './oauth-error.ts'
import type { IssuerProvider } from './provider.ts'
import { scopesIn } from './requested-scopes.ts'
import type { AuthenticatedClient, Endpoint, OAuthRequest } from './request.ts'

/** A step before the library, and why it is needed. */
interface Difference {
  readonly at: readonly Endpoint[]
  /** What the library does otherwise. */
  readonly library: string
  /** What is done before it sees the request. */
  readonly ours: (service: OAuthService, request: OAuthRequest, provider: IssuerProvider) => void | Promise<void>
}

const CLIENT_ENDPOINTS = ['token', 'introspect', 'revoke', 'par', 'deviceAuthorize'] as const
const FOR_PEOPLE = ['authorize', 'par', 'deviceAuthorize'] as const

/** The ways in which the library differs from the interface, in the order of a request. */
export const DIFFERENCES: readonly Difference[] = [
  {
    at: CLIENT_ENDPOINTS,
    library:
      'knows one secret of a client, and no assertion without `jti`, nor one that ends later than the interface allows',
    ours: async (service, request) => {
      request.client = await authenticateClient(service, request, audiencesOf(service, request))
      const { app, clientId } = request.client
      const principal = { kind: 'client', id: app.id, login: clientId, displayName: app.label, tokenId: null } as const
      request.context = Object.freeze({ ...request.context, principal })
    },
  },
  {
    at: ['token'],
    library: 'lets unknown scopes pass, and asks neither policies nor the grants of an application',
    ours: async (service, request) => {
      request.grant = await decideGrant(service, request as OAuthRequest & { client: AuthenticatedClient })
      if (request.grant) request.form['scope'] = request.grant.scopes.join(' ')
    },
  },
  {
    at: ['token'],
    library:
      'binds a token to every key of which a proof comes; libraries of clients send one whether they are asked or not',
    ours: (_, { client, headers }) => {
      const isBound = client !== null && clientSettings(client.app).dpop_bound_access_tokens
      if (!isBound) delete headers['dpop']
      else if (!headers['dpop'])
        throw new OAuthError(
          'invalid_dpop_proof',
          'The tokens of this client are bound to a key: a DPoP proof is missing.',
        )
    },
  },
  {
    at: FOR_PEOPLE,
    library: 'asks for a proof of key where it is told to, and gives refresh tokens by consent alone',
    ours: async ({ decisions }, request) => {
      const { form } = request
      assertShort(form)
      // At the endpoint for requests that are pushed a client may say who it is outside the form.
      const app = request.client?.app ?? (await decisions.client(form['client_id'] ?? ''))
      const scopes = scopesIn(form['scope'])
      const isOffline = scopes.includes(OFFLINE_ACCESS)
      if (isOffline) form['scope'] = scopes.filter((scope) => scope !== OFFLINE_ACCESS).join(' ')
      // Never as it came: it says what the scopes say, and for whom that is allowed.
      form[WANTS_REFRESH] = String(isOffline && app !== undefined && mayRefresh(app))
      request.needsPkce = !app || requiresPkce(app)
    },
  },
  {
    at: ['authorize'],
    library: 'looks the client up before it has read what was pushed, and with it where the client may be answered',
    ours: async (service, request) => {
      const pushed = request.form['request_uri']
      if (pushed !== undefined) request.redirectUri = await pushedRedirect(service, request.issuer, pushed)
    },
  },
  {
    at: ['device'],
    library: 'sends a code that the address brings on by a script',
    ours: (_, request) => {
      if (request.method !== 'GET') return
      request.userCode = (request.form['user_code'] ?? '').slice(0, 20)
      delete request.form['user_code']
    },
  },
  {
    at: ['introspect', 'revoke'],
    library: 'knows no access token that it has signed; it finds those that are on record by their ids',
    ours: async (service, request) => {
      const { issuer, form } = request
      const value = form['token'] ?? ''
      if (!value.includes('.')) return
      const expected = { server: issuer.server?.id ?? null, issuer: issuer.address }
      // Never what was sent: the library refuses what looks like a token of its own.
      form['token'] = (await verifyAccessToken(service, value, expected))?.jti ?? 'not-signed-here'
    },
  },
  {
    at: CLIENT_ENDPOINTS,
    library: 'asks each client for a proof of its own kind',
    ours: (_, request, { clientSecret }) => {
      const { client, form, headers } = request
      for (const name of ['client_assertion', 'client_assertion_type', 'client_secret']) delete form[name]
      delete headers['authorization']
      if (!client) return
      form['client_id'] = client.clientId
      if (client.method !== 'none') form['client_secret'] = clientSecret
    },
  },
]

/**
 * Characters of a request for a person. WHY: it is stored while the person is asked, and anyone can send one; a form could hold
 * a megabyte, an address no more than this.
 */
const LONGEST_REQUEST = 16_384

/** @throws OAuthError invalid_request */
function assertShort(form: OAuthRequest['form']): void {
  const length = Object.values(form).reduce((sum, value) => sum + value.length, 0)
  if (length > LONGEST_REQUEST)
    throw new OAuthError('invalid_request', `A request for a person has at most ${LONGEST_REQUEST} characters.`)
}

const mayRefresh = (app: AppRecord) => clientSettings(app).grant_types.includes('refresh_token')

/** What an assertion may be addressed to: the endpoint and the issuer, by either name of this machine (spec/4 §3.5). */
function audiencesOf({ url }: OAuthService, { issuer, path }: OAuthRequest): string[] {
  const token = path.replace(/\/v1\/\w+$/, '/v1/token')
  const organization = organizationIssuer(url())
  const below = [issuer.address.slice(organization.length), path, token]
  return [organization, url()].flatMap((base) => below.map((place) => `${base}${place}`))
}
