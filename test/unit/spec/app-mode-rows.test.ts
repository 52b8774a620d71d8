import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import type { SignOnMode } from '#contract/apps/sign-on-modes.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { LENIENT } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

let count = 0
const make = async (body: object) =>
  (await server.client.call('createApp', { body: { label: `Recorded ${(count += 1)}`, ...body }, headers: LENIENT }))
    .body
const ofMode = (mode: SignOnMode, over: object = {}) => make({ ...soundApp(mode), ...over })
const refusal = (body: object) => server.client.refused('createApp', { body: body as never })
const part = (app: App, name: 'app' | 'signOn' | 'oauthClient') => app.settings[name] as Record<string, unknown>
const DEFAULT_CREDENTIALS = { userNameTemplate: { template: '${source.login}', type: 'BUILT_IN' }, signing: {} }
const SCHEME = { scheme: 'EDIT_USERNAME_AND_PASSWORD', revealPassword: false }

describe('what each sign-on mode takes and answers', () => {
  it('a bookmark, also by its name alone [spec/5 8.3/bookmark]', async () => {
    const { settings } = soundApp('BOOKMARK')
    for (const body of [{ name: 'bookmark' }, { signOnMode: 'BOOKMARK' }]) {
      const app = await make({ ...body, settings })
      expect([app.signOnMode, app.name]).toEqual(['BOOKMARK', 'bookmark'])
      expect(part(app, 'app')).toEqual({ url: settings.app.url, requestIntegration: false })
      expect(app.credentials).toEqual(DEFAULT_CREDENTIALS)
    }
    expect((await refusal({ label: 'X', signOnMode: 'BOOKMARK' })).locations).toEqual(['settings.app.url'])
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'wiki', ''])
      expect((await refusal({ ...soundApp(), settings: { app: { url } } })).locations).toEqual(['settings.app.url'])
  })

  it('basic authentication [spec/5 8.3/basic auth]', async () => {
    const app = await ofMode('BASIC_AUTH', { credentials: { password: {} } })
    expect(app.name).toBe('template_basic_auth')
    expect(part(app, 'app')).toEqual({ ...soundApp('BASIC_AUTH').settings.app, loginUrlRegex: null })
    expect(app.credentials).toEqual({ ...DEFAULT_CREDENTIALS, ...SCHEME })
  })

  it('a form of two fields [spec/5 8.3/swa]', async () => {
    const { settings } = soundApp('BROWSER_PLUGIN')
    const missing = { loginUrlRegex: null, redirectUrl: null, checkbox: null }
    const app = await ofMode('BROWSER_PLUGIN')
    expect([app.name, part(app, 'app')]).toEqual(['template_swa', { ...missing, ...settings.app }])
    expect(app.credentials).toMatchObject(SCHEME)
    const given = { ...settings.app, loginUrlRegex: '^https://.*', checkbox: '#stay' }
    expect(part(await ofMode('BROWSER_PLUGIN', { settings: { app: given } }), 'app')).toEqual({ ...missing, ...given })
  })

  it('a form of three fields [spec/5 8.3/swa3field]', async () => {
    const app = {
      buttonSelector: '#go',
      extraFieldSelector: '#shop',
      extraFieldValue: '7',
      passwordSelector: '#pass',
      targetURL: 'https://till.example.test',
      userNameSelector: '#user',
    }
    const made = await make({ name: 'template_swa3field', settings: { app } })
    expect([made.signOnMode, made.name]).toEqual(['BROWSER_PLUGIN', 'template_swa3field'])
    expect(part(made, 'app')).toEqual({ ...app, loginUrlRegex: null, redirectUrl: null })
    const wrong = await refusal({ label: 'X', name: 'template_swa', signOnMode: 'BROWSER_PLUGIN', settings: { app } })
    expect(wrong.locations).toContain('settings.app.buttonField')
  })

  it('shared credentials, whose password is not answered [spec/5 8.3/shared] [spec/4 2.3/scheme mismatch]', async () => {
    const credentials = { scheme: 'SHARED_USERNAME_AND_PASSWORD', userName: 'till', password: { value: 'S3cret-till' } }
    const app = await ofMode('BROWSER_PLUGIN', { credentials })
    expect(app.credentials).toMatchObject({ scheme: credentials.scheme, userName: 'till', password: {} })
    expect(JSON.stringify(app)).not.toContain('S3cret-till')
    const back = (await server.client.call('replaceApp', { params: { appId: app.id }, body: app })).body
    expect(back.credentials).toEqual(app.credentials)
    const own = await ofMode('BROWSER_PLUGIN', { credentials: { scheme: 'ADMIN_SETS_CREDENTIALS', password: {} } })
    expect(own.credentials).not.toHaveProperty('password')
    const nameless = await refusal({ ...soundApp('BROWSER_PLUGIN'), credentials: { scheme: credentials.scheme } })
    expect([nameless.code, nameless.locations]).toEqual(['E0000001', ['credentials.userName']])
    const unfit = await refusal({ ...soundApp('BROWSER_PLUGIN'), credentials: { userName: 'till' } })
    expect([unfit.status, unfit.code]).toEqual([400, 'E0000041'])
  })

  it('a password store [spec/5 8.3/sps]', async () => {
    const fields = [1, 2, 3].flatMap((index) => [`optionalField${index}`, `optionalField${index}Value`])
    const app = await ofMode('SECURE_PASSWORD_STORE')
    expect(app.name).toBe('template_sps')
    expect(part(app, 'app')).toEqual({
      ...soundApp('SECURE_PASSWORD_STORE').settings.app,
      ...Object.fromEntries(fields.map((field) => [field, null])),
    })
  })

  it('auto login, named after the organization and its label [spec/5 8.3/auto login] [spec/5 8.5/auto login inactive]', async () => {
    const label = 'Crew & Roster!'
    const [first, second] = [await ofMode('AUTO_LOGIN', { label }), await ofMode('AUTO_LOGIN', { label })]
    expect([first.name, second.name]).toEqual([
      expect.stringMatching(/^[a-z0-9-]+_crewroster_1$/),
      expect.stringMatching(/_crewroster_2$/),
    ])
    expect((await ofMode('AUTO_LOGIN', { label: '日本' })).name).toMatch(/_app_1$/)
    expect(first.settings).toMatchObject({ app: {}, signOn: { redirectUrl: null } })
    expect(first.credentials).toEqual({ ...DEFAULT_CREDENTIALS, ...SCHEME })
    const body = { ...soundApp('AUTO_LOGIN', 'Roster') }
    const params = { appId: first.id }
    expect((await server.client.call('replaceApp', { params, body })).body.name).toBe(first.name)
    await server.client.call('deactivateApp', { params })
    const inactive = await server.client.refused('replaceApp', { params, body })
    expect([inactive.status, inactive.code, inactive.body.errorCauses.length]).toEqual([400, 'E0000024', 1])
  })

  it('SAML 2.0, with what follows added and overrides dropped [spec/5 8.3/saml]', async () => {
    const attributeStatements = [
      {
        type: 'EXPRESSION',
        name: 'mail',
        namespace: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
        values: ['user.email'],
      },
      {
        ...{ type: 'GROUP', name: 'groups', namespace: 'urn:oasis:names:tc:SAML:2.0:attrname-format:unspecified' },
        ...{ filterType: 'STARTS_WITH', filterValue: 'app-' },
      },
    ]
    const { ssoAcsUrl, audience } = soundApp('SAML_2_0').settings.signOn
    const acsEndpoints = [{ url: 'https://wiki.example.test/acs/1', index: 1 }]
    const signOn = {
      ssoAcsUrl,
      audience,
      attributeStatements,
      acsEndpoints,
      audienceOverride: 'x',
      ssoAcsUrlOverride: 'y',
    }
    const app = await ofMode('SAML_2_0', { settings: { signOn } })
    expect(app.name).toMatch(/_\d+$/)
    expect(part(app, 'signOn')).toMatchObject({
      ...{ ssoAcsUrl, audience, recipient: ssoAcsUrl, destination: ssoAcsUrl, attributeStatements, acsEndpoints },
      ...{ idpIssuer: expect.stringContaining('${org.externalKey}') as string, spIssuer: null },
      ...{ requestCompressed: false, inlineHooks: [], defaultRelayState: null },
      ...{ assertionEncryption: { enabled: false }, slo: { enabled: false } },
    })
    for (const dropped of ['audienceOverride', 'ssoAcsUrlOverride'])
      expect(part(app, 'signOn')).not.toHaveProperty(dropped)
    expect(
      part(
        await ofMode('SAML_2_0', { settings: { signOn: { ssoAcsUrl, audience, attributeStatements: [] } } }),
        'signOn',
      ),
    ).toMatchObject({ attributeStatements: [] })

    const slo = { enabled: true, issuer: 'urn:wiki', logoutUrl: 'https://wiki.example.test/out' }
    const spCertificate = { x5c: ['MIIB'] }
    const out = await ofMode('SAML_2_0', { settings: { signOn: { ssoAcsUrl, audience, slo, spCertificate } } })
    expect(part(out, 'signOn')).toMatchObject({ slo, spCertificate, spIssuer: 'urn:wiki' })
    const bare = await refusal({
      ...soundApp('SAML_2_0'),
      settings: { signOn: { ssoAcsUrl, audience, slo: { enabled: true } } },
    })
    expect(bare.locations.sort()).toEqual([
      'settings.signOn.slo.issuer',
      'settings.signOn.slo.logoutUrl',
      'settings.signOn.spCertificate',
    ])
  })
})

describe('a client of OpenID Connect', () => {
  const oauthClient = { redirect_uris: ['https://wiki.example.test/back'], grant_types: ['authorization_code'] }
  const client = (over: object) => ofMode('OPENID_CONNECT', { settings: { oauthClient: { ...oauthClient, ...over } } })

  it('has its settings whole [spec/5 8.4/settings]', async () => {
    expect(part(await client({}), 'oauthClient')).toEqual({
      ...oauthClient,
      client_uri: null,
      logo_uri: null,
      response_types: ['code'],
      application_type: 'web',
      issuer_mode: 'DYNAMIC',
      consent_method: 'TRUSTED',
      idp_initiated_login: { mode: 'DISABLED', default_scope: [] },
      wildcard_redirect: 'DISABLED',
      participate_slo: false,
      dpop_bound_access_tokens: false,
    })
    const service = { application_type: 'service', grant_types: ['client_credentials'], redirect_uris: null }
    expect(part(await client(service), 'oauthClient')).toMatchObject({ redirect_uris: [], response_types: ['token'] })
  })

  it('has other settings only when they were given [spec/5 8.4/optional]', async () => {
    const optional = {
      post_logout_redirect_uris: ['https://wiki.example.test/bye'],
      jwks_uri: 'https://wiki.example.test/jwks',
      frontchannel_logout_uri: 'https://wiki.example.test/out',
      frontchannel_logout_session_required: true,
      network: { connection: 'ANYWHERE' },
    }
    const without = part(await client({}), 'oauthClient')
    for (const key of Object.keys(optional)) expect(without).not.toHaveProperty(key)
    expect(part(await client(optional), 'oauthClient')).toMatchObject(optional)
  })

  it('says how refresh tokens are replaced, where it has them [spec/5 8.4/refresh_token]', async () => {
    const grants = { grant_types: ['authorization_code', 'refresh_token'] }
    const of = async (over: object) => part(await client(over), 'oauthClient')['refresh_token']
    expect(await of({})).toBeUndefined()
    expect(await of(grants)).toEqual({ rotation_type: 'STATIC' })
    expect(await of({ ...grants, refresh_token: { rotation_type: 'STATIC', leeway: 30 } })).toEqual({
      rotation_type: 'STATIC',
    })
    const rotate = { rotation_type: 'ROTATE', leeway: 15 }
    expect(await of({ ...grants, refresh_token: rotate })).toEqual(rotate)
  })

  it('keeps a profile of its own [spec/5 8.4/profile]', async () => {
    const profile = { owner: 'docs', tags: ['a', 'b'] }
    const app = await ofMode('OPENID_CONNECT', { profile })
    expect([app.settings['app'], app.profile]).toEqual([{}, profile])
  })

  it.each([
    [{ redirect_uris: [] }, 'redirect_uris'],
    [{ redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris[0]'],
    [{ grant_types: [] }, 'grant_types'],
    [{ application_type: 'service' }, 'grant_types'],
    [{ application_type: 'browser', grant_types: ['client_credentials'] }, 'grant_types'],
    [{ jwks: { keys: [] }, jwks_uri: 'https://wiki.example.test/jwks' }, 'jwks_uri'],
    [{ refresh_token: { rotation_type: 'ROTATE', leeway: 61 } }, 'refresh_token.leeway'],
  ])('refuses %j, and names the field', async (over, field) => {
    const body = { ...soundApp('OPENID_CONNECT'), settings: { oauthClient: { ...oauthClient, ...over } } }
    const { code, locations } = await refusal(body)
    expect([code, locations]).toEqual(['E0000001', [`settings.oauthClient.${field}`]])
  })
})
