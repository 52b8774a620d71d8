import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import type { AppWriteInput } from '#contract/apps/app-write.ts'
import { SIGN_ON_MODES, type SignOnMode } from '#contract/apps/sign-on-modes.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { LENIENT } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

let count = 0
/** Adds to the settings that a mode needs. */
function bodyOf(mode: SignOnMode, over: Partial<AppWriteInput> = {}): AppWriteInput {
  const { settings, ...sound } = soundApp(mode, `Object ${(count += 1)}`)
  const parts = Object.entries((over.settings ?? {}) as Record<string, object>).map(([key, part]) => {
    const known = (settings as Record<string, object>)[key]
    return [key, { ...known, ...part }]
  })
  return { ...sound, ...over, settings: { ...settings, ...Object.fromEntries(parts) } }
}
const create = async (mode: SignOnMode, over: Partial<AppWriteInput> = {}): Promise<App> =>
  (await server.client.call('createApp', { body: bodyOf(mode, over) })).body
const read = async ({ id }: App) => (await server.client.call('getApp', { params: { appId: id } })).body
const replace = async (app: App, over: object) =>
  (await server.client.call('replaceApp', { params: { appId: app.id }, body: { ...app, ...over } })).body
const part = (app: App, name: string) => app.settings[name] as Record<string, unknown>

describe('an application holds', () => {
  it('what it is, and since when [spec/2 app/columns]', async () => {
    const app = await create('BOOKMARK', { label: 'Wiki' })
    const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/) as string
    expect(app).toMatchObject({
      name: 'bookmark',
      label: 'Wiki',
      status: 'ACTIVE',
      created: moment,
      lastUpdated: moment,
    })
    expect(app.id).toMatch(/^0oa\w{17}$/)
  })

  it('where people come from and go to [spec/2 app/accessibility]', async () => {
    const accessibility = {
      selfService: true,
      errorRedirectUrl: 'https://wiki.example.test/error',
      loginRedirectUrl: 'https://wiki.example.test/login',
    }
    expect((await create('BOOKMARK', { accessibility })).accessibility).toEqual(accessibility)
  })

  it('whether it is seen [spec/2 app/visibility] [spec/2 app/features]', async () => {
    const visibility = {
      ...{ autoLaunch: true, autoSubmitToolbar: true, hide: { iOS: true, web: false } },
      appLinks: { login: false },
    }
    const app = await create('BOOKMARK', { visibility })
    expect([app.visibility, app.features]).toEqual([visibility, []])
  })

  it.each(SIGN_ON_MODES)(
    'how people get in, here by %s [spec/2 app/signOnMode] [spec/4 2.3/names] [spec/4 2.3/reply keys]',
    async (mode) => {
      const names = {
        ...{ BOOKMARK: 'bookmark', BASIC_AUTH: 'template_basic_auth', BROWSER_PLUGIN: 'template_swa' },
        ...{ SECURE_PASSWORD_STORE: 'template_sps', OPENID_CONNECT: 'oidc_client', WS_FEDERATION: 'template_wsfed' },
      }
      const app = await create(mode)
      const { subdomain } = (await server.client.call('getOrganization')).body
      const made = expect.stringMatching(new RegExp(`^${subdomain}_object${count}_1$`)) as string
      expect([app.signOnMode, app.name]).toEqual([mode, names[mode as keyof typeof names] ?? made])
      expect(app.settings).toMatchObject({
        notifications: { vpn: { network: { connection: 'DISABLED' } } },
        ...{ manualProvisioning: false, implicitAssignment: false, notes: { admin: null, enduser: null } },
      })
      const links = [
        'uploadLogo',
        'appLinks',
        'profileEnrollment',
        'policies',
        'groups',
        'logo',
        'accessPolicy',
        'users',
      ]
      expect(Object.keys(app._links)).toEqual(expect.arrayContaining([...links, 'deactivate']))
    },
  )

  it.each(SIGN_ON_MODES.filter((mode) => mode !== 'SAML_1_1'))(
    'the settings that %s cannot be without [spec/4 2.3/required settings]',
    async (mode) => {
      const { settings } = soundApp(mode)
      for (const [name, given] of Object.entries(settings as Record<string, Record<string, unknown>>))
        for (const field of Object.keys(given)) {
          const { [field]: _left, ...others } = given
          const body = { label: 'X', signOnMode: mode, settings: { [name]: others } }
          expect((await server.client.refused('createApp', { body })).locations).toEqual([`settings.${name}.${field}`])
        }
    },
  )

  it.each([
    'EDIT_USERNAME_AND_PASSWORD',
    'ADMIN_SETS_CREDENTIALS',
    'EDIT_PASSWORD_ONLY',
    'EXTERNAL_PASSWORD_SYNC',
    'SHARED_USERNAME_AND_PASSWORD',
  ])('who sets the credentials, here %s [spec/2 app/scheme] [spec/2 apps/replace]', async (scheme) => {
    const shared = scheme.startsWith('SHARED') ? { userName: 'till' } : {}
    const app = await create('BROWSER_PLUGIN')
    const after = await replace(app, { credentials: { scheme, revealPassword: true, ...shared } })
    expect(after.credentials).toMatchObject({ scheme, revealPassword: true, ...shared })
    expect(await read(app)).toEqual(after)
  })

  it('a name and a password that all share, of which the password stays here [spec/2 app/shared credentials]', async () => {
    const credentials = { scheme: 'SHARED_USERNAME_AND_PASSWORD', userName: 'till', password: { value: 'S3cret-till' } }
    const app = await create('SECURE_PASSWORD_STORE', { credentials })
    expect(app.credentials).toMatchObject({ userName: 'till', password: {} })
    expect(JSON.stringify([app, await read(app)])).not.toContain('S3cret-till')
  })

  it('how people are named, and which key signs [spec/2 app/userNameTemplate] [spec/2 app/signing]', async () => {
    const userNameTemplate = { template: '${source.email}', type: 'BUILT_IN' }
    const app = await create('SAML_2_0', { credentials: { userNameTemplate } })
    expect(app.credentials).toEqual({ userNameTemplate, signing: { kid: expect.stringMatching(/./) as string } })
  })

  it('how a client proves itself [spec/2 app/oauthClient credentials] [spec/2 apps/create] [spec/4 2.3/create]', async () => {
    const oauthClient = { client_id: 'wiki', client_secret: 'of its own, long', autoKeyRotation: false }
    const body = bodyOf('OPENID_CONNECT', {
      credentials: { oauthClient: { ...oauthClient, token_endpoint_auth_method: 'client_secret_post' } },
    })
    const { status, body: app } = await server.client.call('createApp', { body })
    expect(status).toBe(200)
    const method = { token_endpoint_auth_method: 'client_secret_post' }
    expect(app.credentials.oauthClient).toEqual({ ...oauthClient, ...method, pkce_required: false })
    const after = await replace(app, {
      credentials: { oauthClient: { token_endpoint_auth_method: 'client_secret_basic' } },
    })
    expect(after.credentials.oauthClient?.token_endpoint_auth_method).toBe('client_secret_basic')
    const inactive = await server.client.call('createApp', { body: bodyOf('BOOKMARK'), query: { activate: 'false' } })
    expect([inactive.status, inactive.body.status]).toEqual([200, 'INACTIVE'])
  })

  it('settings of its own and what is told on networks without access [spec/2 app/settings app] [spec/2 app/vpn]', async () => {
    const notifications = {
      vpn: {
        network: { connection: 'ANYWHERE' },
        ...{ message: 'Use the tunnel', helpUrl: 'https://wiki.example.test/tunnel' },
      },
    }
    const app = await create('BOOKMARK', { settings: { app: { requestIntegration: true }, notifications } })
    expect(app.settings).toMatchObject({
      app: { url: 'https://wiki.example.test', requestIntegration: true },
      notifications,
    })
  })

  const ofFormat = (last: string) => `urn:oasis:names:tc:SAML:2.0:attrname-format:${last}`

  it('what assertions say [spec/2 app/signOn] [spec/2 app/statement] [spec/4 2.3/statements]', async () => {
    const attributeStatements = [
      ...['unspecified', 'uri', 'basic'].map((last) => ({
        ...{ type: 'EXPRESSION', name: last, namespace: ofFormat(last), values: ['user.email', 'user.login'] },
      })),
      ...['STARTS_WITH', 'EQUALS', 'CONTAINS', 'REGEX'].map((filterType) => ({
        ...{ type: 'GROUP', name: filterType, namespace: ofFormat('basic'), filterType, filterValue: 'app' },
      })),
    ]
    const signOn = { defaultRelayState: 'start', honorForceAuthn: false, attributeStatements }
    const app = await create('SAML_2_0', { settings: { signOn } })
    expect(part(app, 'signOn')).toMatchObject(signOn)
    for (const wrong of [{ type: 'OTHER' }, { namespace: 'urn:other' }, { values: [] }])
      expect(
        (
          await server.client.refused('createApp', {
            body: bodyOf('SAML_2_0', {
              settings: { signOn: { attributeStatements: [{ ...attributeStatements[0], ...wrong }] } },
            }),
          })
        ).locations[0],
      ).toMatch(/^settings\.signOn\.attributeStatements\[0\]/)
  })

  it('a link to what adds to assertions, which clients may send back [spec/5 8.3/saml]', async () => {
    const app = await create('SAML_2_0', { settings: { signOn: { inlineHooks: [{ id: 'calHook' }] } } })
    const self = { href: `${server.url}/api/v1/inlineHooks/calHook`, hints: { allow: ['GET', 'PUT', 'DELETE'] } }
    expect(part(app, 'signOn')['inlineHooks']).toEqual([{ id: 'calHook', _links: { self } }])
    expect(await replace(app, {})).toEqual(app)
  })

  it('where a client is, and what it may ask for [spec/2 app/oauthClient settings]', async () => {
    const oauthClient = {
      ...{ client_uri: 'https://wiki.example.test', logo_uri: 'https://wiki.example.test/logo.png' },
      ...{ redirect_uris: ['https://wiki.example.test/back'], wildcard_redirect: 'SUBDOMAIN' },
      post_logout_redirect_uris: ['https://wiki.example.test/bye'],
      response_types: ['token', 'id_token', 'code'],
      ...{ grant_types: ['implicit', 'authorization_code'], application_type: 'native', consent_method: 'TRUSTED' },
      ...{
        issuer_mode: 'CUSTOM_URL',
        idp_initiated_login: { mode: 'DISABLED', default_scope: [] },
        participate_slo: true,
      },
    }
    const credentials = { oauthClient: { token_endpoint_auth_method: 'client_secret_basic' } }
    const app = await create('OPENID_CONNECT', { settings: { oauthClient }, credentials })
    expect(part(app, 'oauthClient')).toMatchObject(oauthClient)
  })

  it('delivery by polling, where a client asks for it [spec/5 8.4/optional]', async () => {
    const ciba = { backchannel_token_delivery_mode: 'poll', backchannel_custom_authenticator_id: 'aut1' }
    const grants = { grant_types: ['authorization_code', 'urn:openid:params:grant-type:ciba'] }
    const app = await create('OPENID_CONNECT', { settings: { oauthClient: { ...grants, ...ciba } } })
    expect(part(app, 'oauthClient')).toMatchObject(ciba)
  })

  it('a profile of any form, if it is a client [spec/2 app/profile] [spec/2 apps/replace]', async () => {
    const profile = { owner: 'docs', tags: ['a', { b: null }] }
    const app = await create('OPENID_CONNECT')
    expect(app).not.toHaveProperty('profile')
    expect((await replace(app, { profile })).profile).toEqual(profile)
    const other = (await server.client.call('createApp', { body: bodyOf('BOOKMARK', { profile }), headers: LENIENT }))
      .body
    expect(other).not.toHaveProperty('profile')
    const { locations } = await server.client.refused('createApp', { body: bodyOf('SAML_2_0', { profile }) })
    expect(locations).toEqual(['profile'])
  })

  it('seats, where they are counted [spec/2 app/licensing]', async () => {
    const body = { label: 'Mail', name: 'google', licensing: { seatCount: 7 } }
    expect((await server.client.call('createApp', { body })).body.licensing).toEqual({ seatCount: 7 })
  })

  it('links, one of them to switch it off, or on [spec/2 app/_links] [spec/2 app states/lifecycle] [spec/5 8.2/self]', async () => {
    const app = await create('BOOKMARK')
    const self = `${server.url}/api/v1/apps/${app.id}`
    expect(app._links).toMatchObject({ deactivate: { href: `${self}/lifecycle/deactivate` } })
    await server.client.call('deactivateApp', { params: { appId: app.id } })
    const off = await read(app)
    expect([off.status, off._links['activate']]).toEqual(['INACTIVE', { href: `${self}/lifecycle/activate` }])
    for (const one of [app, off]) expect(one._links).not.toHaveProperty('self')
  })

  it('nothing of what is left out [spec/5 8.1/left out]', async () => {
    for (const mode of SIGN_ON_MODES) {
      const app = await create(mode)
      expect(app).not.toHaveProperty('universalLogout')
      expect(app.settings).not.toHaveProperty('emOptInStatus')
    }
  })

  it('a label that others have too [spec/4 2.3/label]', async () => {
    const [first, second] = [await create('BOOKMARK', { label: 'Twice' }), await create('BOOKMARK', { label: 'Twice' })]
    expect([first.label, second.label]).toEqual(['Twice', 'Twice'])
  })
})
