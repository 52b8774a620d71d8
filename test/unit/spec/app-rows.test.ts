import { beforeAll, describe, expect, it } from 'vitest'
import { appDefinition } from '#contract/apps/definition.ts'
import type { App } from '#contract/apps/app.ts'
import type { AppWriteInput } from '#contract/apps/app-write.ts'
import { ENGINES } from '#contract/gatehouse/workspace.ts'
import { LENIENT } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'
import { soundApp } from '../../helpers/app-bodies.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

let count = 0
const label = () => `Recorded ${(count += 1)}`

async function create(body: object = {}, { client } = server): Promise<App> {
  const { settings, ...sound } = soundApp((body as Partial<AppWriteInput>).signOnMode ?? undefined, label())
  const whole = { ...sound, ...body, settings: { ...settings, ...(body as Partial<App>).settings } }
  return (await client.call('createApp', { body: whole as never, headers: LENIENT })).body
}

const read = async (app: App) => (await server.client.call('getApp', { params: { appId: app.id } })).body
const platform = async ({ client } = server) =>
  (await client.call('listApps', { query: { q: 'svc_' } })).body.filter(({ name }) => name.startsWith('svc_'))

const KEYS =
  'id orn name label status lastUpdated created accessibility visibility features signOnMode credentials settings _links'

describe('an application', () => {
  it('is written in one order, wherever it is answered [spec/5 8.1/key order]', async () => {
    const app = await create()
    const listed = (await server.client.call('listApps', { query: { q: app.label } })).body[0]
    for (const shown of [app, await read(app), listed, ...(await platform())])
      expect(Object.keys(shown ?? {})).toEqual(KEYS.split(' '))
  })

  it('is named among all organizations [spec/5 8.1/orn]', async () => {
    const org = (await (await fetch(`${server.url}/.well-known/svc-organization`)).json()) as { id: string }
    for (const { id, name, orn } of [await create(), ...(await platform())])
      expect(orn).toBe(`orn:svc:idp:${org.id}:apps:${name}:${id}`)
  })

  it('has its defaults, also one of the platform [spec/5 8.1/accessibility] [spec/5 8.1/features]', async () => {
    for (const app of [await create(), ...(await platform())]) {
      expect(app.accessibility).toEqual({ selfService: false, errorRedirectUrl: null, loginRedirectUrl: null })
      expect(app.features).toEqual([])
    }
  })

  it('is visible, with one link of its own kind [spec/5 8.1/visibility]', async () => {
    const hidden = { autoLaunch: false, autoSubmitToolbar: false, hide: { iOS: false, web: false } }
    expect((await create()).visibility).toEqual({ ...hidden, appLinks: { login: true } })
    const some = await create({ visibility: { hide: { web: true }, appLinks: null } })
    expect(some.visibility).toEqual({ ...hidden, hide: { iOS: false, web: true }, appLinks: { login: true } })
  })

  it('keeps what was said of its link while that was named after it [spec/6 17/link names]', () => {
    const shown = (name: string, appLinks: Record<string, boolean>) =>
      appDefinition({ name, signOnMode: 'BOOKMARK' }, { visibility: { appLinks } }).visibility['appLinks']
    expect(shown('bookmark', { bookmark_link: false })).toEqual({ login: false })
    expect(shown('constructor', { constructor_link: false })).toEqual({ constructor_link: false })
  })

  it('names people by their login unless told otherwise [spec/5 8.1/userNameTemplate]', async () => {
    const template = '${source.login}'
    expect((await create()).credentials.userNameTemplate).toEqual({ template, type: 'BUILT_IN' })
    const given = { template: '${source.email}', type: 'CUSTOM', suffix: '@x.test' }
    const custom = await create({ credentials: { userNameTemplate: given } })
    expect(custom.credentials.userNameTemplate).toEqual({ ...given, pushStatus: 'DONT_PUSH' })
    const back = (await server.client.call('replaceApp', { params: { appId: custom.id }, body: custom })).body
    expect(back.credentials).toEqual(custom.credentials)
  })

  it.each(['BOOKMARK', 'BASIC_AUTH', 'BROWSER_PLUGIN', 'SECURE_PASSWORD_STORE', 'AUTO_LOGIN'])(
    'signs nothing as %s [spec/5 8.1/signing]',
    async (signOnMode) => {
      expect((await create({ signOnMode })).credentials.signing).toEqual({})
    },
  )

  it('has settings, filled part by part [spec/5 8.1/vpn] [spec/5 8.1/notes] [spec/5 8.1/provisioning]', async () => {
    const vpn = { network: { connection: 'DISABLED' }, message: null, helpUrl: null }
    const settings = {
      app: { url: 'https://wiki.example.test', requestIntegration: false },
      notifications: { vpn },
      manualProvisioning: false,
      implicitAssignment: false,
      notes: { admin: null, enduser: null },
    }
    expect((await create()).settings).toEqual(settings)
    const given = { notifications: { vpn: { message: 'Use it' } }, notes: { admin: 'Ours' }, manualProvisioning: null }
    expect((await create({ settings: given })).settings).toEqual({
      ...settings,
      notifications: { vpn: { ...vpn, message: 'Use it' } },
      notes: { admin: 'Ours', enduser: null },
    })
  })

  it('has an empty container of its own where its mode needs none [spec/5 8.1/settings app]', async () => {
    for (const signOnMode of ['SAML_2_0', 'SAML_1_1', 'OPENID_CONNECT', 'AUTO_LOGIN'])
      expect((await create({ signOnMode, settings: { app: null } })).settings['app'], signOnMode).toEqual({})
  })
})

describe.each(ENGINES)('the links of an application on the %s engine', (engine) => {
  let own: TestServer
  let app: App
  let self: string
  beforeAll(async () => {
    own = await startServer({ engine })
    app = await create({}, own)
    self = `${own.url}/api/v1/apps/${app.id}`
  })
  const ofIdentity = (name: string) => (engine === 'identity' ? [name] : [])

  it('stand in one order, and none leads to itself [spec/5 8.2/order]', async () => {
    const common = [
      ...['uploadLogo', 'appLinks', ...ofIdentity('profileEnrollment')],
      ...[
        'activate',
        ...ofIdentity('policies'),
        'groups',
        'logo',
        ...ofIdentity('accessPolicy'),
        'users',
        'deactivate',
      ],
    ]
    expect(Object.keys(app._links)).toEqual(common.filter((name) => name !== 'activate'))
    const params = { appId: app.id }
    await own.client.call('deactivateApp', { params })
    const off = (await own.client.call('getApp', { params })).body
    expect(Object.keys(off._links)).toEqual(common.filter((name) => name !== 'deactivate'))
    await own.client.call('activateApp', { params })
  })

  it('give verbs only where a picture or a policy is set [spec/5 8.2/uploadLogo] [spec/5 8.2/lifecycle]', () => {
    expect(app._links).toMatchObject({ uploadLogo: { href: `${self}/logo`, hints: { allow: ['POST'] } } })
    for (const [name, path] of Object.entries({ groups: 'groups', users: 'users', deactivate: 'lifecycle/deactivate' }))
      expect(app._links[name]).toEqual({ href: `${self}/${path}` })
  })

  it('start it under the name of its kind [spec/5 8.2/appLinks]', async () => {
    const href = expect.stringMatching(new RegExp(`^${own.url}/home/bookmark/${app.id}/aln[0-9A-Za-z]{17}$`))
    expect(app._links['appLinks']).toEqual([{ name: 'login', href, type: 'text/html' }])
    expect((await create({}, own))._links['appLinks']).not.toEqual(app._links['appLinks'])
  })

  it('show a picture that is there [spec/5 8.2/logo]', async () => {
    const [logo, ...others] = app._links['logo'] as { name: string; href: string; type: string }[]
    expect([logo?.name, logo?.type, others]).toEqual(['medium', 'image/png', []])
    expect((await fetch(logo?.href as string)).headers.get('Content-Type')).toBe('image/png')
  })

  if (engine === 'identity')
    it('name its policies in every mode [spec/5 8.2/policies] [spec/5 8.2/accessPolicy]', async () => {
      for (const signOnMode of ['BOOKMARK', 'SAML_2_0', 'OPENID_CONNECT', 'BASIC_AUTH']) {
        const made = await create({ signOnMode }, own)
        const policy = { href: expect.stringMatching(new RegExp(`^${own.url}/api/v1/policies/rst\\w{17}$`)) as string }
        expect(made._links).toMatchObject({ accessPolicy: policy, profileEnrollment: policy })
        const policies = { href: `${own.url}/api/v1/apps/${made.id}/policies`, hints: { allow: ['PUT'] } }
        expect(made._links['policies']).toEqual(policies)
      }
    })
})

it('in the list of a policy an application names its mapping [spec/5 8.2/policyMapping]', async () => {
  const [app, { id: policyId }] = [await create(), await server.make.aPolicy('ACCESS_POLICY')]
  await server.client.call('assignAppPolicy', { params: { appId: app.id, policyId } })
  const [listed] = (await server.client.call('listPolicyApps', { params: { policyId } })).body
  const [mapping] = (await server.client.call('listPolicyMappings', { params: { policyId } })).body
  const href = `${server.url}/api/v1/policies/${policyId}/mappings/${mapping?.id}`
  expect(listed?._links['policyMapping']).toEqual({ href })
  expect({ ...listed?._links, policyMapping: undefined }).toEqual({
    ...(await read(app))._links,
    policyMapping: undefined,
  })
})

describe('a call on an application', () => {
  it('replaces an inactive one, which stays inactive [spec/5 8.5/put inactive] [spec/4 2.3/replace]', async () => {
    const app = await create()
    const params = { appId: app.id }
    await server.client.call('deactivateApp', { params })
    const body = { ...app, status: 'ACTIVE', label: label() }
    const reply = await server.client.call('replaceApp', { params, body })
    expect([reply.status, reply.body.status]).toEqual([200, 'INACTIVE'])
  })

  it('switches it with 200 and {}, also twice [spec/5 8.5/lifecycle] [spec/4 2.3/lifecycle]', async () => {
    const params = { appId: (await create()).id }
    for (const id of ['deactivateApp', 'deactivateApp', 'activateApp', 'activateApp'] as const) {
      const { status, body } = await server.client.call(id, { params })
      expect([status, body]).toEqual([200, {}])
    }
  })

  it('does not delete it while it is active [spec/5 8.5/delete active] [spec/4 2.3/delete]', async () => {
    const refusal = await server.client.refused('deleteApp', { params: { appId: (await create()).id } })
    expect([refusal.status, refusal.code, refusal.body.errorCauses.length]).toEqual([403, 'E0000056', 1])
  })

  it('finds no AppInstance of an unknown id [spec/5 8.5/unknown app]', async () => {
    const refusal = await server.client.refused('getApp', { params: { appId: '0oaNothing' } })
    expect([refusal.status, refusal.body.errorSummary.includes('(AppInstance)')]).toEqual([404, true])
  })

  it('is found by a filter, page by page [spec/5 8.5/filter]', async () => {
    const label = 'Narrow'
    const made = [await create({ label }), await create({ label }), await create({ label })]
    const [first, second] = made as [App, App, App]
    await server.client.call('deactivateApp', { params: { appId: first.id } })
    const ids = async (query: Record<string, string>) =>
      (await server.client.call('listApps', { query: { q: label, ...query } })).body.map(({ id }) => id)
    const all = made.map(({ id }) => id).toSorted()
    expect(await ids({ filter: 'status eq "inactive"' })).toEqual([first.id])
    const active = { filter: 'status eq "ACTIVE"', limit: '1', useOptimization: 'true', includeNonDeleted: 'true' }
    const page = await ids(active)
    expect([...page, ...(await ids({ ...active, after: page[0] as string }))]).toEqual(
      all.filter((id) => id !== first.id),
    )
    expect(await ids({ filter: `name eq "${second.name}"` })).toEqual(
      made
        .filter(({ name }) => name === second.name)
        .map(({ id }) => id)
        .toSorted(),
    )
    for (const filter of ['label eq "x"', 'status ne "ACTIVE"', 'status eq', 'not (status eq "ACTIVE")'])
      expect((await server.client.refused('listApps', { query: { filter } })).code).toBe('E0000053')
  })

  it('is found by who has it and by the key that signs [spec/5 8.5/filter]', async () => {
    const [direct, grouped, none] = [await create(), await create(), await create()]
    const user = await server.make.aUser()
    const group = await server.make.aGroup('Has one')
    await server.client.call('addGroupMember', { params: { groupId: group.id, userId: user.id } })
    await server.client.call('assignAppUser', { params: { appId: direct.id }, body: { id: user.id } })
    await server.client.call('assignAppGroup', { params: { appId: grouped.id, groupId: group.id } })
    const found = async (filter: string) =>
      (await server.client.call('listApps', { query: { filter, limit: 200 } })).body.map(({ id }) => id)
    expect(await found(`user.id eq "${user.id}"`)).toEqual([direct.id, grouped.id].toSorted())
    const heldByNone = await found('user.id eq null')
    expect([direct, grouped, none].map(({ id }) => heldByNone.includes(id))).toEqual([false, false, true])
    expect(await found(`group.id eq "${group.id}"`)).toEqual([grouped.id])
    const everyone = (await server.client.call('listGroups', { query: { q: 'Everyone' } })).body[0]?.id as string
    await server.client.call('assignAppGroup', { params: { appId: none.id, groupId: everyone } })
    expect(await found(`user.id eq "${user.id}"`)).toContain(none.id)
    await server.client.call('deactivateUser', { params: { userId: user.id } })
    const kept = await found(`user.id eq "${user.id}"`)
    expect([grouped, none].map(({ id }) => kept.includes(id))).toEqual([false, false])

    const saml = (await server.client.call('createApp', { body: soundApp('SAML_2_0', 'Signs') })).body
    const kid = String((saml.credentials.signing as { kid?: string }).kid)
    expect(await found(`credentials.signing.kid eq "${kid}"`)).toEqual([saml.id])
    const { body: key } = await server.client.call('generateAppKey', {
      params: { appId: saml.id },
      query: { validityYears: '2' },
    })
    await server.client.call('replaceApp', {
      params: { appId: saml.id },
      body: { ...saml, credentials: { ...saml.credentials, signing: { kid: key.kid } } },
    })
    expect(await found(`credentials.signing.kid eq "${kid}"`)).toEqual([])
    expect(await found(`credentials.signing.kid eq "${key.kid}"`)).toEqual([saml.id])
    const client = (await server.client.call('createApp', { body: soundApp('OPENID_CONNECT', 'Shares') })).body
    const shared = String((client.credentials.signing as { kid?: string }).kid)
    expect(await found(`credentials.signing.kid eq "${shared}"`)).toContain(client.id)
  })

  it('refuses a cursor that it cannot use, with one cause [spec/5 8.5/cursor]', async () => {
    const refusal = await server.client.refused('listApps', { query: { after: 'elsewhere' } })
    expect([refusal.status, refusal.code, refusal.body.errorCauses.length]).toEqual([400, 'E0000029', 1])
  })

  it('maps it with 204, but none of the platform [spec/5 8.5/policies]', async () => {
    const { id: policyId } = await server.make.aPolicy('ACCESS_POLICY')
    const own = { appId: (await create()).id, policyId }
    expect((await server.client.call('assignAppPolicy', { params: own })).status).toBe(204)
    const [app] = await platform()
    const refusal = await server.client.refused('assignAppPolicy', { params: { ...own, appId: app?.id as string } })
    expect([refusal.status, refusal.code]).toEqual([400, 'E0000001'])
    expect(refusal.body.errorSummary).toContain('Policy')
  })
})

it.each(ENGINES)(
  'the platform has three applications of its own on the %s engine [spec/5 8.5/platform] [spec/6 18/platform]',
  async (engine) => {
    const apps = await platform(await startServer({ engine }))
    expect(apps.map(({ name, label: shown, signOnMode }) => [name, shown, signOnMode]).sort()).toEqual([
      ['svc_admin_console', 'Svc Admin Console', 'OPENID_CONNECT'],
      ['svc_browser_plugin', 'Svc Browser Plugin', 'OPENID_CONNECT'],
      ['svc_enduser', 'Svc Dashboard', 'OPENID_CONNECT'],
    ])
    for (const { name, visibility, _links: links } of apps) {
      const shown = name === 'svc_admin_console' ? ['admin'] : []
      expect(visibility['appLinks']).toEqual(Object.fromEntries(shown.map((link) => [link, true])))
      expect((links['appLinks'] as { name: string }[]).map((link) => link.name)).toEqual(shown)
      expect(Object.keys(links)).not.toContain('clientCredentials')
      expect(Object.keys(links)).toContain('uploadLogo')
      expect('policies' in links).toBe(engine === 'identity')
    }
    for (const { credentials, settings, visibility } of apps) {
      expect(credentials).not.toHaveProperty('oauthClient')
      expect(settings).not.toHaveProperty('notes')
      expect(visibility).not.toHaveProperty('autoLaunch')
    }
  },
)
