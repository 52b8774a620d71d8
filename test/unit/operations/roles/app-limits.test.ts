import { beforeAll, describe, expect, it } from 'vitest'
import { ADMIN_ROLES } from '#contract/access/admin-roles.ts'
import { CATALOGUE_NAMES } from '#contract/apps/catalogue/catalogue.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { anAdministrator } from '../../../helpers/administrators.ts'
import { soundApp } from '../../../helpers/app-bodies.ts'
import { linksOf, makeClient } from '../../../helpers/client.ts'
import { startServer, type TestServer } from '../../../helpers/server.ts'

let server: TestServer
let call: TestServer['client']['call']
let refused: TestServer['client']['refused']
beforeAll(async () => {
  server = await startServer()
  ;({ call, refused } = server.client)
})

/** A person who administers applications, as paths name the role. */
async function anAdministratorOfApps(type: 'APP_ADMIN' | 'USER_ADMIN' = 'APP_ADMIN') {
  const { id: userId } = await server.make.aUser()
  const { id: roleId } = (await call('assignUserRole', { params: { userId }, body: { type } })).body
  return { userId, roleId }
}
const addName = (role: { userId: string; roleId: string }, appName: string) =>
  call('addUserRoleAppName', { params: { ...role, appName } })

let count = 0
const aBookmark = async () => {
  const label = `Bookmark ${(count += 1)}`
  return (await call('createApp', { body: soundApp('BOOKMARK', label) as never })).body
}

describe('an application that limits a role', () => {
  it('goes by its label, and links to itself alone [spec/6 10/instances]', async () => {
    const [params, app] = [await anAdministratorOfApps(), await aBookmark()]
    await call('addUserRoleApp', { params: { ...params, appName: app.name, appId: app.id } })
    const { body } = await call('listUserRoleApps', { params })
    const self = { href: `${server.url}/api/v1/apps/${app.id}` }
    expect(body).toEqual([{ name: app.label, status: 'ACTIVE', id: app.id, _links: { self } }])
    expect(Object.keys(body[0] ?? {})).toEqual(['name', 'status', 'id', '_links'])
  })
})

describe('a name that limits a role', () => {
  it('is told with all that is known of it [spec/6 10/names]', async () => {
    const params = await anAdministratorOfApps()
    server.clock.advance(60_000)
    const since = new Date(server.clock.now).toISOString()
    await addName(params, 'pagerduty')
    const { body } = await call('listUserRoleApps', { params })
    const logo = { name: 'medium', href: `${server.url}/img/logos/app-medium.png`, type: 'image/png' }
    expect(body).toEqual([
      {
        ...{ name: 'pagerduty', displayName: 'PagerDuty', description: '', status: 'ACTIVE', lastUpdated: since },
        ...{ category: '', verificationStatus: 'SVC_VERIFIED', website: '' },
        signOnModes: ['SAML_2_0', 'BROWSER_PLUGIN'],
        _links: { logo: [logo], self: { href: `${server.url}/api/v1/catalog/apps/pagerduty` } },
      },
    ])
  })

  it.each(['facebook', 'salesforce', 'zoomus', 'boxnet', 'org-name_1.2'])(
    'need not be known: %s [spec/6 10/unknown names]',
    async (appName) => {
      const params = await anAdministratorOfApps()
      expect((await addName(params, appName)).status).toBe(204)
      const shown = { name: appName, displayName: appName, status: 'ACTIVE', signOnModes: [] }
      expect((await call('listUserRoleApps', { params })).body).toEqual([expect.objectContaining(shown)])
      const administrator = (await call('listAdministrators')).body.find(({ id }) => id === params.userId)
      expect(administrator?.roles[0]?.limits).toEqual([{ kind: 'appName', id: appName, name: appName }])
      await addName(params, 'pagerduty')
      expect((await call('removeUserRoleAppName', { params: { ...params, appName } })).status).toBe(204)
      const left = (await call('listUserRoleApps', { params })).body
      expect(left.map(({ name }) => name)).toEqual(['pagerduty'])
    },
  )

  it.each(['*', 'face book', "x') OR 1=1 --", 'a/b', 'é', 'x'.repeat(LIMITS.unknownAppNameLength + 1)])(
    'is one that could be in a catalogue: not %j',
    async (appName) => {
      const params = await anAdministratorOfApps()
      expect((await refused('addUserRoleAppName', { params: { ...params, appName } })).code).toBe('E0000007')
      const limits = [{ kind: 'appName', id: appName.slice(0, 100) }]
      if (appName.length > 100) return
      const body = { kind: 'USER', id: (await server.make.aUser()).id, type: 'APP_ADMIN', limits }
      expect((await refused('assignLimitedRole', { body })).code).toBe('E0000007')
    },
  )

  it('is spelled as the catalogue spells it', async () => {
    const params = await anAdministratorOfApps()
    for (const appName of ['PagerDuty', 'pagerduty']) await addName(params, appName)
    const listed = (await call('listUserRoleApps', { params })).body
    expect(listed.map(({ name }) => name)).toEqual(['pagerduty'])
  })

  it('reaches applications that are called so later, and no others', async () => {
    const { userId, token } = await anAdministrator(server, 'APP_ADMIN')
    const aPortal = async () => (await call('createApp', { body: soundApp('SAML_2_0', 'Portal') as never })).body
    const next = (await aPortal()).name.replace(/1$/, '2')
    await addName({ userId, roleId: ADMIN_ROLES.APP_ADMIN.sharedId }, next)
    const client = makeClient({ url: server.url, token })
    const reached = async () => (await client.call('listApps')).body.map(({ name }) => name)
    expect(await reached()).toEqual([])
    await aBookmark()
    expect((await aPortal()).name).toBe(next)
    expect(await reached()).toEqual([next])
  })

  it('is one of so many', async () => {
    const params = await anAdministratorOfApps()
    for (let number = 1; number <= LIMITS.roleAppNames; number++) await addName(params, `name${number}`)
    expect((await refused('addUserRoleAppName', { params: { ...params, appName: 'another' } })).code).toBe('E0000093')
    expect((await addName(params, 'name1')).status).toBe(204)
    expect((await call('listUserRoleApps', { params, query: { limit: 200 } })).body).toHaveLength(LIMITS.roleAppNames)
  })
})

describe('the Link header of limits', () => {
  it('says where the page begins, and 20, whatever was asked for [spec/6 24/link]', async () => {
    const [params, people] = [await anAdministratorOfApps(), await anAdministratorOfApps('USER_ADMIN')]
    const names = ['alpha', 'beta', 'gamma']
    for (const name of names) await addName(params, name)
    const first = await call('listUserRoleApps', { params, query: { status: 'ACTIVE', limit: 2 } })
    const { self, next } = linksOf(first.headers)
    expect(new URL(self ?? '').search).toBe('?after=*&limit=20')
    expect(new URL(next ?? '').search).toBe('?after=beta&limit=2&status=ACTIVE')
    const second = await call('listUserRoleApps', { params, query: { after: 'beta', limit: 2 } })
    expect(second.body.map(({ name }) => name)).toEqual(['gamma'])
    expect(new URL(linksOf(second.headers).self ?? '').search).toBe('?after=beta&limit=20')
    const groups = await call('listUserRoleGroups', { params: people, query: { limit: 200 } })
    expect(new URL(linksOf(groups.headers).self ?? '').search).toBe('?after=*&limit=20')
  })

  it('leads to the same page', async () => {
    const [params, people] = [await anAdministratorOfApps(), await anAdministratorOfApps('USER_ADMIN')]
    await addName(params, 'alpha')
    const { id: targetGroupId } = await server.make.aGroup()
    await call('addUserRoleGroup', { params: { ...people, targetGroupId } })
    for (const list of [
      await call('listUserRoleApps', { params }),
      await call('listUserRoleGroups', { params: people }),
    ]) {
      const { pathname, search } = new URL(linksOf(list.headers).self ?? '')
      expect(await (await server.client.fetch(`${pathname}${search}`)).json()).toEqual(list.body)
    }
  })
})

describe('reaching all applications', () => {
  it('takes all of them from the limits of a role, with one event [spec/6 operations/all apps]', async () => {
    const [params, app] = [await anAdministratorOfApps(), await aBookmark()]
    await addName(params, 'facebook')
    await call('addUserRoleApp', { params: { ...params, appName: app.name, appId: app.id } })
    const events = async () =>
      (await call('listLogEvents', { query: { filter: `target.id eq "${params.userId}"`, sortOrder: 'DESCENDING' } }))
        .body
    const before = (await events()).length
    for (let times = 0; times < 2; times++) {
      const { status, body } = await call('reachAllAppsByUserRole', { params })
      expect([status, body]).toEqual([200, {}])
    }
    expect((await call('listUserRoleApps', { params })).body).toEqual([])
    const [event, ...others] = await events()
    expect(others).toHaveLength(before)
    expect(event?.eventType).toBe('user.account.privilege.grant')
    expect(event?.target?.[1]?.changeDetails).toEqual({ from: { targets: [app.id, 'facebook'] }, to: { targets: [] } })
  })

  it('is for roles that applications can limit', async () => {
    const params = await anAdministratorOfApps('USER_ADMIN')
    expect((await refused('reachAllAppsByUserRole', { params })).code).toBe('E0000001')
    const gone = { ...params, roleId: 'IFIFAX2BIRGUSTQ' }
    expect((await refused('reachAllAppsByUserRole', { params: gone })).code).toBe('E0000007')
  })
})

it('every name of the catalogue can limit a role', async () => {
  const params = await anAdministratorOfApps()
  for (const name of CATALOGUE_NAMES) expect((await addName(params, name)).status).toBe(204)
  const listed = (await call('listUserRoleApps', { params, query: { limit: 200 } })).body
  expect(listed.map(({ name }) => name)).toEqual([...CATALOGUE_NAMES].sort())
})
