import { beforeAll, describe, expect, it } from 'vitest'
import { anAdministrator } from '../../../helpers/administrators.ts'
import { LENIENT, linksOf } from '../../../helpers/client.ts'
import { PUBLIC_KEY } from '../../../helpers/client-keys.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const SERVICE = {
  ...{ application_type: 'service', grant_types: ['client_credentials'] },
} as const
const REDIRECT = { redirect_uris: ['https://app.example.test/in'] }

const register = async (over: Record<string, unknown> = {}) =>
  (await server.client.call('createOAuthClient', { body: { client_name: 'Reader', ...REDIRECT, ...over } as never }))
    .body
const eventsOf = async (appId: string) =>
  (await server.client.call('listLogEvents', { query: { filter: `target.id eq "${appId}"` } })).body.map(
    ({ eventType }) => eventType,
  )

describe('a client that is registered', () => {
  it('is answered with 201 and its secret, by the names of RFC 7591 and with their defaults', async () => {
    const body = { client_name: 'Reader', ...REDIRECT }
    const reply = await server.client.call('createOAuthClient', { body })
    expect(reply.status).toBe(201)
    expect(reply.body).toEqual({
      client_id: expect.stringMatching(/^0oa/) as string,
      client_id_issued_at: Math.floor(server.clock.now / 1_000),
      client_secret: expect.stringMatching(/^[\w-]{64}$/) as string,
      client_secret_expires_at: 0,
      client_name: 'Reader',
      ...{ client_uri: null, logo_uri: null },
      redirect_uris: REDIRECT.redirect_uris,
      response_types: ['code'],
      grant_types: ['authorization_code'],
      token_endpoint_auth_method: 'client_secret_basic',
      application_type: 'web',
      dpop_bound_access_tokens: false,
    })
    const read = (await server.client.call('getOAuthClient', { params: { clientId: reply.body.client_id } })).body
    expect(read).toEqual({ ...reply.body, client_secret: undefined })
  })

  it('is an application like any other, and each change is one of that', async () => {
    const { client_id: appId } = await register()
    const app = (await server.client.call('getApp', { params: { appId } })).body
    expect(app).toMatchObject({ label: 'Reader', signOnMode: 'OPENID_CONNECT', status: 'ACTIVE' })
    await server.client.call('replaceOAuthClient', {
      params: { clientId: appId },
      body: { client_name: 'Renamed', ...REDIRECT, tos_uri: 'https://app.example.test/terms' },
    })
    expect((await server.client.call('getApp', { params: { appId } })).body.label).toBe('Renamed')
    expect((await eventsOf(appId)).filter((type) => type.startsWith('application.'))).toEqual([
      'application.lifecycle.create',
      'application.lifecycle.update',
    ])
  })

  it('has the id that it brings, and proves itself by the key that it brings', async () => {
    const key = { token_endpoint_auth_method: 'private_key_jwt', jwks: { keys: [PUBLIC_KEY] } }
    const made = await register({ ...SERVICE, ...key, client_id: 'of-its-own', redirect_uris: [] })
    expect(made).toMatchObject({ client_id: 'of-its-own', response_types: ['token'] })
    expect(made).not.toHaveProperty('client_secret')
    expect(made.jwks?.keys).toMatchObject([{ kid: PUBLIC_KEY.kid, kty: PUBLIC_KEY.kty }])
    expect((await server.client.call('getOAuthClient', { params: { clientId: 'of-its-own' } })).body).toEqual(made)
  })

  it.each([
    ['without a name', { client_name: undefined }, 'client_name'],
    ['without an address to return to', { redirect_uris: [] }, 'redirect_uris'],
    ['as a service for people', { application_type: 'service' }, 'grant_types'],
    ['with a method that cannot be', { token_endpoint_auth_method: 'none' }, 'token_endpoint_auth_method'],
    ['with a script to return to', { redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris[0]'],
  ])('is refused %s, by the name of the field', async (_, over, field) => {
    const refusal = await server.client.refused('createOAuthClient', {
      body: { client_name: 'R', ...REDIRECT, ...over },
    })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', [field]])
  })
})

describe('a replaced client', () => {
  it('keeps what only its application knows of, its keys and its secret', async () => {
    const { client_id: appId } = await register({ jwks: { keys: [PUBLIC_KEY] } })
    const { settings, credentials, ...app } = (await server.client.call('getApp', { params: { appId } })).body
    const oauthClient = { ...(settings as { oauthClient: object }).oauthClient, consent_method: 'REQUIRED' }
    const noted = { ...settings, oauthClient, notes: { admin: 'Ask Ada', enduser: null } }
    const visibility = { ...app.visibility, hide: { iOS: true, web: true } }
    const body = { label: app.label, signOnMode: app.signOnMode, visibility, credentials, settings: noted }
    await server.client.call('replaceApp', { params: { appId }, body: body as never, headers: LENIENT })
    const secrets = async () => (await server.client.call('listClientSecrets', { params: { appId } })).body
    const before = await secrets()

    await server.client.call('replaceOAuthClient', {
      params: { clientId: appId },
      body: { client_name: 'Other', ...REDIRECT, grant_types: ['authorization_code', 'refresh_token'] },
    })
    const after = (await server.client.call('getApp', { params: { appId } })).body
    expect(after).toMatchObject({ label: 'Other', visibility: { hide: { iOS: true, web: true } } })
    expect(after.settings).toMatchObject({
      notes: { admin: 'Ask Ada' },
      oauthClient: {
        consent_method: 'REQUIRED',
        grant_types: ['authorization_code', 'refresh_token'],
        refresh_token: { rotation_type: 'STATIC' },
        jwks: { keys: [{ kid: PUBLIC_KEY.kid }] },
      },
    })
    expect(await secrets()).toEqual(before)
  })

  it('keeps its id', async () => {
    const { client_id: clientId } = await register()
    const refusal = await server.client.refused('replaceOAuthClient', {
      params: { clientId },
      body: { client_name: 'X', client_id: 'another', ...REDIRECT },
    })
    expect(refusal.code).toBe('E0000001')
  })
})

describe('the list of clients', () => {
  it('holds those that are registered, by pages and by the beginning of their names, without secrets', async () => {
    const [one, other] = [await register({ client_name: 'List A' }), await register({ client_name: 'List B' })]
    await server.make.anApp('List of another kind')
    const query = { q: 'list', limit: '1' }
    const first = await server.client.call('listOAuthClients', { query })
    expect(linksOf(first.headers)['self']).toBe(`${server.url}/oauth2/v1/clients?limit=1&q=list`)
    const rest = await server.client.follow<typeof first.body>(linksOf(first.headers)['next'] ?? '')
    const listed = [...first.body, ...rest.body]
    expect(listed.map(({ client_name }) => client_name).sort()).toEqual(['List A', 'List B'])
    expect(listed.filter((client) => 'client_secret' in client)).toEqual([])
    expect(listed.map(({ client_id }) => client_id).sort()).toEqual([one.client_id, other.client_id].sort())
  })

  it('is as limited as roles are', async () => {
    const app = await server.make.anApp('Theirs')
    const limited = await anAdministrator(server, 'APP_ADMIN', { appIds: [app.id] })
    const { token: ofHelpDesk } = await anAdministrator(server, 'HELP_DESK_ADMIN')
    const headers = { Authorization: `SSWS ${limited.token}` }
    expect((await server.client.call('listOAuthClients', { headers })).body).toEqual([])
    expect((await server.client.refused('listOAuthClients', { token: ofHelpDesk })).code).toBe('E0000006')
    const { client_id: clientId } = await register()
    const params = { clientId }
    for (const id of ['getOAuthClient', 'deleteOAuthClient', 'newOAuthClientSecret'] as const)
      expect((await server.client.refused(id, { params, token: limited.token })).code, id).toBe('E0000006')
    const { token } = await anAdministrator(server, 'APP_ADMIN')
    const free = { Authorization: `SSWS ${token}` }
    expect((await server.client.call('newOAuthClientSecret', { params, headers: free })).status).toBe(200)
  })
})

describe('a client', () => {
  it('gets another secret in the place of those that it had', async () => {
    const { client_id: appId, client_secret: former } = await register()
    await server.client.call('createClientSecret', { params: { appId }, body: {} })
    const { body } = await server.client.call('newOAuthClientSecret', { params: { clientId: appId } })
    expect(body.client_secret).toMatch(/^[\w-]{64}$/)
    expect(body.client_secret).not.toBe(former)
    const secrets = (await server.client.call('listClientSecrets', { params: { appId } })).body
    expect(secrets.map(({ client_secret, status }) => [client_secret, status])).toEqual([
      [body.client_secret, 'ACTIVE'],
    ])
  })

  it('without secrets gets none', async () => {
    const { client_id: clientId } = await register({ application_type: 'browser' })
    const refusal = await server.client.refused('newOAuthClientSecret', { params: { clientId } })
    expect([refusal.code, refusal.body.errorCauses[0]?.errorSummary]).toEqual([
      'E0000001',
      expect.stringContaining('proves itself by none'),
    ])
  })

  it('is deleted while it is active, with its application', async () => {
    const { client_id: appId } = await register()
    expect((await server.client.call('deleteOAuthClient', { params: { clientId: appId } })).status).toBe(204)
    expect((await server.client.refused('getApp', { params: { appId } })).status).toBe(404)
    const types = (await eventsOf(appId)).filter((type) => type.startsWith('application.'))
    expect(types.slice(-2)).toEqual(['application.lifecycle.deactivate', 'application.lifecycle.delete'])
  })

  it('of the platform, or of another kind of application, is as if unknown', async () => {
    const bookmark = await server.make.anApp('Bookmark')
    const refusal = await server.client.refused('getOAuthClient', { params: { clientId: bookmark.id } })
    expect(refusal.body.errorSummary).toContain(`${bookmark.id} (PublicClientApp)`)
  })
})
