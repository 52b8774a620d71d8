import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import { catalogueEntry, KINDS_WITHOUT_DEFAULT_POLICY } from '#contract/apps/catalogue/catalogue.ts'
import type { Client } from '../../../helpers/client.ts'
import type { Factories } from '../../../helpers/factories.ts'
import { withDatabase } from '../../../helpers/files.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'

let server: TestServer
let client: Client
let make: Factories
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
})

const read = async (appId: string) => (await client.call('getApp', { params: { appId } })).body
const dashboard = async () => (await client.call('listApps', { query: { q: 'Svc Dashboard' } })).body[0] as App
const hrefOf = (app: App, name: string) => (app._links[name] as { href: string } | undefined)?.href

describe('replacing an application', () => {
  it('changes what is given and puts the rest back to its default', async () => {
    const app = await make.anApp()
    const params = { appId: app.id }
    const first = {
      label: 'Wiki',
      signOnMode: 'BOOKMARK' as const,
      settings: { app: { url: 'https://docs.example.test' }, manualProvisioning: true },
      visibility: { autoSubmitToolbar: true },
      accessibility: { selfService: true },
    }
    server.clock.advance(60_000)
    const changed = (await client.call('replaceApp', { params, body: first })).body
    expect(changed).toMatchObject({ ...first, id: app.id, name: 'bookmark', status: 'ACTIVE', created: app.created })
    expect(changed.lastUpdated > app.lastUpdated).toBe(true)
    expect(await read(app.id)).toEqual(changed)

    const bare = (await client.call('replaceApp', { params, body: soundApp('BOOKMARK', 'Wiki') })).body
    expect(bare).toEqual({ ...app, label: 'Wiki', lastUpdated: changed.lastUpdated })
  })

  it('takes back what it gave', async () => {
    const app = await make.anApp()
    const same = (await client.call('replaceApp', { params: { appId: app.id }, body: app })).body
    expect(same).toEqual({ ...app, lastUpdated: same.lastUpdated })
  })

  it('leaves its policies alone', async () => {
    const [app, policy] = [await make.anApp(), await make.aPolicy('ACCESS_POLICY')]
    await client.call('assignAppPolicy', { params: { appId: app.id, policyId: policy.id } })
    const after = (await client.call('replaceApp', { params: { appId: app.id }, body: app })).body
    expect(hrefOf(after, 'accessPolicy')).toMatch(new RegExp(`/api/v1/policies/${policy.id}$`))
  })

  it.each([
    [soundApp('SAML_2_0'), ['signOnMode']],
    [{ name: 'svc_radius' }, ['name']],
    [{ label: ' ' }, ['label']],
  ])('refuses %j', async (over, locations) => {
    const app = await make.anApp()
    const refusal = await client.refused('replaceApp', { params: { appId: app.id }, body: { ...app, ...over } })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', locations])
    expect(await read(app.id)).toEqual(app)
  })
})

describe('the life of an application', () => {
  it('goes both ways, as often as one likes, and links what is allowed now', async () => {
    const app = await make.anApp()
    const params = { appId: app.id }
    expect([hrefOf(app, 'activate'), hrefOf(app, 'deactivate')]).toEqual([
      undefined,
      `${server.url}/api/v1/apps/${app.id}/lifecycle/deactivate`,
    ])
    for (let i = 0; i < 2; i++) {
      const reply = await client.call('deactivateApp', { params })
      expect([reply.status, reply.body]).toEqual([200, {}])
    }
    const off = await read(app.id)
    expect([off.status, hrefOf(off, 'activate')]).toEqual([
      'INACTIVE',
      `${server.url}/api/v1/apps/${app.id}/lifecycle/activate`,
    ])
    expect(off._links).not.toHaveProperty('deactivate')
    for (let i = 0; i < 2; i++) expect((await client.call('activateApp', { params })).body).toEqual({})
    expect((await read(app.id)).status).toBe('ACTIVE')
  })

  it('ends with a deletion once it is inactive; its assignments and mappings go with it', async () => {
    const [app, group, user] = [await make.anApp(), await make.aGroup(), await make.aUser()]
    const policy = await make.aPolicy('ACCESS_POLICY')
    const params = { appId: app.id }
    await client.call('assignAppPolicy', { params: { ...params, policyId: policy.id } })
    await client.call('assignAppGroup', { params: { ...params, groupId: group.id } })
    await client.call('assignAppUser', { params, body: { id: user.id } })
    const early = await client.refused('deleteApp', { params })
    expect([early.status, early.code]).toEqual([403, 'E0000056'])
    await client.call('deactivateApp', { params })
    expect((await client.call('deleteApp', { params })).status).toBe(204)
    expect((await client.refused('getApp', { params })).code).toBe('E0000007')
    expect((await client.call('listPolicyMappings', { params: { policyId: policy.id } })).body).toEqual([])
    expect((await client.call('listGroupApps', { params: { groupId: group.id } })).body).toEqual([])
  })

  it('is not for those of the platform itself', async () => {
    const app = await dashboard()
    const params = { appId: app.id }
    const body = soundApp('OPENID_CONNECT')
    for (const id of ['replaceApp', 'deactivateApp', 'deleteApp'] as const) {
      const refusal = await client.refused(id, { params, body: id === 'replaceApp' ? body : undefined })
      expect([refusal.status, refusal.code], id).toEqual([403, 'E0000006'])
    }
    for (const name of ['activate', 'deactivate']) expect(Object.keys(app._links)).not.toContain(name)
    expect(await dashboard()).toEqual(app)
  })
})

describe('the links of an application', () => {
  it('name its policies, wherever it is listed', async () => {
    const [app, group] = [await make.anApp(), await make.aGroup()]
    await client.call('assignAppGroup', { params: { appId: app.id, groupId: group.id } })
    const [access, enrollment] = [await make.theDefault('ACCESS_POLICY'), await make.theDefault('PROFILE_ENROLLMENT')]
    for (const listed of [
      app,
      (await client.call('listApps', { query: { q: app.label } })).body[0],
      (await client.call('listGroupApps', { params: { groupId: group.id } })).body[0],
      (await client.call('listPolicyApps', { params: { policyId: access.id } })).body.find(({ id }) => id === app.id),
    ]) {
      expect(hrefOf(listed as App, 'accessPolicy')).toBe(`${server.url}/api/v1/policies/${access.id}`)
      expect(hrefOf(listed as App, 'profileEnrollment')).toBe(`${server.url}/api/v1/policies/${enrollment.id}`)
      expect((listed as App)._links).toMatchObject(app._links)
    }
  })

  it('name none on Classic, which has no such policies', async () => {
    const classic = await startServer({ engine: 'classic' })
    const app = await classic.make.anApp()
    expect(Object.keys(app._links)).not.toContain('accessPolicy')
    expect(Object.keys(app._links)).not.toContain('profileEnrollment')
  })
})

it('three kinds of application start without policies, and one that older files have', () => {
  expect(KINDS_WITHOUT_DEFAULT_POLICY).toEqual(['office365', 'svc_radius', 'svc_mfa', 'partner_productivity_suite'])
})

it('an application of an older file keeps a name that nothing is known of, and the policies that it has', async () => {
  const before = await startServer()
  const { id: appId } = await before.make.anApp()
  await before.stop()
  await withDatabase(before.dataFile, async (database) => {
    await database.run(`UPDATE apps SET name = 'partner_productivity_suite' WHERE id = ?`, [appId])
    await database.run('DELETE FROM policy_mappings WHERE app_id = ?', [appId])
  })
  const after = await startServer({ dataFile: before.dataFile })
  await after.make.anApp()
  const app = (await after.client.call('getApp', { params: { appId } })).body
  expect([hrefOf(app, 'accessPolicy'), hrefOf(app, 'profileEnrollment')]).toEqual([undefined, undefined])
  const same = (await after.client.call('replaceApp', { params: { appId }, body: { ...app, label: 'Suite' } })).body
  expect(same).toEqual({ ...app, label: 'Suite', lastUpdated: same.lastUpdated })
})

describe.each(KINDS_WITHOUT_DEFAULT_POLICY.filter(catalogueEntry))('a new %s', (name) => {
  const anExcludedApp = async () => {
    const body = { label: `Excluded ${name}`, name }
    return (await client.call('createApp', { body })).body
  }

  it('gets no policy by default', async () => {
    const app = await anExcludedApp()
    expect(hrefOf(app, 'accessPolicy')).toBeUndefined()
    expect(hrefOf(app, 'profileEnrollment')).toBeUndefined()
    await make.anApp()
    expect(hrefOf(await read(app.id), 'accessPolicy')).toBeUndefined()
  })

  it('can be mapped by hand, and has none again once that mapping or policy is gone', async () => {
    const [app, policy] = [await anExcludedApp(), await make.aPolicy('ACCESS_POLICY')]
    const params = { appId: app.id, policyId: policy.id }
    const map = () => client.call('assignAppPolicy', { params })
    await map()
    expect(hrefOf(await read(app.id), 'accessPolicy')).toContain(policy.id)
    const [mapping] = (await client.call('listPolicyMappings', { params })).body
    await client.call('deletePolicyMapping', { params: { ...params, mappingId: mapping?.id as string } })
    expect(hrefOf(await read(app.id), 'accessPolicy')).toBeUndefined()
    await map()
    await client.call('deletePolicy', { params })
    expect(hrefOf(await read(app.id), 'accessPolicy')).toBeUndefined()
  })
})
