import { TestBrowser } from '../../helpers/browser.ts'
import { anAccessToken, aServiceClient, assertionOf, credentialsForm, post } from '../../helpers/oauth-clients.ts'
import type { TestServer } from '../../helpers/server.ts'
import {
  aChallenge,
  allowCodes,
  answerIn,
  aPerson,
  authorizeAddress,
  aWebClient,
  CALLBACK,
  codeOf,
  exchange,
  PASSWORD,
  provePassword,
  secretIn,
  type TestPerson,
} from '../../helpers/sign-in.ts'
import type { Secret } from './find-secrets.ts'

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
const OWN = {
  clientSecret: 'own-secret-of-a-client-0123456789',
  hookHeader: 'Basic aG9vazpsb25nLXNlY3JldC1vZi1hLWhvb2s=',
  providerSecret: 'secret-of-a-provider-0123456789',
  remoteToken: 'token-of-an-instance-elsewhere-0123456789',
  answer: 'a grey cat by the name of Mortimer',
  newPassword: 'Another-horse-7-battery',
  wrongPassword: 'Wrong-horse-5-battery-typed',
} as const

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** One of everything that lets somebody in, made and used over the interface and the pages as its holders do. */
export async function makeSecrets(server: TestServer): Promise<Secret[]> {
  return [
    { name: 'the token of the administrator', value: server.token, mayBeIn: /\.token$/ },
    ...(await ofAdministrators(server)),
    ...(await ofServices(server)),
    ...(await ofPeople(server)),
    ...(await ofDevices(server)),
  ].map((secret) => {
    if (secret.value.length < 8) throw new Error(`${secret.name} was not made`)
    return secret
  })
}

async function ofAdministrators({ client, make }: TestServer): Promise<Secret[]> {
  const { body } = await client.call('createApiToken', { body: { name: 'A script' } })
  const config = {
    uri: 'https://desk.example.com/hook',
    authScheme: { type: 'HEADER' as const, key: 'Authorization', value: OWN.hookHeader },
  }
  await client.call('createEventHook', {
    body: {
      name: 'Desk',
      events: { type: 'EVENT_TYPE', items: ['user.account.lock'] },
      channel: { type: 'HTTP', version: '1.0.0', config },
    },
  })
  const remote = { name: 'Elsewhere', address: 'http://127.0.0.1:1' }
  const authentication = { type: 'API_TOKEN' as const, token: OWN.remoteToken }
  const { id } = (await client.call('createConnection', { body: { ...remote, authentication } })).body
  const serviceApp = { type: 'SERVICE_APP' as const, clientId: 'x', scopes: ['svc.groups.read'] }
  await client.call('createConnection', { body: { ...remote, name: 'By key', authentication: serviceApp } })
  await client.call('replaceConnection', {
    params: { connectionId: id },
    body: { ...remote, name: 'Renamed', authentication: { type: 'API_TOKEN' } },
  })
  const credentials = { client: { client_id: 'gatehouse', client_secret: OWN.providerSecret } }
  await make.anIdentityProvider('OIDC', { protocol: { type: 'OIDC', credentials } })
  return [
    { name: 'an API token', value: body.token },
    { name: 'the header of an event hook', value: OWN.hookHeader },
    { name: 'the secret at an identity provider', value: OWN.providerSecret },
    { name: 'the token of an instance elsewhere', value: OWN.remoteToken },
  ]
}

async function ofServices(server: TestServer): Promise<Secret[]> {
  const service = await aServiceClient(server, { scopes: ['svc.groups.read'] })
  const assertion = await assertionOf(server, service, { claims: { jti: 'once' } })
  await post(server, '/oauth2/v1/token', credentialsForm(assertion, 'svc.groups.read'))
  const accessToken = await anAccessToken(server, service, 'svc.groups.read')
  await fetch(`${server.url}/api/v1/groups`, { headers: { Authorization: `Bearer ${accessToken}` } })
  const app = await aWebClient(server, { credentials: { client_secret: OWN.clientSecret } })
  const { body } = await server.client.call('createClientSecret', { params: { appId: app.appId }, body: {} })
  // What does not let in is written down as carelessly as what does.
  await exchange(server, { clientId: app.clientId, secret: `${OWN.clientSecret}-mistyped` }, 'no-code')
  return [
    { name: 'an assertion', value: signatureOf(assertion) },
    { name: 'an access token of a client', value: signatureOf(accessToken) },
    { name: 'the own secret of a client', value: OWN.clientSecret },
    { name: 'a random secret of a client', value: text(body.client_secret) },
  ]
}

/** All else of a JWT can be told by who knows what it says. */
const signatureOf = (jwt: string) => jwt.split('.')[2] ?? ''

async function ofPeople(server: TestServer): Promise<Secret[]> {
  const { client } = server
  await client.call('replaceSignInSettings', { body: { enabled: true } })
  const app = await aWebClient(server)
  const ada = await aPerson(server, 'ada@example.com', [app])
  await client.call('changeRecoveryQuestion', {
    params: { userId: ada.id },
    body: { password: { value: PASSWORD }, recovery_question: { question: 'First pet?', answer: OWN.answer } },
  })
  await allowCodes(server)
  const browser = new TestBrowser(server)
  const { verifier, challenge } = aChallenge()
  const asked = { scope: 'openid offline_access', code_challenge: challenge, code_challenge_method: 'S256' }
  await provePassword(browser, authorizeAddress(app.clientId, asked), ada.login, OWN.wrongPassword)
  await browser.send({ act: 'password', password: PASSWORD })
  await browser.send({ act: 'choose', method: 'svc_verify/TOTP' })
  const secret = secretIn(browser.shown)
  await browser.send({ act: 'setUp', code: codeOf(server, secret) })
  const shown = browser.shown.url.startsWith(CALLBACK) ? browser.shown : await browser.send({ act: 'consent' })
  const grant = answerIn(shown)['code'] ?? ''
  const tokens = (await exchange(server, app, grant, verifier)).body
  await leaveQuestion(server, browser, ada)
  const cookies = [...browser.cookies()].map(([name, { value }]) => ({
    name: `the cookie ${name.replace(/ .*/, '')}`,
    value,
  }))
  await client.call('changePassword', {
    params: { userId: ada.id },
    body: { oldPassword: { value: PASSWORD }, newPassword: { value: OWN.newPassword } },
  })
  return [
    ...cookies.filter(({ value }) => value.length >= 16),
    { name: 'a password', value: PASSWORD },
    { name: 'a new password', value: OWN.newPassword },
    { name: 'a mistyped password', value: OWN.wrongPassword },
    { name: 'the answer to a recovery question', value: OWN.answer },
    { name: 'the secret of an authenticator app', value: secret },
    { name: 'a code', value: grant },
    { name: 'a proof of key', value: verifier },
    { name: 'a refresh token', value: text(tokens['refresh_token']) },
    { name: 'an access token of a person', value: signatureOf(text(tokens['access_token'])) },
    { name: 'an ID token', value: signatureOf(text(tokens['id_token'])) },
  ]
}

/** Leaves a page open that asks who is signed in for a consent. */
async function leaveQuestion(server: TestServer, browser: TestBrowser, { id }: TestPerson): Promise<void> {
  const { appId, clientId } = await aWebClient(server, { settings: { consent_method: 'REQUIRED' } })
  await server.client.call('assignAppUser', { params: { appId }, body: { id } } as never)
  const { text: page } = await browser.open(authorizeAddress(clientId, { scope: 'openid email' }))
  if (!page.includes('value="consent"')) throw new Error('no consent was asked for')
}

async function ofDevices(server: TestServer): Promise<Secret[]> {
  const settings = { grant_types: ['authorization_code', DEVICE_GRANT] }
  const { clientId, secret } = await aWebClient(server, { settings })
  const form = { client_id: clientId, client_secret: secret, scope: 'openid' }
  const device = (await post(server, '/oauth2/v1/device/authorize', form)).body
  const request = { response_type: 'code', redirect_uri: CALLBACK, state: 's' }
  const pushed = (await post(server, '/oauth2/v1/par', { ...form, ...request })).body
  return [
    { name: 'the code of a device', value: text(device['device_code']) },
    { name: 'the code that a person types', value: text(device['user_code']) },
    { name: 'the address of a pushed request', value: text(pushed['request_uri']).split(':').at(-1) ?? '' },
  ]
}
