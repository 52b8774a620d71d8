import { generateKeyPair } from 'jose'
import { beforeAll, describe, expect, it } from 'vitest'
import { startServer, type TestServer } from '../../helpers/server.ts'
import {
  anAccessToken,
  aServiceClient,
  assertionOf,
  credentialsForm,
  issuerOf,
  post,
  type ServiceClient,
} from '../../helpers/oauth-clients.ts'

const TOKEN = '/oauth2/v1/token'
const SCOPE = 'svc.groups.read'

let server: TestServer
let service: ServiceClient
let secret: { id: string; value: string }
beforeAll(async () => {
  server = await startServer()
  service = await aServiceClient(server, { scopes: [SCOPE] })
  const oauthClient = { application_type: 'service' as const, grant_types: ['client_credentials' as const] }
  const { body } = await server.client.call('createApp', {
    body: { label: 'Has a secret', signOnMode: 'OPENID_CONNECT', settings: { oauthClient } },
  })
  secret = { id: body.id, value: body.credentials.oauthClient?.client_secret ?? '' }
})

const now = () => Math.floor(server.clock.now / 1_000)
const basic = (id: string, value: string) => ({
  Authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(value)}`).toString('base64')}`,
})

describe('a client assertion', () => {
  it.each([
    ['exp of more than one hour from now', () => ({ exp: now() + 3_700 })],
    ['no exp', () => ({ exp: undefined })],
    ['an exp that is over', () => ({ exp: now() - 10 })],
    ['another audience', () => ({ aud: 'https://elsewhere.test/oauth2/v1/token' })],
    ['another issuer', () => ({ iss: 'somebody-else' })],
    ['a beginning that is yet to come', () => ({ nbf: now() + 60 })],
  ])('with %s is refused [spec/3 auth/6] [spec/3 limits/assertion]', async (_, claims) => {
    const assertion = await assertionOf(server, service, { claims: claims() as never })
    const { status, body } = await post(server, TOKEN, credentialsForm(assertion, SCOPE))
    expect([status, body['error']]).toEqual([401, 'invalid_client'])
    expect(body['error_description']).toEqual(expect.stringMatching(/^The client assertion .*\.$/))
  })

  it('may be addressed to the endpoint or the issuer, by either name of this machine [spec/4 3.5/client credentials]', async () => {
    const bases = [issuerOf(server), server.url]
    for (const aud of [...bases, ...bases.map((base) => `${base}${TOKEN}`), [issuerOf(server), 'other']]) {
      const assertion = await assertionOf(server, service, { claims: { aud } })
      expect((await post(server, TOKEN, credentialsForm(assertion, SCOPE))).status, String(aud)).toBe(200)
    }
  })

  it('is used once where it has a jti, also at the same moment, and often where it has none [spec/4 3.5/client credentials]', async () => {
    const once = await assertionOf(server, service, { claims: { jti: 'once' } })
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => post(server, TOKEN, credentialsForm(once, SCOPE))),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
    const often = await assertionOf(server, service)
    for (let time = 0; time < 2; time++)
      expect((await post(server, TOKEN, credentialsForm(often, SCOPE))).status).toBe(200)
  })

  it('is signed by an active key of its client, and by nothing else', async () => {
    const { privateKey: strange } = await generateKeyPair('RS256')
    const forged = await assertionOf(server, service, { key: strange })
    const shared = await assertionOf(server, service, { alg: 'HS256', key: new TextEncoder().encode('k'.repeat(40)) })
    const unsigned = `${forged.split('.').with(0, Buffer.from('{"alg":"none"}').toString('base64url')).slice(0, 2).join('.')}.`
    for (const assertion of [forged, shared, unsigned, 'a.b.c', '']) {
      const { status, body } = await post(server, TOKEN, credentialsForm(assertion, SCOPE))
      expect([status, body['error']], assertion.slice(0, 40)).toEqual([401, 'invalid_client'])
    }
  })
})

describe('a token request', () => {
  const signed = async (form: Record<string, string> = {}) =>
    post(server, TOKEN, { ...credentialsForm(await assertionOf(server, service), SCOPE), ...form })

  it.each([
    ['without a grant type', { grant_type: '' }, 'invalid_request'],
    ['for a grant that is not given', { grant_type: 'password' }, 'unsupported_grant_type'],
    ['without scopes', { scope: '' }, 'invalid_scope'],
    ['for a scope that does not exist', { scope: 'svc.groups.read nothing' }, 'invalid_scope'],
    ['for a scope that was not granted', { scope: 'svc.users.read' }, 'invalid_scope'],
    ['for OpenID Connect without a person', { scope: 'openid' }, 'invalid_scope'],
  ])('%s is refused [spec/4 3.5/token errors] [spec/5 1/POST oauth2/v1/token]', async (_, form, error) => {
    const { status, body } = await signed(form)
    expect([status, body['error']]).toEqual([400, error])
    expect(Object.keys(body)).toEqual(['error', 'error_description'])
  })

  it('by a secret gives no scopes of the interface [spec/3 auth/5]', async () => {
    const form = { grant_type: 'client_credentials', scope: SCOPE }
    const { status, body } = await post(server, TOKEN, form, basic(secret.id, secret.value))
    expect([status, body['error']]).toEqual([401, 'invalid_client'])
    expect(body['error_description']).toContain('private_key_jwt')
  })

  it('that proves its client in two ways, or names another one, is refused', async () => {
    const form = { grant_type: 'client_credentials', client_id: secret.id, client_secret: secret.value }
    const two = await post(server, TOKEN, form, basic(secret.id, secret.value))
    const other = await post(
      server,
      TOKEN,
      { ...form, client_secret: '', client_id: 'x' },
      basic(secret.id, secret.value),
    )
    for (const { status, body } of [two, other]) expect([status, body['error']]).toEqual([400, 'invalid_request'])
  })

  it('with a name twice, another type of body, or too much of it is refused as clients expect', async () => {
    const twice = await fetch(`${server.url}${TOKEN}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      body: 'scope=a&scope=b',
    })
    const json = await fetch(`${server.url}${TOKEN}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"grant_type":"client_credentials"}',
    })
    for (const reply of [twice, json]) {
      expect(reply.status).toBe(400)
      expect(await reply.json()).toMatchObject({ error: 'invalid_request' })
    }
    const huge = await post(server, TOKEN, { scope: 'x'.repeat(3_000_000) })
    expect([huge.status, huge.body['error']]).toEqual([400, 'invalid_request'])
  })

  it('of a client that is unknown or inactive is refused in the same words', async () => {
    const inactive = await aServiceClient(server, { scopes: [SCOPE] })
    await server.client.call('deactivateApp', { params: { appId: inactive.appId } })
    const asked = async (client: ServiceClient) =>
      (await post(server, TOKEN, credentialsForm(await assertionOf(server, client), SCOPE))).body
    expect(await asked(inactive)).toEqual(await asked({ ...inactive, clientId: '0oaNobodyHasThisId00' }))
  })

  it('that is refused leaves an event, and one that is granted too', async () => {
    await server.client.call('deleteApp', { params: { appId: (await dead()).appId } })
    await signed({ scope: 'svc.zones.read' })
    await signed()
    const events = (await server.client.call('listLogEvents', { query: { limit: 1000 } })).body
    const granted = events.findLast(({ eventType }) => eventType === 'app.oauth2.token.grant.access_token')
    expect(granted?.actor).toMatchObject({ id: service.appId, type: 'PublicClientApp', alternateId: service.clientId })
    expect(granted?.debugContext?.debugData).toMatchObject({ grantedScopes: SCOPE, grantType: 'client_credentials' })
    const refused = events.filter(({ eventType }) => eventType === 'app.oauth2.token.grant')
    expect(refused[0]?.outcome?.result).toBe('FAILURE')
    expect(JSON.stringify(events)).not.toContain('eyJ')
  })
})

async function dead(): Promise<ServiceClient> {
  const client = await aServiceClient(server, { scopes: [SCOPE] })
  await server.client.call('deactivateApp', { params: { appId: client.appId } })
  return client
}

describe('an access token', () => {
  const read = (token: string, path = '/api/v1/groups') =>
    fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${token}` } })

  it('does nothing for a client without a role, and what the role permits for one with [spec/3 auth/5] [spec/4 3.5/small role]', async () => {
    const token = await anAccessToken(server, service, SCOPE)
    const none = await read(token)
    expect([none.status, ((await none.json()) as { errorCode: string }).errorCode]).toEqual([403, 'E0000006'])
    const params = { clientId: service.clientId }
    const { body: role } = await server.client.call('assignClientRole', { params, body: { type: 'READ_ONLY_ADMIN' } })
    expect((await read(token)).status).toBe(200)
    await server.client.call('unassignClientRole', { params: { ...params, roleId: role.id } })
    expect((await read(token)).status).toBe(403)
  })

  it('ends with its client and with the hour [spec/3 limits/access-token] [spec/4 3.5/bad bearer]', async () => {
    const client = await aServiceClient(server, { scopes: [SCOPE] })
    await server.client.call('assignClientRole', {
      params: { clientId: client.clientId },
      body: { type: 'SUPER_ADMIN' },
    })
    const token = await anAccessToken(server, client, SCOPE)
    expect((await read(token)).status).toBe(200)
    await server.client.call('deactivateApp', { params: { appId: client.appId } })
    expect((await read(token)).status).toBe(401)
    await server.client.call('activateApp', { params: { appId: client.appId } })
    expect((await read(token)).status).toBe(200)
    server.clock.advance(3_599_000)
    expect((await read(token)).status).toBe(200)
    server.clock.advance(1_000)
    expect((await read(token)).status).toBe(401)
    const next = await anAccessToken(server, client, SCOPE)
    await server.client.call('deactivateApp', { params: { appId: client.appId } })
    await server.client.call('deleteApp', { params: { appId: client.appId } })
    expect((await read(next)).status).toBe(401)
  })

  it('of an authorization server is none of the interface [spec/3 auth/3]', async () => {
    await server.client.call('createServerScope', {
      params: { authServerId: 'default' },
      body: { name: 'svcgroups.read' },
    })
    const form = { grant_type: 'client_credentials', scope: 'svcgroups.read' }
    const { body } = await post(server, '/oauth2/default/v1/token', form, basic(secret.id, secret.value))
    expect((await read(String(body['access_token']))).status).toBe(401)
  })
})

describe('an address that cannot be read', () => {
  const paths = [TOKEN, '/oauth2/v1/authorize', '/oauth2/v1/userinfo', '/oauth2/v1/keys', '/oauth2/v1/logout']
  const metadata = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']
  const queries = ['%ff', Array.from({ length: 1_001 }, () => 'x').join('&')]
  const asked = [...paths, ...metadata].flatMap((path) => queries.map((query) => `${path}?${query}`))

  it.each(asked.map((target) => [target.slice(0, 50), target]))(
    'is told OAuth clients as they read it: %s',
    async (_, target) => {
      const method = target.startsWith(TOKEN) ? 'POST' : 'GET'
      const reply = await fetch(`${server.url}${target}`, { method })
      expect(reply.status).toBe(400)
      expect(await reply.json()).toMatchObject({ error: 'invalid_request', error_description: expect.any(String) })
    },
  )

  it('is told clients of the interface as ever, also below /oauth2', async () => {
    const reply = await server.client.fetch('/oauth2/v1/clients?%ff')
    expect([reply.status, await reply.json()]).toMatchObject([400, { errorCode: 'E0000001' }])
  })
})

it('each refusal that OAuth clients may get is in the document, and so is the challenge of an access token', async () => {
  const { paths } = (await (await fetch(`${server.url}/api/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { responses: Record<string, { $ref?: string }> }>>
  }
  const refOf = (path: string, method: string, status: number) => paths[path]?.[method]?.responses[status]?.$ref
  for (const [path, method] of [
    ['/oauth2/v1/keys', 'get'],
    ['/oauth2/v1/userinfo', 'get'],
    ['/.well-known/openid-configuration', 'get'],
    ['/oauth2/v1/token', 'post'],
  ] as const)
    expect(refOf(path, method, 400), path).toBe('#/components/responses/400.oauth')
  expect(refOf('/api/v1/groups', 'get', 401)).toMatch(/\.challenge$/)
  expect(refOf('/api/v1/groups', 'get', 403)).toMatch(/\.challenge$/)
})
