import { TestBrowser } from '../helpers/browser.ts'
import { authorizeAddress, CALLBACK, PASSWORD, signIn } from '../helpers/sign-in.ts'
import type { WireReply, WireRequest } from './send.ts'

type Call = (
  id: string,
  input?: { params?: Record<string, string>; query?: [string, string][]; body?: unknown },
) => Promise<unknown>

interface Stage {
  call: Call
  send: (request: WireRequest) => Promise<WireReply>
}

interface Made {
  id: string
}
interface App extends Made {
  credentials: { oauthClient: { client_id: string; client_secret?: string } }
  _links: { users: { href: string } }
}

/** Consent is asked for, and given once; what it gives works while the person is away. */
const WEB = {
  ...{ application_type: 'web', grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] },
  ...{ redirect_uris: [CALLBACK], consent_method: 'REQUIRED' },
}
const SCOPE = 'openid email offline_access'

const EVERYONE = { users: { include: [] }, groups: { include: ['EVERYONE'] } }
const RULE = {
  ...{ type: 'RESOURCE_ACCESS', name: 'All who sign in' },
  conditions: { people: EVERYONE, grantTypes: { include: ['authorization_code'] }, scopes: { include: ['*'] } },
  actions: { token: { accessTokenLifetimeMinutes: 60 } },
}
const POLICY = {
  ...{ type: 'OAUTH_AUTHORIZATION_POLICY', name: 'Who sign in', description: 'All of them' },
  conditions: { clients: { include: ['ALL_CLIENTS'] } },
}

/** Somebody who signs in to a client, at the service. */
interface SigningIn extends Stage {
  port: number
  login: string
  params: { userId: string; appId: string }
  credentials: { client_id: string; client_secret: string }
}

/**
 * A person signs in over the pages, at the organization and at a server; what then exists is read and taken away again: tokens, what they
 * have consented to, and their session. WHY before all else: what the run makes later may let nobody in.
 */
export async function signPeopleIn(stage: Stage): Promise<void> {
  const { call } = stage
  await call('replaceSignInSettings', { body: { enabled: true } })
  const login = 'signs.in@example.test'
  const profile = { login, email: login, firstName: 'Signe', lastName: 'Inn' }
  const user = (await call('createUser', {
    query: [['activate', 'true']],
    body: { profile, credentials: { password: { value: PASSWORD } } },
  })) as Made | undefined
  const app = (await call('createApp', {
    body: { label: 'Asks people', signOnMode: 'OPENID_CONNECT', settings: { oauthClient: WEB } },
  })) as App | undefined
  const authServerId = await serverForPeople(call)
  if (!user || !app || authServerId === undefined) return
  await call('assignAppUser', { params: { appId: app.id }, body: { id: user.id } })
  const { client_id, client_secret = '' } = app.credentials.oauthClient
  const signingIn: SigningIn = {
    ...{ ...stage, login, port: Number(new URL(app._links.users.href).port) },
    ...{ params: { userId: user.id, appId: app.id }, credentials: { client_id, client_secret } },
  }
  await useOrganization(signingIn)
  await useServer(signingIn, authServerId)
  await endSessions(signingIn)
  await leave(signingIn)
}

/** WHY: the sample organization only goes into a workspace without people and applications. */
async function leave({ call, params: { userId, appId } }: SigningIn): Promise<void> {
  for (const id of ['resetFactors', 'deactivateUser', 'deleteUser']) await call(id, { params: { userId } })
  for (const id of ['deactivateApp', 'deleteApp']) await call(id, { params: { appId } })
}

async function serverForPeople(call: Call): Promise<string | undefined> {
  const body = { name: 'Lets people in', audiences: ['api://people'] }
  const server = (await call('createAuthorizationServer', { body })) as Made | undefined
  if (!server) return undefined
  const params = { authServerId: server.id }
  const policy = (await call('createServerPolicy', { params, body: POLICY })) as Made | undefined
  if (policy) await call('createServerRule', { params: { ...params, policyId: policy.id }, body: RULE })
  return server.id
}

/** From the request of the client to its code. @param base of the issuer, as its paths begin */
async function codeOf({ port, login, credentials }: SigningIn, base: string): Promise<string> {
  const browser = new TestBrowser({ port })
  const address = authorizeAddress(credentials.client_id, { scope: SCOPE }, `${base}/v1/authorize`)
  const asked = await signIn(browser, address, login)
  const { url } = asked.url.startsWith(CALLBACK) ? asked : await browser.send({ act: 'consent' })
  return new URL(url).searchParams.get('code') ?? ''
}

const tokenForm = ({ credentials }: SigningIn, code: string) => ({
  ...{ grant_type: 'authorization_code', code, redirect_uri: CALLBACK },
  ...credentials,
})

async function askAboutPerson({ send }: Stage, base: string, given: unknown): Promise<void> {
  const token = (given as { access_token: string } | undefined)?.access_token ?? ''
  const headers = { Authorization: `Bearer ${token}` }
  for (const method of ['GET', 'POST']) await send({ method, target: `${base}/v1/userinfo`, headers })
}

async function useOrganization(signingIn: SigningIn): Promise<void> {
  const { call, params, credentials } = signingIn
  const { userId, appId } = params
  const ofClient = { userId, clientId: credentials.client_id }
  const code = await codeOf(signingIn, '/oauth2')
  await askAboutPerson(signingIn, '/oauth2', await call('requestToken', { body: tokenForm(signingIn, code) }))
  const [token] = ((await call('listAppTokens', { params: { appId } })) ?? []) as Made[]
  for (const id of ['getAppToken', 'revokeAppToken'])
    if (token) await call(id, { params: { appId, tokenId: token.id } })
  await call('requestToken', { body: tokenForm(signingIn, await codeOf(signingIn, '/oauth2')) })
  const [other] = ((await call('listUserClientTokens', { params: ofClient })) ?? []) as Made[]
  for (const id of ['getUserClientToken', 'revokeUserClientToken'])
    if (other) await call(id, { params: { ...ofClient, tokenId: other.id } })
  const [grant] = ((await call('listUserGrants', { params: { userId } })) ?? []) as Made[]
  for (const id of ['getUserGrant', 'revokeUserGrant'])
    if (grant) await call(id, { params: { userId, grantId: grant.id } })
}

async function useServer(signingIn: SigningIn, authServerId: string): Promise<void> {
  const { call, credentials } = signingIn
  const base = `/oauth2/${authServerId}`
  const body = tokenForm(signingIn, await codeOf(signingIn, base))
  await askAboutPerson(signingIn, base, await call('requestServerToken', { params: { authServerId }, body }))
  const ofClient = { authServerId, clientId: credentials.client_id }
  const [token] = ((await call('listServerClientTokens', { params: ofClient })) ?? []) as Made[]
  for (const id of ['getServerClientToken', 'revokeServerClientToken'])
    if (token) await call(id, { params: { ...ofClient, tokenId: token.id } })
}

/** A session is known by the event with which it began. */
async function endSessions({ call, params }: SigningIn): Promise<void> {
  const filter = `eventType eq "user.session.start" and actor.id eq "${params.userId}"`
  const events = ((await call('listLogEvents', { query: [['filter', filter]] })) ?? []) as {
    debugContext: { debugData: { sessionId?: string } }
  }[]
  const sessionId = events.at(-1)?.debugContext.debugData.sessionId
  if (sessionId === undefined) return
  for (const id of ['getSession', 'refreshSession', 'endSession']) await call(id, { params: { sessionId } })
}
