import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import type { AppWriteInput } from '#contract/apps/app-write.ts'
import { CATALOGUE_NAMES, catalogueEntry } from '#contract/apps/catalogue/catalogue.ts'
import { CATALOGUE } from '#contract/apps/catalogue/entries.ts'
import { LENIENT } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

let count = 0
type Body = Omit<AppWriteInput, 'label'>
const make = async (body: Body, headers: Record<string, string> = LENIENT): Promise<App> =>
  (await server.client.call('createApp', { body: { label: `Listed ${(count += 1)}`, ...body }, headers })).body
const refusal = (body: Body) => server.client.refused('createApp', { body: { label: 'Refused', ...body } })
const replace = async (app: App, over: object = {}) =>
  (await server.client.call('replaceApp', { params: { appId: app.id }, body: { ...app, ...over } })).body
const part = (app: App, name: 'app' | 'signOn') => app.settings[name] as Record<string, unknown>
const SCHEME = { scheme: 'EDIT_USERNAME_AND_PASSWORD', revealPassword: false }
const DEFAULT_TEMPLATE = { template: '${source.login}', type: 'BUILT_IN' }

describe('an application of the catalogue', () => {
  it.each(CATALOGUE_NAMES.flatMap((name) => catalogueEntry(name)?.modes.map((mode) => [name, mode] as const) ?? []))(
    '%s is made and replaced as %s [spec/5 8.3/catalogue names]',
    async (name, signOnMode) => {
      const settings = signOnMode === 'AUTO_LOGIN' ? { signOn: { loginUrl: 'https://wiki.example.test/login' } } : {}
      const app = await make({ name, signOnMode, settings })
      expect([app.name, app.signOnMode]).toEqual([name, signOnMode])
      const read = (await server.client.call('getApp', { params: { appId: app.id } })).body
      expect(read).toEqual(app)
      expect(await replace(app, { label: 'Renamed' })).toEqual({ ...app, label: 'Renamed' })
      const events = (await server.client.call('listLogEvents', { query: { limit: 1_000 } })).body
      const ofApp = events.filter(({ target }) => target?.some(({ id }) => id === app.id))
      expect(ofApp.map(({ eventType }) => eventType)).toEqual([
        'application.lifecycle.create',
        'application.lifecycle.update',
      ])
    },
  )

  it.each(['Deel', 'Applauz'])('%s is answered in lower case [spec/5 8.3/catalogue names]', async (name) => {
    const app = await make({ name, signOnMode: 'OPENID_CONNECT' })
    expect(app.name).toBe(name.toLowerCase())
    expect((await replace(app, { name })).name).toBe(app.name)
    const found = (await server.client.call('listApps', { query: { filter: `name eq "${app.name}"` } })).body
    expect(found.map(({ id }) => id)).toContain(app.id)
  })

  it('starts in its usual mode where the request gives none', async () => {
    for (const name of CATALOGUE_NAMES) expect((await make({ name })).signOnMode).toBe(CATALOGUE[name].modes[0])
  })

  it.each([
    [{ name: 'pagerduty', signOnMode: 'WS_FEDERATION' as const }, 'name'],
    [{ name: 'pagerduty', signOnMode: 'OPENID_CONNECT' as const }, 'name'],
    [{ name: 'svc_org2org', signOnMode: 'AUTO_LOGIN' as const }, 'name'],
    [{ name: 'deelhr', signOnMode: 'SAML_2_0' as const }, 'name'],
  ])('has no other modes than its own: %j', async (body, field) => {
    const { code, locations, body: reply } = await refusal(body)
    expect([code, locations.includes(field)]).toEqual(['E0000001', true])
    expect(JSON.stringify(reply.errorCauses)).toContain(catalogueEntry(body.name)?.label)
  })

  it.each([
    [{ name: 'partner_unheard_of', signOnMode: 'BOOKMARK' as const, settings: { app: { url: 'https://x.test' } } }],
    [{ name: 'oidc_client', signOnMode: 'BOOKMARK' as const, settings: { app: { url: 'https://x.test' } } }],
    [{ name: 'acme_wiki_1', signOnMode: 'AUTO_LOGIN' as const, settings: { signOn: { loginUrl: 'https://x.test' } } }],
  ])('cannot have a name that nothing is known of: %j', async (body) => {
    const { status, code, locations } = await refusal(body)
    expect([status, code, locations]).toEqual([400, 'E0000001', ['name']])
  })

  it.each([{ name: 'partner_unheard_of' }, { name: 'partner_unheard_of', signOnMode: null }])(
    'needs a mode where its name says none: %j',
    async (body) => {
      const { code, locations } = await refusal(body)
      expect([code, locations]).toEqual(['E0000001', ['signOnMode']])
    },
  )
})

describe('what the catalogue says', () => {
  it('sharepoint_onpremise: attributeStatements is null where none was sent, beside what was [spec/6 11/statements]', async () => {
    const app = await make({ name: 'sharepoint_onpremise', settings: { app: { site: 'x' } } })
    expect(app.settings['app']).toEqual({ attributeStatements: null, site: 'x' })
    const bare = await make({ name: 'sharepoint_onpremise' })
    expect(bare.settings['app']).toEqual({ attributeStatements: null })
    const said = { app: { attributeStatements: 'a|b' } }
    expect((await replace(bare, { settings: { ...bare.settings, ...said } })).settings['app']).toEqual(said.app)
  })

  it('office365 can sign people in by SAML 1.1, which is described to it [spec/6 11/office]', async () => {
    const app = await make({ name: 'office365', signOnMode: 'SAML_1_1' })
    expect([app.name, app.signOnMode]).toEqual(['office365', 'SAML_1_1'])
    expect(app._links['help']).toMatchObject({ href: expect.stringContaining('/setup/help/SAML_1_1/instructions') })
  })

  it.each([
    ['pagerduty', { login: true }],
    ['amazon_aws', { login: true }],
    ['aws_console', { aws_console_login: true }],
    ['google', { accounts: true, calendar: true, drive: true, keep: true, mail: true, sites: true }],
    ['strongdm', { strongdm_link: true }],
    ['svc_org2org', { login: true }],
    ['sharepoint_onpremise', { login: true }],
  ])('the links of %s [spec/5 8.1/catalogue links]', async (name, appLinks) => {
    const app = await make({ name })
    expect(app.visibility['appLinks']).toEqual(appLinks)
    const links = app._links['appLinks'] as { name: string; href: string; type: string }[]
    expect(links.map((link) => link.name)).toEqual(Object.keys(appLinks))
    expect(new Set(links.map(({ href }) => href)).size).toBe(links.length)
    const href = new RegExp(`^${server.url}/home/${name}/${app.id}/aln[0-9A-Za-z]{17}$`)
    for (const link of links) expect([link.href, link.type]).toEqual([expect.stringMatching(href), 'text/html'])
  })

  it('about twenty links of office365, of which one is shown until others are [spec/5 8.1/catalogue links]', async () => {
    const app = await make({ name: 'office365' })
    const links = app.visibility['appLinks'] as Record<string, boolean>
    expect(Object.keys(links).length).toBeGreaterThanOrEqual(19)
    expect(Object.keys(links).filter((name) => links[name])).toEqual(['login'])
    const user = await server.make.aUser()
    await server.client.call('assignAppUser', { params: { appId: app.id }, body: { id: user.id } })
    const started = async () =>
      (await server.client.call('listUserAppLinks', { params: { userId: user.id } })).body.map(({ linkUrl }) => linkUrl)
    const all = app._links['appLinks'] as { name: string; href: string }[]
    const of = (name: string) => all.find((link) => link.name === name)?.href
    expect(await started()).toEqual([of('login')])
    const shown = await replace(app, { visibility: { appLinks: { mail: true, login: false } } })
    expect(shown.visibility['appLinks']).toEqual({ ...links, mail: true, login: false })
    expect(await started()).toEqual([of('mail')])
    const { locations } = await refusal({ name: 'office365', visibility: { appLinks: { post: true } } })
    expect(locations).toEqual(['visibility.appLinks.post'])
  })

  it.each(['office365', 'google'])('that seats of %s are counted [spec/5 8.3/licensing]', async (name) => {
    const app = await make({ name })
    expect(app.licensing).toEqual({ seatCount: 0 })
    expect(Object.keys(app).indexOf('licensing')).toBe(Object.keys(app).indexOf('accessibility') + 1)
    expect((await replace(app, { licensing: { seatCount: 25 } })).licensing).toEqual({ seatCount: 25 })
    expect((await replace(app, { licensing: undefined })).licensing).toEqual({ seatCount: 0 })
    expect((await refusal({ name, licensing: { seatCount: -1 } })).locations).toEqual(['licensing.seatCount'])
  })

  it('nothing of seats elsewhere [spec/5 8.3/licensing]', async () => {
    const app = await make({ name: 'pagerduty', licensing: { seatCount: 3 } })
    expect(app).not.toHaveProperty('licensing')
  })

  it.each(['amazon_aws', 'office365', 'google', 'pagerduty'] as const)(
    'the settings of %s, null or false where nothing is sent [spec/5 8.3/template settings]',
    async (name) => {
      const { settings } = CATALOGUE[name]
      const empty = Object.fromEntries(
        Object.entries(settings).map(([key, type]) => [key, type === 'flag' ? false : null]),
      )
      expect(part(await make({ name }), 'app')).toEqual(empty)
      const [text] = Object.entries(settings).find(([, type]) => type === 'text') as [string, string]
      const nulls = Object.fromEntries(Object.keys(settings).map((key) => [key, null]))
      const given = { ...nulls, [text]: 'given' }
      expect(part(await make({ name, settings: { app: given } }), 'app')).toEqual({ ...empty, [text]: 'given' })
      expect((await refusal({ name, settings: { app: { [text]: 7 } } })).locations).toEqual([`settings.app.${text}`])
      expect((await refusal({ name, settings: { app: { unheardOf: 'x' } } })).locations).toEqual([
        'settings.app.unheardOf',
      ])
    },
  )

  it('that secrets of the other service are not kept', async () => {
    const app = await make({
      name: 'amazon_aws',
      settings: { app: { secretKey: 'S3cret-key', sessionDuration: 3_600 } },
    })
    expect(part(app, 'app')).toMatchObject({ secretKey: null, sessionDuration: 3_600 })
    expect(JSON.stringify(app)).not.toContain('S3cret-key')
    const written = [await readFile(server.dataFile), await readFile(`${server.dataFile}-wal`)]
    expect(written.some((bytes) => bytes.includes(app.label))).toBe(true)
    expect(written.some((bytes) => bytes.includes('S3cret-key'))).toBe(false)
  })

  it('not which settings other templates have: what is sent is kept, within bounds', async () => {
    const app = { awsEnvironmentType: 'aws.amazon', depth: 3, on: true, none: null }
    expect(part(await make({ name: 'aws_console', settings: { app } }), 'app')).toEqual(app)
    for (const wrong of [{ inner: {} }, { long: 'x'.repeat(2_001) }])
      expect((await refusal({ name: 'aws_console', settings: { app: wrong } })).locations).toEqual([
        `settings.app.${Object.keys(wrong)[0]}`,
      ])
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`key${index}`, 'x']))
    expect((await refusal({ name: 'aws_console', settings: { app: many } })).locations).toEqual(['settings.app'])
  })
})

describe('how people get into an application of the catalogue', () => {
  const statement = {
    type: 'EXPRESSION',
    name: 'mail',
    namespace: 'urn:oasis:names:tc:SAML:2.0:attrname-format:basic',
    values: ['user.email'],
  }
  const overrides = {
    ssoAcsUrlOverride: 'https://pager.example.test/acs',
    audienceOverride: 'urn:pager',
    recipientOverride: 'https://pager.example.test/to',
    destinationOverride: 'https://pager.example.test/at',
  }
  const ofTemplate = {
    allowMultipleAcsEndpoints: true,
    assertionSigned: false,
    honorForceAuthn: false,
    responseSigned: false,
    samlSignedRequestEnabled: true,
    slo: { enabled: false },
  }

  it('SAML 2.0: with overrides, without what the template says [spec/5 8.3/saml catalogue]', async () => {
    const bare = await make({ name: 'pagerduty', signOnMode: 'SAML_2_0', settings: { app: { subdomain: 'pager' } } })
    const absent = Object.fromEntries(Object.keys(overrides).map((key) => [key, null]))
    expect(part(bare, 'signOn')).toEqual({ ...absent, defaultRelayState: null, attributeStatements: [] })
    const signOn = { ...overrides, defaultRelayState: 'inbox', attributeStatements: [statement] }
    const full = await make({
      name: 'pagerduty',
      signOnMode: 'SAML_2_0',
      settings: { signOn: { ...signOn, ...ofTemplate } },
    })
    expect(part(full, 'signOn')).toEqual(signOn)
    expect(full.credentials).toEqual({
      userNameTemplate: DEFAULT_TEMPLATE,
      signing: { kid: expect.stringMatching(/./) as string },
    })
  })

  it('SAML 1.1: without statements and destination besides [spec/5 8.3/saml 1.1]', async () => {
    const { destinationOverride: _dropped, ...kept } = overrides
    const signOn = { ...overrides, ...ofTemplate, attributeStatements: [statement], defaultRelayState: 'start' }
    const app = await make({ name: 'sharepoint_onpremise', signOnMode: 'SAML_1_1', settings: { signOn } })
    expect(part(app, 'signOn')).toEqual({ ...kept, defaultRelayState: 'start' })
    expect(app.credentials.signing.kid).toMatch(/./)
  })

  it('SAML 2.0: services are told who signs [spec/5 8.5/metadata]', async () => {
    const app = await make({ name: 'pagerduty', signOnMode: 'SAML_2_0' })
    const path = `/api/v1/apps/${app.id}/sso/saml/metadata`
    const document = await (await server.client.fetch(path, { headers: { Accept: 'application/xml' } })).text()
    const key = app.id.slice(3)
    expect(document).toContain(`entityID="http://svc.example.com/exk${key}"`)
    expect(document).toContain(`${server.url}/app/pagerduty/exk${key}/sso/saml`)
  })

  it('auto login, which the browser does [spec/5 8.3/catalogue auto login]', async () => {
    const settings = { signOn: { loginUrl: 'https://wiki.example.test/login' } }
    const app = await make({ name: 'aws_console', signOnMode: 'AUTO_LOGIN', settings })
    expect(app.signOnMode).toBe('BROWSER_PLUGIN')
    expect(app.credentials).toEqual({ ...SCHEME, userNameTemplate: DEFAULT_TEMPLATE, signing: {} })
    expect(app.settings).not.toHaveProperty('signOn')
    expect((await replace(app, { signOnMode: 'AUTO_LOGIN' })).signOnMode).toBe('BROWSER_PLUGIN')
  })

  it.each(['AUTO_LOGIN', null, undefined] as const)(
    'not at all, asked for %s [spec/5 8.3/without sso]',
    async (signOnMode) => {
      const mode = signOnMode === undefined ? {} : { signOnMode }
      const app = await make({ name: 'deelhr', ...mode, credentials: SCHEME })
      expect(app.signOnMode).toBeNull()
      expect(app.credentials).toEqual({ userNameTemplate: DEFAULT_TEMPLATE, signing: {} })
      const user = await server.make.aUser()
      await server.client.call('assignAppUser', { params: { appId: app.id }, body: { id: user.id } })
      const shown = (await server.client.call('previewApp', { params: { appId: app.id, userId: user.id } })).body
      expect([shown.app.signOnMode, shown.saml, shown.oidc]).toEqual([null, null, null])
    },
  )

  it('OpenID Connect: as no client of this service [spec/5 8.4/catalogue]', async () => {
    const oauthClient = { redirect_uris: ['https://wiki.example.test/back'], grant_types: ['authorization_code'] }
    const app = await make({
      ...{ name: 'strongdm', signOnMode: 'OPENID_CONNECT', settings: { oauthClient } },
      credentials: { oauthClient: { token_endpoint_auth_method: 'client_secret_basic' } },
    })
    expect(app.settings).not.toHaveProperty('oauthClient')
    expect(Object.keys(app.credentials)).toEqual(['userNameTemplate', 'signing'])
    expect(app._links).not.toHaveProperty('clientCredentials')
    const secrets = await server.client.refused('createClientSecret', { params: { appId: app.id }, body: {} })
    expect([secrets.status, secrets.code]).toEqual([400, 'E0000001'])
    const again = await replace(app)
    expect(again).toEqual(app)
  })

  it('has instructions where it speaks SAML or OpenID Connect, as all that speak SAML have [spec/5 8.2/help] [spec/6 7/help]', async () => {
    const modes = new Set<unknown>()
    for (const name of CATALOGUE_NAMES) {
      const app = await make({ name })
      modes.add(app.signOnMode)
      const path = `/app/${name}/${app.id}/setup/help/${app.signOnMode}/instructions`
      const help = { href: `${server.url}${path}`, type: 'text/html' }
      const hasHelp = /SAML|OPENID/.test(app.signOnMode ?? '')
      expect(app._links['help'], name).toEqual(hasHelp ? help : undefined)
      if (hasHelp) expect(Object.keys(app._links)[0]).toBe('help')
    }
    for (const mode of ['SAML_2_0', 'SAML_1_1', 'OPENID_CONNECT', 'BROWSER_PLUGIN', null]) expect(modes).toContain(mode)
    const own = await make({
      signOnMode: 'SAML_2_0',
      settings: { signOn: { ssoAcsUrl: 'https://x.test/acs', audience: 'x' } },
    })
    expect(Object.keys(own._links).slice(0, 3)).toEqual(['help', 'metadata', 'uploadLogo'])
    const bookmark = await make({ name: 'bookmark', settings: { app: { url: 'https://x.test' } } })
    expect(bookmark._links).not.toHaveProperty('help')
  })
})
