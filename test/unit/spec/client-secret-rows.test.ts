import { beforeAll, describe, expect, it } from 'vitest'
import { CLIENT_AUTH_METHODS, usesSecret } from '#contract/apps/client-credentials.ts'
import type { App } from '#contract/apps/app.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { LENIENT } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const OWN = 'correct horse battery staple 32+ chars'
const bodyOf = (oauthClient: object, settings: object = {}) => {
  const body = soundApp('OPENID_CONNECT')
  return {
    ...body,
    credentials: { oauthClient },
    settings: { oauthClient: { ...body.settings.oauthClient, ...settings } },
  }
}
const aClient = async (oauthClient: object = {}, settings: object = {}) =>
  (await server.client.call('createApp', { body: bodyOf(oauthClient, settings) as never })).body
const SERVICE = { application_type: 'service', grant_types: ['client_credentials'], redirect_uris: [] }
const list = async ({ id: appId }: App) => (await server.client.call('listClientSecrets', { params: { appId } })).body
const add = async ({ id: appId }: App, secret?: string) =>
  server.client.call('createClientSecret', {
    params: { appId },
    ...(secret === undefined ? {} : { body: { client_secret: secret } }),
  })
const refusedToAdd = async ({ id: appId }: App, body?: object) => {
  const refusal = await server.client.refused('createClientSecret', { params: { appId }, body })
  return [refusal.status, refusal.code, ...refusal.locations]
}
const WRONG = [400, 'E0000001', 'client_secret']

describe('the secrets of a client', () => {
  it('are there from the beginning, and are shown whole [spec/5 8.7/secrets] [spec/2 secrets/list] [spec/2 secret/id] [spec/2 secret/client_secret] [spec/2 secret/secret_hash] [spec/2 secret/created] [spec/2 secret/status]', async () => {
    const app = await aClient()
    const [secret, ...others] = await list(app)
    expect(others).toEqual([])
    expect(secret).toEqual({
      id: expect.stringMatching(/^ocs[0-9A-Za-z]{17}$/) as string,
      created: app.created,
      lastUpdated: app.created,
      status: 'ACTIVE',
      client_secret: expect.stringMatching(/^[\w-]{64}$/) as string,
      secret_hash: expect.stringMatching(/^[\w-]{22}$/) as string,
      _links: expect.anything() as object,
    })
    expect(Object.keys(secret ?? {})).toEqual([
      ...['id', 'created', 'lastUpdated', 'status', 'client_secret', 'secret_hash', '_links'],
    ])
  })

  it('are made by the system, or given [spec/2 secrets/create] [spec/2 secrets/get]', async () => {
    const [made, given] = [await add(await aClient()), await add(await aClient(), OWN)]
    expect([made.status, given.status]).toEqual([201, 201])
    expect([made.body.client_secret, given.body.client_secret]).toEqual([expect.stringMatching(/^[\w-]{64}$/), OWN])
    const app = await aClient({ client_secret: OWN })
    const [secret] = await list(app)
    expect(secret?.client_secret).toBe(OWN)
    const params = { appId: app.id, secretId: secret?.id ?? '' }
    expect((await server.client.call('getClientSecret', { params })).body).toEqual(secret)
  })

  it('go to and fro, with links to what is possible [spec/2 secret/_links] [spec/5 8.7/secret links] [spec/2 secret states/deactivate] [spec/2 secret states/activate] [spec/2 secret states/delete] [spec/2 secrets/activate] [spec/2 secrets/deactivate] [spec/2 secrets/delete]', async () => {
    const app = await aClient()
    const { id } = (await add(app)).body
    const params = { appId: app.id, secretId: id }
    const self = `${server.url}/api/v1/apps/${app.id}/credentials/secrets/${id}`
    const post = (verb: string) => ({ [verb]: { href: `${self}/lifecycle/${verb}`, hints: { allow: ['POST'] } } })
    for (let times = 0; times < 2; times++) {
      const off = (await server.client.call('deactivateClientSecret', { params })).body
      expect([off.status, off._links]).toEqual([
        'INACTIVE',
        { ...post('activate'), delete: { href: self, hints: { allow: ['DELETE'] } } },
      ])
      const on = (await server.client.call('activateClientSecret', { params })).body
      expect([on.status, on._links]).toEqual(['ACTIVE', post('deactivate')])
    }
    await server.client.call('deactivateClientSecret', { params })
    expect((await server.client.call('deleteClientSecret', { params })).status).toBe(204)
    expect((await list(app)).map((secret) => secret.id)).not.toContain(id)
  })

  it('have between 14 and 100 characters [spec/2 secret errors/long] [spec/2 secret errors/short] [spec/2 limits/client_secret length]', async () => {
    const app = await aClient()
    for (const length of [0, 13, 101])
      expect(await refusedToAdd(app, { client_secret: 'x'.repeat(length) })).toEqual(WRONG)
    for (const length of [14, 100])
      expect((await add(await aClient(), 'x'.repeat(length))).body.client_secret).toHaveLength(length)
  })

  it('have 32 where they sign [spec/2 secret errors/short for jwt]', async () => {
    const app = await aClient({ token_endpoint_auth_method: 'client_secret_jwt' })
    expect(await refusedToAdd(app, { client_secret: 'x'.repeat(31) })).toEqual(WRONG)
    expect((await add(app, 'x'.repeat(32))).status).toBe(201)
    const short = await server.client.refused('createApp', {
      body: bodyOf({ token_endpoint_auth_method: 'client_secret_jwt', client_secret: 'x'.repeat(31) }),
    })
    expect(short.locations).toEqual(['credentials.oauthClient.client_secret'])
    const before = await aClient({ client_secret: 'x'.repeat(31) })
    const change = await server.client.refused('replaceApp', {
      params: { appId: before.id },
      body: bodyOf({ token_endpoint_auth_method: 'client_secret_jwt' }),
    })
    expect(change.locations).toEqual(['credentials.oauthClient.token_endpoint_auth_method'])
  })

  it('are not for who proves itself by a key, or by nothing [spec/2 secret errors/private_key_jwt]', async () => {
    const byKey = await aClient({ token_endpoint_auth_method: 'private_key_jwt' })
    const byNothing = await aClient({ token_endpoint_auth_method: 'none' }, { application_type: 'native' })
    for (const app of [byKey, byNothing]) {
      expect(await refusedToAdd(app)).toEqual(WRONG)
      expect(await list(app)).toEqual([])
    }
  })

  it('hold printable ASCII only [spec/2 secret errors/characters]', async () => {
    const app = await aClient()
    for (const odd of ['\u001f', '\u007f', 'é', '\n', '😀'])
      expect(await refusedToAdd(app, { client_secret: `fourteen or more ${odd}` })).toEqual(WRONG)
    expect((await add(app, ' ~ and spaces at both ends ')).body.client_secret).toBe(' ~ and spaces at both ends ')
  })

  it('are two at the most, and no two are the same [spec/2 secret errors/two already] [spec/2 limits/client secrets]', async () => {
    const app = await aClient({ client_secret: OWN })
    expect(await refusedToAdd(app, { client_secret: OWN })).toEqual(WRONG)
    const { id: secretId } = (await add(app)).body
    const params = { appId: app.id, secretId }
    expect(await refusedToAdd(app)).toEqual(WRONG)
    await server.client.call('deactivateClientSecret', { params })
    expect(await refusedToAdd(app)).toEqual(WRONG)
    await server.client.call('deleteClientSecret', { params })
    expect((await add(app)).status).toBe(201)
  })

  it('are found only below their own application [spec/2 secret errors/unknown]', async () => {
    const [app, other] = [await aClient(), await aClient()]
    const [secret] = await list(other)
    const operations = [
      'getClientSecret',
      'activateClientSecret',
      'deactivateClientSecret',
      'deleteClientSecret',
    ] as const
    for (const operation of operations)
      for (const secretId of ['ocs00000000000000000', secret?.id ?? '']) {
        const refusal = await server.client.refused(operation, { params: { appId: app.id, secretId } })
        expect([refusal.status, refusal.code]).toEqual([404, 'E0000007'])
        expect(refusal.body.errorSummary).toContain(`${secretId} (OAuth2ClientSecretMediated)`)
      }
  })

  it('always leave one that lets clients in [spec/2 secret errors/only active] [spec/2 secret errors/delete active]', async () => {
    const app = await aClient()
    const [first] = await list(app)
    const params = { appId: app.id, secretId: first?.id ?? '' }
    for (const operation of ['deactivateClientSecret', 'deleteClientSecret'] as const) {
      const refusal = await server.client.refused(operation, { params })
      expect([refusal.status, refusal.code, ...refusal.locations]).toEqual([400, 'E0000001', 'secretId'])
    }
    const second = (await add(app)).body
    expect((await server.client.refused('deleteClientSecret', { params })).code).toBe('E0000001')
    await server.client.call('deactivateClientSecret', { params })
    const last = await server.client.refused('deactivateClientSecret', { params: { ...params, secretId: second.id } })
    expect(last.code).toBe('E0000001')
  })
})

describe('a client in its application', () => {
  const clientOf = ({ credentials }: App) => credentials.oauthClient
  const read = async ({ id: appId }: App) => (await server.client.call('getApp', { params: { appId } })).body
  const replace = async ({ id: appId }: App, body: object) =>
    (await server.client.call('replaceApp', { params: { appId }, body: body as never, headers: LENIENT })).body

  it('goes by the id of its application, or by one of its own that no other has [spec/5 8.4/client_id]', async () => {
    const app = await aClient()
    expect(clientOf(app)?.client_id).toBe(app.id)
    const own = await aClient({ client_id: 'till-7' })
    expect(clientOf(await read(own))?.client_id).toBe('till-7')
    for (const client_id of ['till-7', app.id, 'ALL_CLIENTS', '', 'a b', 'x'.repeat(101)]) {
      const refusal = await server.client.refused('createApp', { body: bodyOf({ client_id }) })
      expect([refusal.code, ...refusal.locations]).toEqual(['E0000001', 'credentials.oauthClient.client_id'])
    }
    expect(clientOf(await replace(own, bodyOf({ client_id: 'till-7' })))?.client_id).toBe('till-7')
    expect(clientOf(await replace(own, soundApp('OPENID_CONNECT')))?.client_id).toBe('till-7')
    const other = await server.client.refused('replaceApp', {
      params: { appId: own.id },
      body: bodyOf({ client_id: 'till-8' }),
    })
    expect(other.locations).toEqual(['credentials.oauthClient.client_id'])
  })

  it('is answered with its secret where it is made or replaced, and nowhere else [spec/5 8.4/client_secret]', async () => {
    const app = await aClient()
    const [secret] = await list(app)
    expect(Object.keys(clientOf(app) ?? {})).toEqual([
      ...['autoKeyRotation', 'client_id', 'client_secret', 'token_endpoint_auth_method', 'pkce_required'],
    ])
    expect(clientOf(app)).toMatchObject({ autoKeyRotation: true, client_secret: secret?.client_secret })
    expect(clientOf(await replace(app, app))?.client_secret).toBe(secret?.client_secret)
    const listed = (await server.client.call('listApps', { query: { limit: 200 } })).body
    for (const shown of [await read(app), ...listed]) expect(clientOf(shown) ?? {}).not.toHaveProperty('client_secret')
    expect(await list(app)).toHaveLength(1)
    const byKey = await replace(app, bodyOf({ token_endpoint_auth_method: 'private_key_jwt' }))
    expect(clientOf(byKey)).not.toHaveProperty('client_secret')
  })

  it('keeps the secret that clients hold where a body brings another', async () => {
    const app = await aClient({ client_secret: OWN })
    const after = await replace(app, bodyOf({ client_secret: `${OWN}2` }))
    expect(clientOf(after)?.client_secret).toBe(`${OWN}2`)
    expect((await list(app)).map(({ client_secret, status }) => [client_secret, status])).toEqual([
      [OWN, 'ACTIVE'],
      [`${OWN}2`, 'ACTIVE'],
    ])
    const third = await server.client.refused('replaceApp', {
      params: { appId: app.id },
      body: bodyOf({ client_secret: `${OWN}3` }),
    })
    expect([third.code, ...third.locations]).toEqual(['E0000001', 'credentials.oauthClient.client_secret'])
  })

  it('gets its first secret when its method begins to need one', async () => {
    const app = await aClient({ token_endpoint_auth_method: 'private_key_jwt' })
    expect(await list(app)).toEqual([])
    const after = await replace(app, bodyOf({ token_endpoint_auth_method: 'client_secret_post' }))
    expect((await list(app)).map(({ client_secret }) => client_secret)).toEqual([clientOf(after)?.client_secret])
  })

  it('can prove itself by what its type of application allows [spec/5 8.4/combinations]', async () => {
    const TYPES = {
      web: {},
      native: { application_type: 'native' },
      browser: { application_type: 'browser' },
      service: SERVICE,
    }
    const unfit = ['none web', 'none service', 'private_key_jwt browser']
    for (const [type, settings] of Object.entries(TYPES))
      for (const method of CLIENT_AUTH_METHODS) {
        const body = bodyOf({ token_endpoint_auth_method: method }, settings)
        if (unfit.includes(`${method} ${type}`)) {
          const refusal = await server.client.refused('createApp', { body })
          expect(refusal.locations).toEqual(['credentials.oauthClient.token_endpoint_auth_method'])
        } else {
          const client = clientOf((await server.client.call('createApp', { body: body as never })).body)
          expect([client?.token_endpoint_auth_method, client?.client_secret !== undefined]).toEqual([
            method,
            usesSecret(method),
          ])
        }
      }
    const usual = await Promise.all(Object.values(TYPES).map((settings) => aClient({}, settings)))
    expect(usual.map((app) => clientOf(app)?.token_endpoint_auth_method)).toEqual([
      ...['client_secret_basic', 'none', 'none', 'client_secret_basic'],
    ])
  })

  it('keeps how it proves itself where a body does not say it', async () => {
    const app = await aClient({ token_endpoint_auth_method: 'client_secret_post', pkce_required: true })
    const after = clientOf(await replace(app, { ...soundApp('OPENID_CONNECT'), credentials: {} }))
    expect(after).toMatchObject({ token_endpoint_auth_method: 'client_secret_post', pkce_required: true })
  })

  it('needs no proof of possession of its code unless it says so [spec/5 8.4/pkce_required] [spec/6 14/pkce]', async () => {
    expect(clientOf(await aClient())).toMatchObject({ pkce_required: false })
    for (const pkce_required of [true, false])
      expect(clientOf(await aClient({ pkce_required }))).toMatchObject({ pkce_required })
  })

  it('links to its secrets, unless it is of the platform [spec/5 8.2/clientCredentials]', async () => {
    const app = await aClient()
    const href = `${server.url}/api/v1/apps/${app.id}/credentials/secrets`
    expect(app._links['clientCredentials']).toEqual([{ name: 'secrets', href }])
    const names = Object.keys(app._links)
    expect(names.slice(names.indexOf('logo'), names.indexOf('users'))).toEqual([
      ...['logo', 'clientCredentials', 'accessPolicy'],
    ])
    const own = (await server.client.call('listApps', { query: { q: 'Svc Dashboard' } })).body[0] as App
    expect(own._links).not.toHaveProperty('clientCredentials')
    expect(await list(own)).toEqual([])
    const refusal = await server.client.refused('createClientSecret', { params: { appId: own.id } })
    expect([refusal.status, refusal.code]).toEqual([403, 'E0000006'])
    const bookmark = await server.make.anApp()
    expect([await list(bookmark), bookmark._links['clientCredentials']]).toEqual([[], undefined])
    expect(await refusedToAdd(bookmark)).toEqual([400, 'E0000001', 'appId'])
  })
})
