import { exportJWK, generateKeyPair, SignJWT } from 'jose'

import { ASSERTION_TYPE } from '#contract/apps/client-credentials.ts'

type Call = (id: string, input?: { params?: Record<string, string>; body?: unknown }) => Promise<unknown>

interface App {
  id: string
  credentials: { oauthClient: { client_id: string; client_secret?: string } }
  _links: { users: { href: string } }
}

const SERVICE = { application_type: 'service', grant_types: ['client_credentials'], response_types: ['token'] }

const POLICY = {
  ...{ type: 'OAUTH_AUTHORIZATION_POLICY', name: 'All clients', description: 'All of them' },
  conditions: { clients: { include: ['ALL_CLIENTS'] } },
}
const RULE = {
  ...{ type: 'RESOURCE_ACCESS', name: 'All scopes' },
  conditions: { grantTypes: { include: ['client_credentials'] }, scopes: { include: ['*'] } },
  actions: { token: { accessTokenLifetimeMinutes: 60 } },
}

/** A client that signs with its own key asks the organization, and one with a secret an authorization server. */
export async function askIssuers(call: Call): Promise<void> {
  await askOrganization(call)
  const authServerId = await askServer(call)
  if (authServerId !== undefined) await askForPeople(call, { authServerId })
}

const CALLBACK = 'https://app.example.test/back'
const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code'
const WEB = { application_type: 'web', grant_types: ['authorization_code', DEVICE_CODE], redirect_uris: [CALLBACK] }

/** A client that signs people in pushes what it would ask for, and asks for a device, at the organization and at a server. */
async function askForPeople(call: Call, params: { authServerId: string }): Promise<void> {
  await call('replaceSignInSettings', { body: { enabled: true } })
  // Whose addresses and grants have to go together.
  await call('createOAuthClient', { body: { client_name: 'Registers itself', response_types: ['code'], ...WEB } })
  const app = (await call('createApp', {
    body: { label: 'Signs people in', signOnMode: 'OPENID_CONNECT', settings: { oauthClient: WEB } },
  })) as App | undefined
  if (!app) return
  const { client_id, client_secret = '' } = app.credentials.oauthClient
  const asked = { response_type: 'code', redirect_uri: CALLBACK, scope: 'openid', state: 's' }
  const body = { ...asked, client_id, client_secret }
  await call('pushAuthorizationRequest', { body })
  await call('pushServerAuthorizationRequest', { params, body })
  const ofDevice = { scope: 'openid', client_id, client_secret }
  await call('authorizeDevice', { body: ofDevice })
  await call('authorizeServerDevice', { params, body: ofDevice })
}

async function askOrganization(call: Call): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'one', use: 'sig' }
  const app = (await call('createApp', {
    body: {
      ...{ label: 'Signs with a key', signOnMode: 'OPENID_CONNECT' },
      credentials: { oauthClient: { token_endpoint_auth_method: 'private_key_jwt' } },
      settings: { oauthClient: { ...SERVICE, jwks: { keys: [jwk] } } },
    },
  })) as App | undefined
  if (!app) return
  const { origin } = new URL(app._links.users.href)
  await call('grantScope', { params: { appId: app.id }, body: { issuer: origin, scopeId: 'svc.groups.read' } })
  const proof = async () => ({
    client_assertion_type: ASSERTION_TYPE,
    client_assertion: await new SignJWT({})
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setIssuer(app.id)
      .setSubject(app.id)
      .setAudience(`${origin}/oauth2/v1/token`)
      .setExpirationTime('5 minutes')
      .sign(privateKey),
  })
  const grant = { grant_type: 'client_credentials', scope: 'svc.groups.read' }
  const granted = (await call('requestToken', { body: { ...grant, ...(await proof()) } })) as
    { access_token: string } | undefined
  const token = granted?.access_token ?? ''
  await call('introspectToken', { body: { token, ...(await proof()) } })
  await call('revokeAccessToken', { body: { token, ...(await proof()) } })
}

async function askServer(call: Call): Promise<string | undefined> {
  const server = (await call('createAuthorizationServer', {
    body: { name: 'Gives tokens', audiences: ['api://things'] },
  })) as { id: string } | undefined
  if (!server) return undefined
  await trustServer(call, server.id)
  const params = { authServerId: server.id }
  const policy = (await call('createServerPolicy', { params, body: POLICY })) as { id: string } | undefined
  if (!policy) return undefined
  await call('createServerRule', { params: { ...params, policyId: policy.id }, body: RULE })
  await call('createServerScope', { params, body: { name: 'things.read' } })
  const app = (await call('createApp', {
    body: { label: 'Has one secret', signOnMode: 'OPENID_CONNECT', settings: { oauthClient: SERVICE } },
  })) as App | undefined
  if (!app) return undefined
  const { client_id, client_secret = '' } = app.credentials.oauthClient
  const [secret] = ((await call('listClientSecrets', { params: { appId: app.id } })) ?? []) as { id: string }[]
  if (secret) await call('getClientSecret', { params: { appId: app.id, secretId: secret.id } })
  const proof = { client_id, client_secret }
  const body = { grant_type: 'client_credentials', scope: 'things.read', ...proof }
  const granted = (await call('requestServerToken', { params, body })) as { access_token: string } | undefined
  const token = granted?.access_token ?? ''
  await call('introspectServerToken', { params, body: { token, ...proof } })
  await call('revokeServerToken', { params, body: { token, ...proof } })
  return server.id
}

/** One that another server trusts, and then does no longer. */
async function trustServer(call: Call, id: string): Promise<void> {
  const params = { authServerId: 'default' }
  await call('associateServers', { params, body: { trusted: [id] } })
  await call('deleteAssociatedServer', { params: { ...params, associatedServerId: id } })
}
