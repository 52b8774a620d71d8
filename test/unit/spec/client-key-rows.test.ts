import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { curveKey, PUBLIC_KEY, rsaKey } from '../../helpers/client-keys.ts'
import { LENIENT } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

const bodyOf = (settings: object = {}, method = 'private_key_jwt') => {
  const body = soundApp('OPENID_CONNECT')
  const oauthClient = { ...body.settings.oauthClient, ...settings }
  return { ...body, credentials: { oauthClient: { token_endpoint_auth_method: method } }, settings: { oauthClient } }
}
const aClient = async (settings?: object, method?: string) =>
  (await server.client.call('createApp', { body: bodyOf(settings, method) })).body
const keysIn = (app: App) =>
  (app.settings['oauthClient'] as { jwks?: { keys: { id: string; kid: string }[] } }).jwks?.keys
const list = async ({ id: appId }: App) =>
  (await server.client.call('listClientKeys', { params: { appId } })).body.jwks.keys
const add = async ({ id: appId }: App, key: object) =>
  (await server.client.call('createClientKey', { params: { appId }, body: key as never })).body
const refused = async ({ id: appId }: App, body: object, prefer?: object) =>
  server.client.refused('createClientKey', { params: { appId }, body, ...prefer })
const wrong = async (app: App, body: object) => {
  const { status, code, locations } = await refused(app, body)
  expect([status, code]).toEqual([400, 'E0000001'])
  return locations
}

describe('the keys of a client', () => {
  it('are shown whole [spec/2 jwks/create] [spec/2 jwks/list] [spec/2 jwks/get] [spec/2 key/id] [spec/2 key/kid] [spec/2 key/kty] [spec/2 key/alg] [spec/2 key/use] [spec/2 key/e] [spec/2 key/n] [spec/2 key/status] [spec/2 key/created]', async () => {
    const app = await aClient()
    const made = await server.client.call('createClientKey', { params: { appId: app.id }, body: PUBLIC_KEY })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      ...PUBLIC_KEY,
      ...{ id: expect.stringMatching(/^pks[0-9A-Za-z]{17}$/) as string, status: 'ACTIVE' },
      ...{ created: app.created, lastUpdated: app.created, _links: expect.anything() as object },
    })
    expect((await server.client.call('listClientKeys', { params: { appId: app.id } })).body).toEqual({
      jwks: { keys: [made.body] },
    })
    const params = { appId: app.id, keyId: made.body.id }
    expect((await server.client.call('getClientKey', { params })).body).toEqual(made.body)
  })

  it('may be on a curve, which follows from their coordinates, and have no more than their parts', async () => {
    const app = await aClient()
    for (const crv of ['P-256', 'P-384', 'P-521']) {
      const { crv: said, ...key } = curveKey(crv, crv)
      expect(await add(app, key)).toMatchObject({ ...key, crv: said, alg: null, use: null })
    }
  })

  it('go to and fro, with links to what is possible, and are deleted in any status [spec/2 key/_links] [spec/2 key states/deactivate] [spec/2 key states/activate] [spec/2 key states/delete] [spec/2 jwks/activate] [spec/2 jwks/deactivate] [spec/2 jwks/delete]', async () => {
    const app = await aClient()
    await add(app, PUBLIC_KEY)
    for (const status of ['ACTIVE', 'INACTIVE']) {
      const { id: keyId } = await add(app, curveKey('two'))
      const params = { appId: app.id, keyId }
      const self = `${server.url}/api/v1/apps/${app.id}/credentials/jwks/${keyId}`
      const post = (verb: string) => ({ [verb]: { href: `${self}/lifecycle/${verb}`, hints: { allow: ['POST'] } } })
      const off = (await server.client.call('deactivateClientKey', { params })).body
      expect([off.status, off._links]).toEqual([
        'INACTIVE',
        { ...post('activate'), delete: { href: self, hints: { allow: ['DELETE'] } } },
      ])
      const on = (await server.client.call('activateClientKey', { params })).body
      expect([on.status, on._links]).toEqual(['ACTIVE', post('deactivate')])
      if (status === 'INACTIVE') await server.client.call('deactivateClientKey', { params })
      expect((await server.client.call('deleteClientKey', { params })).status).toBe(204)
      expect((await list(app)).map(({ kid }) => kid)).toEqual(['one'])
    }
  })

  it('have a kid that no other has, where they are several [spec/2 key errors/kid]', async () => {
    const [one, nameless] = [await aClient(), await aClient()]
    expect((await add(nameless, { ...PUBLIC_KEY, kid: null })).kid).toBeNull()
    expect(await wrong(nameless, curveKey('two'))).toEqual(['kid'])
    await add(one, PUBLIC_KEY)
    for (const kid of [null, 'one']) expect(await wrong(one, curveKey(kid))).toEqual(['kid'])
    const keys = [curveKey('a'), curveKey('b'), curveKey('a')]
    const many = await server.client.refused('createApp', { body: bodyOf({ jwks: { keys } }) })
    expect(many.locations).toEqual(['settings.oauthClient.jwks.keys[2].kid'])
  })

  it('have 2048 bits or more, and are keys [spec/2 key errors/short] [spec/5 8.7/jwks]', async () => {
    const app = await aClient()
    const { n: _n, ...without } = PUBLIC_KEY
    for (const key of [rsaKey('short', 1_024), rsaKey('nearly', 2_040), without, { ...PUBLIC_KEY, n: '' }]) {
      expect(await wrong(app, key)).toContain('n')
      const lenient = await refused(app, key, { headers: LENIENT })
      expect(lenient.body.errorSummary).toContain('JsonWebKey')
    }
    const off = curveKey('off')
    for (const key of [
      { ...off, y: off.x },
      { ...off, x: off.x.slice(2) },
      { ...off, crv: 'P-384' },
    ])
      expect(await wrong(app, key)).toContain('x')
    for (const alg of ['HS256', 'none', 'ES256']) expect(await wrong(app, { ...PUBLIC_KEY, alg })).toEqual(['alg'])
    expect(await list(app)).toEqual([])
  })

  it('are public: what holds a part of a private key is refused by its name', async () => {
    const app = await aClient()
    for (const name of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k'])
      for (const prefer of [{}, { headers: LENIENT }])
        expect(
          (await refused(app, { ...PUBLIC_KEY, [name]: 'AQAB' }, prefer)).body.errorCauses[0]?.errorSummary,
        ).toContain(`${name}: is part of a private key`)
  })

  it('are 50 at the most [spec/2 key errors/fifty] [spec/2 limits/client keys]', async () => {
    const keys = Array.from({ length: LIMITS.clientKeys }, (_, index) => curveKey(`key ${index}`))
    const app = await aClient({ jwks: { keys } })
    expect(await wrong(app, PUBLIC_KEY)).toEqual(['appId'])
    const more = await server.client.refused('createApp', { body: bodyOf({ jwks: { keys: [...keys, PUBLIC_KEY] } }) })
    expect(more.locations).toEqual(['settings.oauthClient.jwks.keys'])
  })

  it('are found only below their own application [spec/2 key errors/unknown]', async () => {
    const [app, other] = [await aClient(), await aClient({ jwks: { keys: [PUBLIC_KEY] } })]
    const [key] = await list(other)
    const operations = ['getClientKey', 'activateClientKey', 'deactivateClientKey', 'deleteClientKey'] as const
    for (const operation of operations)
      for (const keyId of ['pks00000000000000000', key?.id ?? '']) {
        const refusal = await server.client.refused(operation, { params: { appId: app.id, keyId } })
        expect([refusal.status, refusal.code]).toEqual([404, 'E0000007'])
        expect(refusal.body.errorSummary).toContain(`${keyId} (JsonWebKey)`)
      }
  })

  it('always leave one to a client that proves itself by it [spec/2 key errors/only active]', async () => {
    const app = await aClient({ jwks: { keys: [PUBLIC_KEY] } })
    const [key] = await list(app)
    const params = { appId: app.id, keyId: key?.id ?? '' }
    const refusal = await server.client.refused('deactivateClientKey', { params })
    expect([refusal.status, refusal.code, ...refusal.locations]).toEqual([400, 'E0000001', 'keyId'])
    await add(app, curveKey('two'))
    expect((await server.client.call('deactivateClientKey', { params })).body.status).toBe('INACTIVE')
    const bySecret = await aClient({ jwks: { keys: [PUBLIC_KEY] } }, 'client_secret_basic')
    const [only] = await list(bySecret)
    const free = { appId: bySecret.id, keyId: only?.id ?? '' }
    expect((await server.client.call('deactivateClientKey', { params: free })).body.status).toBe('INACTIVE')
  })

  it('always leave one that signs requests as the client says [spec/2 key errors/only for requests]', async () => {
    const keys = [PUBLIC_KEY, curveKey('two')]
    const settings = { request_object_signing_alg: 'RS256', jwks: { keys } }
    const app = await aClient(settings, 'client_secret_basic')
    const [signs, other] = await list(app)
    const at = (key: { id: string } | undefined) => ({ params: { appId: app.id, keyId: key?.id ?? '' } })
    expect((await server.client.refused('deactivateClientKey', at(signs))).locations).toEqual(['keyId'])
    expect((await server.client.call('deactivateClientKey', at(other))).body.status).toBe('INACTIVE')
    await add(app, rsaKey('three'))
    expect((await server.client.call('deactivateClientKey', at(signs))).body.status).toBe('INACTIVE')
  })
})

describe('the keys in the settings of an application', () => {
  const replace = async (app: App, settings: object) =>
    (await server.client.call('replaceApp', { params: { appId: app.id }, body: bodyOf(settings) })).body

  it('are the same ones, with id and status [spec/5 8.4/jwks]', async () => {
    const { crv, ...onCurve } = curveKey('two')
    const app = await aClient({ jwks: { keys: [PUBLIC_KEY, onCurve] } })
    const listed = await list(app)
    expect(keysIn(app)).toEqual([
      { ...PUBLIC_KEY, id: listed[0]?.id, status: 'ACTIVE' },
      { ...onCurve, crv, use: null, id: listed[1]?.id, status: 'ACTIVE' },
    ])
    const third = await add(app, curveKey('three'))
    const read = (await server.client.call('getApp', { params: { appId: app.id } })).body
    expect(keysIn(read)?.map(({ id }) => id)).toEqual([...listed.map(({ id }) => id), third.id])
  })

  it('keep id and status where they are replaced by themselves, and go where they are not', async () => {
    const app = await aClient({ jwks: { keys: [PUBLIC_KEY, curveKey('two'), curveKey('three')] } })
    const [one, two] = await list(app)
    await server.client.call('deactivateClientKey', { params: { appId: app.id, keyId: one?.id ?? '' } })
    const read = (await server.client.call('getApp', { params: { appId: app.id } })).body
    const back = (await server.client.call('replaceApp', { params: { appId: app.id }, body: read })).body
    expect(keysIn(back)).toEqual(keysIn(read))
    const changed = curveKey('three')
    const after = await replace(app, { jwks: { keys: [PUBLIC_KEY, changed] } })
    expect(keysIn(after)).toMatchObject([
      { id: one?.id, status: 'INACTIVE' },
      { ...changed, status: 'ACTIVE' },
    ])
    expect(keysIn(after)?.map(({ id }) => id)).not.toContain(two?.id)
  })

  it('stay where a body says nothing of them, and give way to an address', async () => {
    const app = await aClient({ jwks: { keys: [PUBLIC_KEY] } })
    expect(keysIn(await replace(app, {}))).toEqual(keysIn(app))
    const after = await replace(app, { jwks_uri: 'https://till.example.test/jwks' })
    expect(keysIn(after)).toBeUndefined()
    expect(await wrong(after, PUBLIC_KEY)).toEqual(['appId'])
    expect(keysIn(await replace(app, { jwks: { keys: [] } }))).toBeUndefined()
  })
})
