import { X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { SIGN_ON_MODES, type SignOnMode } from '#contract/apps/sign-on-modes.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import type { Client } from '../../../helpers/client.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { START, startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let client: Client
beforeAll(async () => {
  server = await startServer()
  client = server.client
})

let count = 0
const anApp = async (mode: SignOnMode) =>
  (await client.call('createApp', { body: soundApp(mode, `App ${++count}`) })).body
const keysOf = async (appId: string) => (await client.call('listAppKeys', { params: { appId } })).body
const generate = async (appId: string, validityYears?: number) =>
  (await client.call('generateAppKey', { params: { appId }, query: { validityYears } })).body
const read = async (appId: string) => (await client.call('getApp', { params: { appId } })).body
const putKid = (app: App, kid: string | null) => ({
  params: { appId: app.id },
  body: { ...app, credentials: { ...app.credentials, signing: { kid } } },
})
const eventsOf = async (appId: string, type: string) =>
  (await client.call('listLogEvents', { query: { filter: `target.id eq "${appId}" and eventType eq "${type}"` } })).body

const BASE64URL_OF_32_BYTES = /^[\w-]{43}$/

describe('the keys that an application has from the start', () => {
  it.each(['SAML_2_0', 'SAML_1_1', 'WS_FEDERATION', 'BOOKMARK'] as const)(
    '[spec/5 8.7/keys] one for %s: RSA 2048, its certificate signed by itself for ten years, in lines of base64',
    async (mode) => {
      const [key, ...others] = await keysOf((await anApp(mode)).id)
      expect(others).toEqual([])
      expect(Object.keys(key as object)).toEqual([
        'kty',
        'created',
        'lastUpdated',
        'expiresAt',
        'kid',
        'use',
        'x5c',
        'x5t#S256',
        'e',
        'n',
      ])
      expect(key).toMatchObject({
        kty: 'RSA',
        use: 'sig',
        e: 'AQAB',
        kid: expect.stringMatching(BASE64URL_OF_32_BYTES),
      })
      const [x5c = ''] = key?.x5c ?? []
      expect(x5c.split('\n').length).toBeGreaterThan(5)
      expect(Math.max(...x5c.split('\n').map((line) => line.length))).toBe(76)
      const certificate = new X509Certificate(Buffer.from(x5c, 'base64'))
      expect(certificate.verify(certificate.publicKey)).toBe(true)
      expect(certificate.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2_048)
      expect(certificate.publicKey.export({ format: 'jwk' })).toMatchObject({ n: key?.n, e: key?.e })
      expect(new Date(certificate.validFrom).getTime()).toBe(START)
      expect(key?.expiresAt).toBe('2036-03-02T09:00:00.000Z')
      expect(certificate.subject).toContain('OU=SSOProvider')
    },
  )

  it('none for the other modes', async () => {
    for (const mode of ['OPENID_CONNECT', 'BROWSER_PLUGIN', 'AUTO_LOGIN'] as const)
      expect(await keysOf((await anApp(mode)).id), mode).toEqual([])
  })

  it('are made once, however many ask at the same time, and stay the same', async () => {
    const { id } = await anApp('SAML_2_0')
    const answers = await Promise.all([keysOf(id), keysOf(id), keysOf(id)])
    expect(new Set(answers.map((keys) => JSON.stringify(keys))).size).toBe(1)
    expect(await keysOf(id)).toEqual(answers[0])
    expect(await eventsOf(id, 'app.keys.generate')).toHaveLength(1)
  })

  it('are recorded as made by the service, in a transaction of its own, and not by the first who reads them', async () => {
    const { id } = await anApp('SAML_2_0')
    await keysOf(id)
    const [made] = await eventsOf(id, 'app.keys.generate')
    const [created] = await eventsOf(id, 'application.lifecycle.create')
    expect(made?.actor).toMatchObject({ type: 'SystemPrincipal' })
    expect(created?.actor.id).not.toBe(made?.actor.id)
    expect(made?.transaction.type).toBe('JOB')
    expect(made?.client).toBeNull()
  })

  it('are named by the application before they are made', async () => {
    const app = await anApp('SAML_2_0')
    const { kid } = app.credentials.signing
    expect((await keysOf(app.id)).map((key) => key.kid)).toEqual([kid])
    const params = { appId: app.id, kid: kid ?? '' }
    expect((await client.call('getAppKey', { params })).body.kid).toBe(kid)
  })
})

describe('credentials.signing', () => {
  it('names a key for the modes that sign, of OpenID Connect the same for all, and is empty for the others', async () => {
    const kids = new Map<SignOnMode, string | undefined>()
    for (const mode of SIGN_ON_MODES) kids.set(mode, (await anApp(mode)).credentials.signing.kid)
    const signing = ['SAML_2_0', 'SAML_1_1', 'WS_FEDERATION', 'OPENID_CONNECT']
    expect([...kids].filter(([, kid]) => kid !== undefined).map(([mode]) => mode)).toEqual(signing)
    expect(new Set([...kids.values()].filter(Boolean)).size).toBe(4)
    expect((await anApp('OPENID_CONNECT')).credentials.signing.kid).toBe(kids.get('OPENID_CONNECT'))
    expect((await anApp('SAML_2_0')).credentials.signing.kid).not.toBe(kids.get('SAML_2_0'))
  })

  it('[spec/5 8.7/generate] a key that is made signs once the application is put with it', async () => {
    const app = await anApp('SAML_2_0')
    const key = await generate(app.id, 3)
    expect(key.expiresAt).toBe('2029-03-02T09:00:00.000Z')
    expect((await read(app.id)).credentials.signing).toEqual(app.credentials.signing)
    expect(await keysOf(app.id)).toHaveLength(2)

    const changed = (await client.call('replaceApp', putKid(app, key.kid))).body
    expect(changed.credentials.signing).toEqual({ kid: key.kid })
    const [event] = await eventsOf(app.id, 'app.keys.rotate')
    expect(event?.target?.[0]).toMatchObject({
      changeDetails: { from: { signing: app.credentials.signing }, to: { signing: { kid: key.kid } } },
    })
  })

  it('[spec/2 endpoints/PUT signing kid] is put, kept by what says nothing of it, and put back', async () => {
    const app = await anApp('WS_FEDERATION')
    const { kid } = await generate(app.id)
    await client.call('replaceApp', putKid(app, kid))
    const bare = soundApp('WS_FEDERATION', 'Bare')
    const kept = (await client.call('replaceApp', { params: { appId: app.id }, body: bare })).body
    expect(kept.credentials.signing).toEqual({ kid })
    const back = (await client.call('replaceApp', putKid(app, app.credentials.signing.kid ?? ''))).body
    expect(back.credentials.signing).toEqual(app.credentials.signing)
  })

  it('takes a key of its own for OpenID Connect', async () => {
    const app = await anApp('OPENID_CONNECT')
    const { kid } = await generate(app.id)
    expect((await client.call('replaceApp', putKid(app, kid))).body.credentials.signing).toEqual({ kid })
  })

  it.each(['SAML_2_0', 'BOOKMARK', 'BROWSER_PLUGIN'] as const)('refuses a key that %s has not', async (mode) => {
    const app = await anApp(mode)
    const stranger = await generate((await anApp('SAML_2_0')).id)
    const refusal = await client.refused('replaceApp', putKid(app, stranger.kid) as never)
    expect([refusal.status, refusal.code, refusal.locations]).toEqual([
      ...[400, 'E0000001'],
      ['credentials.signing.kid'],
    ])
  })
})

describe('signing keys', () => {
  it('are made for ten years where nothing is said, and for two to ten', async () => {
    const { id } = await anApp('SAML_2_0')
    expect((await generate(id)).expiresAt).toBe('2036-03-02T09:00:00.000Z')
    for (const validityYears of [1, 11, 2.5, 'x']) {
      const refusal = await client.refused('generateAppKey', { params: { appId: id }, query: { validityYears } })
      expect([refusal.status, refusal.locations], String(validityYears)).toEqual([400, ['validityYears']])
    }
  })

  it('[spec/5 8.7/clone] are given to another application under the same name, once', async () => {
    const [one, other] = [await anApp('SAML_2_0'), await anApp('SAML_2_0')]
    const kid = one.credentials.signing.kid ?? ''
    const params = { appId: one.id, kid }
    const cloned = await client.call('cloneAppKey', { params, query: { targetAid: other.id } })
    const [original] = await keysOf(one.id)
    expect([cloned.status, cloned.body]).toEqual([201, original])
    expect((await keysOf(other.id)).map((key) => key.kid)).toContain(kid)

    const again = await client.refused('cloneAppKey', { params, query: { targetAid: other.id } })
    expect([again.status, again.code, again.body.errorSummary]).toEqual([409, 'E0000096', expect.stringContaining(kid)])
    const toItself = await client.refused('cloneAppKey', { params, query: { targetAid: one.id } })
    expect([toItself.status, toItself.code]).toEqual([409, 'E0000096'])
    const toNone = await client.refused('cloneAppKey', { params, query: { targetAid: '0oaNone' } })
    expect([toNone.status, toNone.code]).toEqual([404, 'E0000007'])
  })

  it('that are not there are missing', async () => {
    const { id } = await anApp('SAML_2_0')
    const refusal = await client.refused('getAppKey', { params: { appId: id, kid: 'none' } })
    expect([refusal.status, refusal.body.errorSummary]).toEqual([404, expect.stringContaining('(JsonWebKey)')])
    const noApp = await client.refused('listAppKeys', { params: { appId: '0oaNone' } })
    expect([noApp.status, noApp.body.errorSummary]).toEqual([404, expect.stringContaining('(AppInstance)')])
  })

  it('are refused for applications of the platform', async () => {
    const [dashboard] = (await client.call('listApps', { query: { q: 'Svc Dashboard' } })).body
    const refusal = await client.refused('generateAppKey', { params: { appId: dashboard?.id ?? '' } })
    expect([refusal.status, refusal.code]).toEqual([403, 'E0000006'])
  })

  it('go with their application, and the file holds their private halves sealed', async () => {
    const app = await anApp('SAML_2_0')
    await generate(app.id)
    const rows = () =>
      withDatabase(server.dataFile, (database) =>
        database.all<{ sealed: string }>(
          'SELECT private_key AS sealed FROM signing_keys WHERE owner_id = ? UNION ALL SELECT private_key FROM certificate_requests WHERE owner_id = ?',
          [app.id, app.id],
        ),
      )
    await client.call('createAppCsr', { params: { appId: app.id }, body: { subject: { commonName: 'Portal' } } })
    const held = await rows()
    expect(held).toHaveLength(2)
    for (const { sealed } of held) expect(sealed).toMatch(/^v1\.[\w-]+\.[\w-]+\.[\w-]+$/)
    await client.call('deactivateApp', { params: { appId: app.id } })
    await client.call('deleteApp', { params: { appId: app.id } })
    expect(await rows()).toEqual([])
  })
})
