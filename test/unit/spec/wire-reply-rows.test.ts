import { beforeAll, describe, expect, it } from 'vitest'
import { KINDS } from '#contract/kinds.ts'
import { isPublicInterface } from '#contract/interface/lenience.ts'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import { LENIENT, linksOf, refusalOf } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

describe('a refusal', () => {
  const refusals = [
    ['GET', '/policies', undefined, 400],
    ['GET', '/groups/nothing', undefined, 404],
    ['POST', '/groups', { profile: {} }, 400],
    ['DELETE', '/meta/types/user/default', undefined, 403],
  ] as const

  it('has five keys, and causes of a text alone unless it is asked for their place [spec/5 0.2/error-body]', async () => {
    for (const [method, path, body, status] of refusals) {
      const init = { method, ...(body ? { body: JSON.stringify(body) } : {}) }
      const headers = { 'Content-Type': 'application/json' }
      const response = await server.client.fetch(`/api/v1${path}`, { ...init, headers: { ...headers, ...LENIENT } })
      expect([path, response.status]).toEqual([path, status])
      const refusal = await refusalOf(response)
      for (const cause of refusal.body.errorCauses) {
        expect(Object.keys(cause)).toEqual(status === 403 ? ['errorSummary', 'reason'] : ['errorSummary'])
        expect(cause.errorSummary).toMatch(/^\S+: /)
      }
      const located = await refusalOf(await server.client.fetch(`/api/v1${path}`, { ...init, headers }))
      expect(located.body.errorCauses.map(({ errorSummary }) => errorSummary)).toEqual(
        refusal.body.errorCauses.map(({ errorSummary }) => errorSummary),
      )
      expect(located.locations.every((location) => location !== undefined)).toBe(true)
    }
  })

  it('of a validation names what was checked, and the detail in its first cause [spec/5 0.2/subject]', async () => {
    const policy = await server.make.theDefault('ACCESS_POLICY')
    const of = async (method: string, path: string, body?: object) => {
      const { client } = server
      const response = await client.fetch(`/api/v1${path}`, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {}),
      })
      const refusal = await refusalOf(response)
      expect([path, refusal.code]).toEqual([path, 'E0000001'])
      return [refusal.body.errorSummary.replace(/^.*: /, ''), refusal.locations[0]]
    }
    expect(
      await of('POST', '/users', {
        profile: { login: 'wire@example.test', email: 'wire@example.test', firstName: 'W', lastName: 'R', shoe: 1 },
      }),
    ).toEqual(['newUser', 'profile.shoe'])
    expect(await of('POST', '/policies', { type: 'PASSWORD' })).toEqual(['Policy', 'name'])
    expect(await of('POST', `/policies/${policy.id}/rules`, { type: 'SIGN_ON' })).toEqual(['PolicyRule', 'name'])
    expect(await of('POST', '/authenticators', { key: 'webauthn' })).toEqual(['Authenticator', 'name'])
    expect(await of('POST', '/device-assurances', { platform: 'IOS' })).toEqual(['deviceAssuranceMediated', 'name'])
    expect(await of('GET', '/groups?limit=x')).toEqual(['RequestParams', 'limit'])
  })

  it('for what is not there has no cause [spec/5 0.2/not-found]', async () => {
    const kinds = [
      ['/users/nobody', 'User'],
      ['/groups/none', 'UserGroup'],
      ['/apps/none', 'AppInstance'],
      ['/zones/none', 'NetworkZone'],
      ['/eventHooks/none', 'Webhook'],
      ['/idps/none', 'IdpTrust'],
    ] as const
    for (const [path, kind] of kinds) {
      const refusal = await refusalOf(await server.client.fetch(`/api/v1${path}`))
      expect([refusal.code, refusal.body.errorCauses]).toEqual(['E0000007', []])
      expect(refusal.body.errorSummary).toContain(`(${kind})`)
    }
  })

  it('for a feature that is off is 401 without a cause [spec/5 0.2/feature-off]', async () => {
    const refusal = await refusalOf(await server.client.fetch('/api/v1/brands'))
    expect([refusal.status, refusal.code, refusal.body.errorCauses]).toEqual([401, 'E0000015', []])
  })
})

describe('an answer', () => {
  it('tells times to the second, and of behaviors with a space [spec/5 0.2/timestamps]', async () => {
    for (const strict of [true, false]) {
      const { client, clock, make } = await startServer({ strict })
      clock.advance(1_234)
      const [group, user, policy, behavior] = [
        await make.aGroup(),
        await make.aUser(),
        await make.aPolicy(),
        await make.aBehavior(),
      ]
      for (const { created, lastUpdated } of [group, user, policy])
        expect([created, lastUpdated]).toEqual(['2026-03-02T09:00:01.000Z', '2026-03-02T09:00:01.000Z'])
      expect([user.statusChanged, group.lastMembershipUpdated]).toEqual([user.created, group.created])
      expect([behavior.created, behavior.lastUpdated]).toEqual(['2026-03-02 09:00:01.0', '2026-03-02 09:00:01.0'])
      // Events are ordered by their time, which stays as fine as it is.
      const [event] = (await client.call('listLogEvents', { query: { sortOrder: 'DESCENDING' } })).body
      expect(event?.published).toBe('2026-03-02T09:00:01.234Z')
    }
  })

  it('leaves out what a policy has not got, and says null of what a zone has not [spec/5 0.2/no-value]', async () => {
    const policy = await server.make.theDefault('ACCESS_POLICY')
    const rule = await server.make.aRule(policy)
    for (const key of ['settings', 'description']) expect(rule).not.toHaveProperty(key)
    expect(policy).not.toHaveProperty('settings')
    expect(rule.conditions).not.toHaveProperty('elCondition')
    const zone = await server.make.aZone({ gateways: undefined })
    expect(zone).toMatchObject({ gateways: null, proxies: null })
    expect(await server.make.aGroup()).toMatchObject({ profile: { description: null } })
    const user = await server.make.aUser()
    expect(user).toMatchObject({ lastLogin: null, passwordChanged: null })
  })
})

describe('the Link header of a list', () => {
  const paths: Record<string, string> = {}
  beforeAll(async () => {
    const { make, client } = server
    const [user, group, app, policy] = [
      await make.aUser(),
      await make.aGroup('Linked'),
      await make.anApp(),
      await make.theDefault('ACCESS_POLICY'),
    ]
    const [own] = (await client.call('listAuthorizationServers')).body
    Object.assign(paths, { user: user.id, group: group.id, app: app.id, policy: policy.id, server: own?.id })
  })

  /** The query of `self`, null where there is none, of a list that fits one page. */
  async function self(path: string): Promise<string | null> {
    const url = `/api/v1${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => paths[name] ?? name)}`
    const response = await server.client.fetch(url, { headers: LENIENT })
    expect([path, response.status]).toEqual([path, 200])
    const links = linksOf(response.headers)
    expect([path, links['next']]).toEqual([path, undefined])
    if (links['self'] === undefined) return null
    const [address, query = ''] = links['self'].split('?')
    expect(address).toBe(`${server.url}${url.split('?')[0]}`)
    return query
  }

  it('of people shows their limit [spec/5 0.3/users]', async () => {
    expect(await self('/users')).toBe('limit=200')
    expect(await self('/users?limit=50')).toBe('limit=50')
    const sorted = 'sortOrder=0&search=status+pr&sortBy=profile.lastName'
    expect(await self(`/users?${sorted}`)).toBe('limit=200&search=status+pr')
    expect(await self('/users?filter=status+eq+%22ACTIVE%22&limit=5')).toBe('limit=5&filter=status+eq+%22ACTIVE%22')
  })

  it('of a person’s groups shows 200 [spec/5 0.3/user-groups]', async () => {
    expect(await self('/users/{user}/groups')).toBe('limit=200')
  })

  it('of all groups shows 10000, of a search by name there is none [spec/5 0.3/groups] [spec/5 0.3/groups-filter] [spec/5 0.3/groups-q]', async () => {
    expect(await self('/groups')).toBe('limit=10000')
    const native = 'filter=type+eq+%22SVC_GROUP%22'
    expect(await self(`/groups?${native}&limit=5`)).toBe(`limit=5&${native}`)
    for (const query of ['q=Linked', 'q=Linked&limit=10000', 'limit=10000&q=nothing', `q=Linked&${native}`])
      expect(await self(`/groups?${query}`)).toBeNull()
  })

  it('of group rules shows 50 [spec/5 0.3/group-rules]', async () => {
    expect(await self('/groups/rules')).toBe('limit=50')
    expect(await self('/groups/rules/?limit=25')).toBe('limit=25')
  })

  it('of a group’s members shows 1000 [spec/5 0.3/members]', async () => {
    expect(await self('/groups/{group}/users')).toBe('limit=1000')
  })

  it('of applications and what they share with groups shows 20 [spec/5 0.3/twenty]', async () => {
    for (const path of ['/groups/{group}/apps', '/apps', '/apps/{app}/groups', '/idps'])
      expect(await self(path)).toBe('limit=20')
    expect(await self('/apps?q=x&limit=5')).toBe('limit=5&q=x')
  })

  it('of an application’s people shows 50, of behaviors 10 [spec/5 0.3/app-users] [spec/5 0.3/behaviors]', async () => {
    expect([await self('/apps/{app}/users'), await self('/behaviors')]).toEqual(['limit=50', 'limit=10'])
  })

  it('of identity providers repeats the limit alone [spec/5 0.3/idps]', async () => {
    expect(await self('/idps?q=x&type=OIDC&limit=7')).toBe('limit=7')
  })

  it('of policies is the request as it was [spec/5 0.3/policies]', async () => {
    expect(await self('/policies?type=PASSWORD')).toBe('type=PASSWORD')
    expect(await self('/policies?status=ACTIVE&type=PASSWORD&limit=5')).toBe('status=ACTIVE&type=PASSWORD&limit=5')
  })

  it('of a policy’s applications shows 20 [spec/5 0.3/policy-apps]', async () => {
    const other = await server.make.aPolicy('ACCESS_POLICY')
    expect(await self(`/policies/${other.id}/app`)).toBe('limit=20')
  })

  it('is not there for what comes whole [spec/5 0.3/none]', async () => {
    for (const path of [
      '/policies/{policy}/rules',
      '/authenticators',
      '/meta/types/user',
      '/eventHooks',
      '/authorizationServers/{server}/policies',
      '/device-assurances',
    ])
      expect([path, await self(path)]).toEqual([path, null])
  })

  it('goes on while there is more, with the limit behind the cursor, each link a line of its own [spec/5 0.3/next]', async () => {
    for (let count = 0; count < 3; count += 1) await server.make.aBehavior()
    const response = await server.client.fetch('/api/v1/behaviors?limit=2')
    const { self: here, next } = linksOf(response.headers)
    expect(new URL(here as string).search).toBe('?limit=2')
    expect(new URL(next as string).search).toMatch(/^\?after=bhv\w+&limit=2$/)
    const hidden = await server.client.fetch('/api/v1/authenticators?limit=1')
    expect(Object.keys(linksOf(hidden.headers))).toEqual(['next'])
  })

  it('is declared by every list of the interface, and shows the limit that applies', () => {
    const lists = ROUTE_LIST.filter(
      ({ id, route }) => id.startsWith('list') && isPublicInterface(route.path) && route.method === 'GET',
    )
    expect(lists.length).toBeGreaterThan(15)
    for (const { id, route } of lists) {
      if (id === 'listLogEvents') continue
      const links = 'links' in route ? route.links : undefined
      expect(links, id).toBeDefined()
      const self = links?.self
      if (self === null || typeof self !== 'object') continue
      const limit: unknown = route.query.safeParse({}).data
      // These choose by what else the request says.
      expect(limit, id).toMatchObject(id === 'listUsers' || id === 'listGroups' ? {} : { limit: self.limit })
    }
    expect(KINDS.user.page.fallback).toBe(200)
  })
})
