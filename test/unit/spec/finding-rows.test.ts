import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { LENIENT } from '../../helpers/client.ts'
import { PUBLIC_KEY } from '../../helpers/client-keys.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

let count = 0
const made = async (body: object): Promise<App> =>
  (
    await server.client.call('createApp', {
      body: { ...body, label: `Found ${(count += 1)}` } as never,
      headers: LENIENT,
    })
  ).body

describe('a client', () => {
  const client = (oauthClient: object) =>
    made({ signOnMode: 'OPENID_CONNECT', credentials: { oauthClient: {} }, settings: { oauthClient } })

  it('of the type web says that it needs no proof of its code, those of other types say nothing [spec/6 14/pkce]', async () => {
    const redirecting = { grant_types: ['authorization_code'], redirect_uris: ['https://app.example.com/back'] }
    const web = await client({ ...redirecting, application_type: 'web' })
    expect(web.credentials).toMatchObject({ oauthClient: { pkce_required: false } })
    for (const type of ['native', 'browser']) {
      const { credentials } = await client({ ...redirecting, application_type: type })
      expect((credentials as { oauthClient: object }).oauthClient, type).not.toHaveProperty('pkce_required')
    }
  })

  it('is hidden from people unless the request says how it is shown [spec/6 14/hidden]', async () => {
    const settings = { oauthClient: { application_type: 'web', grant_types: ['client_credentials'] } }
    const body = { signOnMode: 'OPENID_CONNECT', credentials: { oauthClient: {} }, settings }
    const shown = { iOS: false, web: false }
    const { id, visibility } = await made(body)
    expect(visibility).toMatchObject({ autoLaunch: false, hide: { iOS: true, web: true } })
    expect((await made({ ...body, visibility: { autoSubmitToolbar: true } })).visibility).toMatchObject({ hide: shown })
    expect((await made(soundApp('BOOKMARK'))).visibility).toMatchObject({ hide: shown })

    const replaced = async (change: object) => {
      const input = { params: { appId: id }, body: { ...body, label: 'Hidden', ...change } as never, headers: LENIENT }
      return (await server.client.call('replaceApp', input)).body.visibility
    }
    expect(await replaced({ visibility: { hide: shown } })).toMatchObject({ hide: shown })
    expect(await replaced({})).toMatchObject({ hide: { iOS: true, web: true } })
  })

  it('has keys that name an algorithm only where one was sent [spec/6 14/alg]', async () => {
    const { alg: _alg, ...key } = PUBLIC_KEY
    const keys = [key, { ...key, kid: 'other', alg: 'RS256' }]
    const settings = { application_type: 'service', grant_types: ['client_credentials'], jwks: { keys } }
    const { settings: shown } = await client(settings)
    const [without, named] = (shown['oauthClient'] as { jwks: { keys: object[] } }).jwks.keys
    expect(without).not.toHaveProperty('alg')
    expect(named).toMatchObject({ alg: 'RS256' })
  })

  it('of the type service may name the implicit grant [spec/6 20/service]', async () => {
    const grants = ['client_credentials', 'implicit']
    const redirect_uris = ['https://app.example.com/back']
    const service = await client({ application_type: 'service', grant_types: grants, redirect_uris })
    expect(service.settings['oauthClient']).toMatchObject({ grant_types: grants })
  })
})

describe('an empty text', () => {
  const credentials = { userNameTemplate: { template: '${source.login}', type: 'BUILT_IN' }, userName: '' }

  it('counts as none in every form that a client fills in [spec/6 1/empty texts]', async () => {
    const { app } = soundApp('BROWSER_PLUGIN').settings
    const form = { ...app, checkbox: '', redirectUrl: '', loginUrlRegex: '' }
    const swa = await made({ ...soundApp('BROWSER_PLUGIN'), credentials, settings: { app: form } })
    expect(swa.settings['app']).toEqual({ ...app, checkbox: null, redirectUrl: null, loginUrlRegex: null })
    expect(swa.credentials).not.toHaveProperty('userName')

    const fields = [1, 2, 3].flatMap((number) => [`optionalField${number}`, `optionalField${number}Value`])
    const store = soundApp('SECURE_PASSWORD_STORE')
    const optional = Object.fromEntries(fields.map((name) => [name, '']))
    const kept = await made({ ...store, credentials, settings: { app: { ...store.settings.app, ...optional } } })
    for (const name of fields) expect((kept.settings['app'] as Record<string, unknown>)[name], name).toBeNull()

    const accessibility = { selfService: false, errorRedirectUrl: '', loginRedirectUrl: '' }
    const basic = await made({ ...soundApp('BASIC_AUTH'), credentials, accessibility })
    expect(basic.accessibility).toEqual({ selfService: false, errorRedirectUrl: null, loginRedirectUrl: null })
  })

  it('counts as no override of a template of the catalogue, and as no relay state [spec/6 1/empty texts]', async () => {
    const names = [
      'ssoAcsUrlOverride',
      'audienceOverride',
      'recipientOverride',
      'destinationOverride',
      'defaultRelayState',
    ]
    const signOn = Object.fromEntries(names.map((name) => [name, '']))
    const listed = await made({
      name: 'pagerduty',
      signOnMode: 'SAML_2_0',
      settings: { app: { subdomain: 'x' }, signOn },
    })
    for (const name of names) expect((listed.settings['signOn'] as Record<string, unknown>)[name], name).toBeNull()
  })
})
