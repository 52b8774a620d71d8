import { beforeAll, describe, expect, it } from 'vitest'
import type { App } from '#contract/apps/app.ts'
import type { SignOnMode } from '#contract/apps/sign-on-modes.ts'
import { soundApp } from '../../helpers/app-bodies.ts'
import { LENIENT, linksOf } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

let count = 0
type Attribute = { title: string; type: 'string' | 'integer' | 'array'; [more: string]: unknown }

/** An application of a mode whose schema has these attributes of its own. */
async function anApp(
  attributes: Record<string, Attribute> = {},
  signOnMode: SignOnMode = 'BOOKMARK',
  over: object = {},
) {
  const body = { ...soundApp(signOnMode, `Assigned ${(count += 1)}`), ...over } as never
  const app = (await server.client.call('createApp', { body })).body
  const definitions = { custom: { properties: attributes } } as never
  if (Object.keys(attributes).length)
    await server.client.call('updateAppUserSchema', { params: { appId: app.id }, body: { definitions } })
  return app
}

const ROLE = { role: { title: 'Role', type: 'string', maxLength: 20 } } as const
const person = () => server.make.aUser({ firstName: 'Ada', lastName: 'Low' })
const assign = async (app: App, body: object) =>
  (await server.client.call('assignAppUser', { params: { appId: app.id }, body: body as never })).body
const assignGroup = async (appId: string, groupId: string, body?: object) =>
  (await server.client.call('assignAppGroup', { params: { appId, groupId }, ...(body ? { body } : {}) })).body
const list = async (app: App, query: object = {}) =>
  (await server.client.call('listAppUsers', { params: { appId: app.id }, query })).body
const refused = async (app: App, body: object) => {
  const refusal = await server.client.refused('assignAppUser', { params: { appId: app.id }, body })
  return [refusal.status, refusal.code, ...refusal.locations]
}
const aMember = async (groupId: string, user?: { id: string }) => {
  const { id: userId } = user ?? (await person())
  await server.client.call('addGroupMember', { params: { groupId, userId } })
  return userId
}
/** Acts on the assignments of an application as the log tells them. */
const eventsOf = async (appId: string) => {
  const query = { limit: 1000, filter: `target.id eq "${appId}"` }
  const events = (await server.client.call('listLogEvents', { query })).body
  return events
    .filter(({ eventType }) => /membership|assignment/.test(eventType))
    .map(({ eventType, target }) => [
      eventType.replace(/^(application|group)\./, ''),
      target?.find(({ id }) => id === appId)?.changeDetails,
    ])
}

describe('a person in an application', () => {
  const USER_KEYS =
    'id externalId created lastUpdated scope status statusChanged passwordChanged syncState credentials profile _links'

  it('is written in one order, with a password that never changed [spec/5 8.6/app user keys] [spec/4 apps/users]', async () => {
    const [app, user] = [await anApp(), await person()]
    const assigned = await assign(app, { id: user.id })
    expect(Object.keys(assigned)).toEqual(USER_KEYS.split(' '))
    expect(assigned.passwordChanged).toBeNull()
    expect(await list(app)).toEqual([assigned])
  })

  it('is active, not synchronized, linked to both ends [spec/5 8.6/app user values]', async () => {
    const [app, user] = [await anApp(), await person()]
    const assigned = await assign(app, { id: user.id, scope: 'USER' })
    expect(assigned).toMatchObject({ externalId: null, status: 'ACTIVE', syncState: 'DISABLED', scope: 'USER' })
    expect(assigned.credentials).toEqual({ userName: user.profile['login'] })
    expect(Object.entries(assigned._links)).toEqual([
      ['app', { href: `${server.url}/api/v1/apps/${app.id}` }],
      ['user', { href: `${server.url}/api/v1/users/${user.id}` }],
    ])
  })

  it('has claims of OpenID Connect, else the attributes of the schema [spec/5 8.6/profile]', async () => {
    const user = await person()
    const { profile } = await assign(await anApp(ROLE, 'OPENID_CONNECT'), { id: user.id, profile: { role: 'clerk' } })
    expect([Object.keys(profile).length, Object.keys(profile).at(-1)]).toEqual([21, 'role'])
    const filled = {
      given_name: 'Ada',
      family_name: 'Low',
      name: 'Ada Low',
      email: user.profile['email'],
      locale: 'en_US',
      zoneinfo: 'America/Los_Angeles',
      role: 'clerk',
    }
    expect(Object.fromEntries(Object.entries(profile).filter(([, value]) => value !== null))).toEqual(filled)
    expect((await assign(await anApp(), { id: user.id })).profile).toEqual({})
    expect((await assign(await anApp(ROLE), { id: user.id })).profile).toEqual({ role: null })
  })

  it('follows the person in what it does not say itself, also once it was sent back as it was read', async () => {
    const [app, user] = [await anApp({}, 'OPENID_CONNECT'), await person()]
    const { profile } = await assign(app, { id: user.id, profile: { nickname: 'Lady' } })
    const params = { appId: app.id, userId: user.id }
    await server.client.call('updateAppUser', { params, body: { profile } })
    await server.client.call('updateUser', { params, body: { profile: { lastName: 'Byron' } } })
    const after = (await server.client.call('getAppUser', { params })).body
    expect(after.profile).toMatchObject({ family_name: 'Byron', name: 'Ada Byron', nickname: 'Lady' })
    await server.client.call('updateAppUser', { params, body: { profile: { family_name: 'King', nickname: null } } })
    const own = (await server.client.call('getAppUser', { params })).body.profile
    expect(own).toMatchObject({ family_name: 'King', nickname: null, name: 'Ada Byron' })
  })

  it('may be assigned again, which changes what it brings [spec/5 8.6/assign again]', async () => {
    const [app, user] = [await anApp(ROLE), await person()]
    const body = { id: user.id, credentials: { userName: 'ada', password: {} } }
    const params = { appId: app.id }
    const first = (await server.client.call('assignAppUser', { params, body, headers: LENIENT })).body
    expect(first.credentials).toEqual({ userName: 'ada' })
    server.clock.advance(60_000)
    expect(await assign(app, { id: user.id })).toEqual(first)
    const changed = await assign(app, { id: user.id, credentials: { userName: 'lady' }, profile: { role: 'clerk' } })
    expect(changed).toMatchObject({
      created: first.created,
      credentials: { userName: 'lady' },
      profile: { role: 'clerk' },
    })
    expect(changed.lastUpdated > first.lastUpdated).toBe(true)
    expect(await eventsOf(app.id)).toEqual([
      ['user_membership.add', undefined],
      [
        'user_membership.update',
        { from: { profile: {}, userName: 'ada' }, to: { profile: { role: 'clerk' }, userName: 'lady' } },
      ],
    ])
  })

  it('is changed by its own address in what a request says [spec/5 8.6/update] [spec/5 1/POST app user] [spec/5 1/GET app user]', async () => {
    const seat = { seat: { title: 'Seat', type: 'integer' } } as const
    const [app, user] = [await anApp({ ...ROLE, ...seat }), await person()]
    const given = await assign(app, { id: user.id, profile: { role: 'clerk', seat: 4 } })
    const params = { appId: app.id, userId: user.id }
    expect((await server.client.call('getAppUser', { params })).body).toEqual(given)
    const body = { credentials: { userName: 'lady' }, profile: { seat: null } }
    const { status, body: changed } = await server.client.call('updateAppUser', { params, body })
    expect([status, changed.scope, changed.credentials]).toEqual([200, 'USER', { userName: 'lady' }])
    expect(changed.profile).toEqual({ role: 'clerk', seat: null })
  })

  it.each([
    ['${source.login}', 'BUILT_IN', 'ada@corp.example.test'],
    ['${source.email}', 'BUILT_IN', 'ada@mail.example.test'],
    ['${fn:substringBefore(source.login, "@")}', 'BUILT_IN', 'ada'],
    ['${source.lastName}.${source.firstName}', 'CUSTOM', 'Low.Ada'],
    // What cannot be filled in, or comes to nothing, names people by their login.
    ['${source.city}', 'CUSTOM', 'ada@corp.example.test'],
    ['${org.name}', 'CUSTOM', 'ada@corp.example.test'],
    ['${source.login', 'CUSTOM', 'ada@corp.example.test'],
    ['${source.login}', 'NONE', ''],
  ])('is named by %s (%s) [spec/5 8.6/user name]', async (template, type, userName) => {
    const login = 'ada@corp.example.test'
    const [known] = (await server.client.call('listUsers', { query: { q: 'ada@mail' } })).body
    const profile = { login, email: 'ada@mail.example.test', firstName: 'Ada', lastName: 'Low' }
    const user = known ?? (await server.make.aUser(profile))
    const app = await anApp({}, 'BOOKMARK', { credentials: { userNameTemplate: { template, type } } })
    expect((await assign(app, { id: user.id })).credentials).toEqual({ userName })
    const params = { appId: app.id, userId: user.id }
    const { problem } = (await server.client.call('previewApp', { params })).body.userName
    const isFallback = userName === login && !template.includes('login}')
    expect(problem?.endsWith('the login is taken instead') ?? false).toBe(isFallback)
  })

  it('who is unknown, or not assigned, is no User there [spec/5 8.6/unknown user]', async () => {
    const [app, user] = [await anApp(), await person()]
    const params = { appId: app.id }
    const unknown = await server.client.refused('assignAppUser', { params, body: { id: '00uNobody' } })
    const one = { params: { ...params, userId: user.id } }
    const unassigned = await server.client.refused('removeAppUser', one)
    const unread = await server.client.refused('getAppUser', one)
    for (const { status, body } of [unknown, unassigned, unread])
      expect([status, body.errorSummary.includes('(User)')]).toEqual([404, true])
  })

  it('who is not assigned is assigned by a change of their assignment [spec/6 13/assigning]', async () => {
    const [app, user] = [await anApp(), await person()]
    const params = { appId: app.id, userId: user.id }
    const changed = await server.client.call('updateAppUser', { params, body: { profile: {} } })
    expect([changed.status, changed.body.id, changed.body.scope]).toEqual([200, user.id, 'USER'])
    expect((await server.client.call('getAppUser', { params })).body).toEqual(changed.body)
    const unknown = { params: { ...params, userId: '00uNobody' }, body: {} }
    expect((await server.client.refused('updateAppUser', unknown)).status).toBe(404)
  })

  it('who is deactivated is assigned nothing [spec/4 apps/users]', async () => {
    const [app, user] = [await anApp(), await person()]
    await assign(app, { id: user.id })
    await server.client.call('deactivateUser', { params: { userId: user.id } })
    expect(await refused(app, { id: user.id })).toEqual([403, 'E0000117'])
    const params = { appId: app.id, userId: user.id }
    expect((await server.client.refused('updateAppUser', { params, body: {} })).code).toBe('E0000117')
  })
})

describe('the profile of a person in an application', () => {
  it.each([
    ['what the schema does not know', { seat: 1, floor: 4 }, ['profile.floor']],
    ['another type', { seat: 'four', role: 7 }, ['profile.seat', 'profile.role']],
    ['too long a text', { role: 'x'.repeat(21), seat: 1 }, ['profile.role']],
    ['nothing for what is required', {}, ['profile.seat']],
    ['null for what is required', { seat: null }, ['profile.seat']],
    ['the name that they have there', { seat: 1, userName: 'ada' }, ['profile.userName']],
    ['a name that objects have', { seat: 1, constructor: 'x' }, ['profile.constructor']],
  ])('is refused for %s, by the name of the attribute [spec/5 8.6/profile]', async (_what, profile, fields) => {
    const app = await anApp({ seat: { title: 'Seat', type: 'integer', required: true }, ...ROLE })
    expect(await refused(app, { id: (await person()).id, profile })).toEqual([400, 'E0000001', ...fields])
    expect(await list(app)).toEqual([])
  })

  it('of OpenID Connect may not be without what its claims require', async () => {
    const app = await anApp({}, 'OPENID_CONNECT')
    const wrong = await refused(app, { id: (await person()).id, profile: { email: 7, surname: 'x' } })
    expect(wrong).toEqual([400, 'E0000001', 'profile.email', 'profile.surname'])
  })

  it('keeps a value from before the schema asked otherwise, until that is written', async () => {
    const [app, user] = [await anApp(ROLE), await person()]
    await assign(app, { id: user.id, profile: { role: 'head of department' } })
    const shorter = { role: { title: 'Role', type: 'string', maxLength: 5 } }
    const body = { definitions: { custom: { properties: shorter } } } as never
    await server.client.call('updateAppUserSchema', { params: { appId: app.id }, body })
    const same = await assign(app, {
      id: user.id,
      profile: { role: 'head of department' },
      credentials: { userName: 'a' },
    })
    expect(same.profile).toEqual({ role: 'head of department' })
    expect(await refused(app, { id: user.id, profile: { role: 'head of all' } })).toEqual([
      400,
      'E0000001',
      'profile.role',
    ])
  })
})

describe('the credentials of a person in an application', () => {
  const named = { userName: 'ada' }
  const secret = { password: { value: 'a password of theirs' } }
  const BOTH = ['credentials.userName', 'credentials.password']

  it.each([
    ['EDIT_USERNAME_AND_PASSWORD', []],
    ['ADMIN_SETS_CREDENTIALS', []],
    ['EDIT_PASSWORD_ONLY', []],
    ['EXTERNAL_PASSWORD_SYNC', ['credentials.password']],
    ['SHARED_USERNAME_AND_PASSWORD', BOTH],
  ])('with %s may be what the scheme lets administrators set [spec/4 apps/scheme mismatch]', async (scheme, fields) => {
    const shared = scheme.startsWith('SHARED') ? { userName: 'everybody' } : {}
    const app = await anApp({}, 'BROWSER_PLUGIN', { credentials: { scheme, ...shared } })
    const user = await person()
    const body = { id: user.id, credentials: { ...named, ...secret } }
    if (fields.length) expect(await refused(app, body)).toEqual([400, 'E0000041', ...fields])
    const { credentials, passwordChanged } = await assign(app, fields.length ? { id: user.id } : body)
    const userName = fields.length ? (shared.userName ?? user.profile['login']) : 'ada'
    expect([credentials, passwordChanged]).toEqual([{ userName }, null])
    expect(JSON.stringify(await eventsOf(app.id))).not.toContain('a password of theirs')
  })

  it.each(['BOOKMARK', 'SAML_2_0', 'OPENID_CONNECT'] as const)(
    'by %s are a name, and no password [spec/4 apps/scheme mismatch]',
    async (mode) => {
      const [app, { id }] = [await anApp({}, mode), await person()]
      expect(await refused(app, { id, credentials: secret })).toEqual([400, 'E0000041', 'credentials.password'])
      expect((await assign(app, { id, credentials: named })).credentials).toEqual(named)
    },
  )
})

describe('who has an application through groups', () => {
  /** A person in two groups, of which the second has the better priority. */
  async function throughTwo(app: App) {
    const [second, first] = [await server.make.aGroup(), await server.make.aGroup()]
    const user = await person()
    for (const [at, { id }] of [first, second].entries()) {
      await aMember(id, user)
      await assignGroup(app.id, id, { priority: at, profile: { role: `role ${at}`, ...(at ? { seat: 7 } : {}) } })
    }
    return { params: { appId: app.id, userId: user.id }, first, second }
  }
  const attributes = { ...ROLE, seat: { title: 'Seat', type: 'integer' } } as const

  it('has the scope GROUP and their profiles, the best priority first [spec/5 8.6/app user values] [spec/6 13/group]', async () => {
    const { params, first } = await throughTwo(await anApp(attributes))
    const { id, scope, profile, _links } = (await server.client.call('getAppUser', { params })).body
    expect([id, scope, profile]).toEqual([params.userId, 'GROUP', { role: 'role 0', seat: 7 }])
    expect(Object.keys(_links)).toEqual(['app', 'user', 'group'])
    expect(_links['group']).toEqual({ name: first.profile.name, href: `${server.url}/api/v1/groups/${first.id}` })
  })

  it('keeps what groups gave when it is assigned directly, and has it of them again afterwards', async () => {
    const app = await anApp(attributes)
    const { params, first } = await throughTwo(app)
    const own = (await server.client.call('updateAppUser', { params, body: { profile: { role: 'own' } } })).body
    expect([own.scope, own.profile, own._links['group']]).toEqual(['USER', { role: 'own', seat: 7 }, undefined])
    expect((await server.client.call('removeAppUser', { params })).status).toBe(204)
    const again = (await server.client.call('getAppUser', { params })).body
    expect([again.scope, again.profile]).toEqual(['GROUP', { role: 'role 0', seat: 7 }])
    const [grouped, direct] = [
      { scope: 'GROUP', profile: { role: 'role 0', seat: 7 } },
      { scope: 'USER', profile: { role: 'own', seat: 7 } },
    ]
    const events = (await eventsOf(app.id)).filter(([type]) => String(type).startsWith('user_'))
    expect(events).toEqual([
      ['user_membership.update', { from: grouped, to: direct }],
      ['user_membership.update', { from: direct, to: grouped }],
    ])
    await server.client.call('removeAppGroup', { params: { ...params, groupId: first.id } })
    expect((await server.client.call('getAppUser', { params })).body.profile).toEqual({ role: 'role 1', seat: 7 })
  })

  it('goes back to a group by the scope GROUP, with no value of their own', async () => {
    const app = await anApp(attributes)
    const { params } = await throughTwo(app)
    const { userId: id } = params
    await assign(app, { id, profile: { role: 'own' }, credentials: { userName: 'ada' } })
    expect(await refused(app, { id, scope: 'GROUP', profile: { role: 'own' } })).toEqual([
      400,
      'E0000001',
      'profile.role',
    ])
    const named = { id, scope: 'GROUP', credentials: { userName: 'ada' } }
    expect(await refused(app, named)).toEqual([400, 'E0000001', 'credentials.userName'])
    const back = await assign(app, { id, scope: 'GROUP' })
    expect([back.scope, back.profile]).toEqual(['GROUP', { role: 'role 0', seat: 7 }])
    expect(await assign(app, back)).toEqual(back)
    const lonely = await person()
    expect(await refused(app, { id: lonely.id, scope: 'GROUP' })).toEqual([400, 'E0000001', 'scope'])
  })

  it('is not removed as if it were assigned directly: the refusal names the group', async () => {
    const { params, first } = await throughTwo(await anApp(attributes))
    const refusal = await server.client.refused('removeAppUser', { params })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['userId']])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain(first.profile.name)
    await server.client.call('deactivateUser', { params: { userId: params.userId } })
    expect((await server.client.refused('getAppUser', { params })).code).toBe('E0000007')
  })

  it('has all values of a list that is the union of them', async () => {
    const app = await anApp({ tags: { title: 'Tags', type: 'array', items: { type: 'string' }, union: 'ENABLE' } })
    const [a, b, user] = [await server.make.aGroup(), await server.make.aGroup(), await person()]
    for (const { id } of [a, b]) await aMember(id, user)
    await assignGroup(app.id, b.id, { profile: { tags: ['x', 'y'] } })
    await assignGroup(app.id, a.id, { profile: { tags: ['y', 'z'] } })
    expect((await list(app))[0]?.profile).toEqual({ tags: ['x', 'y', 'z'] })
  })

  it('stands in the list after those to whom it is assigned directly, page by page [spec/4 apps/users]', async () => {
    const [app, group] = [await anApp(), await server.make.aGroup()]
    const through = await Promise.all([1, 2, 3, 4].map(() => aMember(group.id)))
    await assignGroup(app.id, group.id)
    const own = await Promise.all([1, 2, 3].map(async () => (await person()).id))
    for (const id of [...own, through[0] as string]) await assign(app, { id })
    const expected = [...[...own, through[0]].toSorted(), ...through.slice(1).toSorted()]
    for (const limit of [1, 2, 3, 4, 200]) {
      const seen: string[] = []
      let next: string | undefined
      do {
        const query = { limit, ...(next ? { after: next } : {}) }
        const { body, headers } = await server.client.call('listAppUsers', { params: { appId: app.id }, query })
        seen.push(...body.map(({ id }) => id))
        next = /[?&]after=([^&>]+)[^>]*>; rel="next"/.exec(headers.get('Link') ?? '')?.[1]
      } while (next)
      expect(seen, `by ${limit}`).toEqual(expected)
    }
    const lost = { params: { appId: app.id }, query: { after: 'GROUP.elsewhere' } }
    expect((await server.client.refused('listAppUsers', lost)).code).toBe('E0000029')
  })

  it('is narrowed by the beginning of a name, whatever gives it to them [spec/4 apps/users]', async () => {
    const [app, other, group] = [await anApp(), await anApp(), await server.make.aGroup()]
    const named = (firstName: string, lastName: string, login: string) =>
      server.make.aUser({ firstName, lastName, login: `${login}@narrow.example.test` })
    const ada = await named('Ada', 'Low', 'alow')
    const low = await named('Bea', 'Lowell', 'bea')
    const renamed = await named('Cyd', 'Penn', 'cyd')
    const member = await named('Dee', 'Low_land', 'dee')
    const outside = await named('Ada', 'Lowly', 'outside')
    await assign(app, { id: ada.id })
    await assign(app, { id: low.id })
    await assign(app, { id: renamed.id, credentials: { userName: 'lo%ch' } })
    await assign(other, { id: outside.id, credentials: { userName: 'lo%x' } })
    await aMember(group.id, member)
    await assignGroup(app.id, group.id)
    const found = async (q: string) => (await list(app, { q })).map(({ id }) => id)
    expect(new Set((await found('LO')).slice(0, 3))).toEqual(new Set([ada.id, low.id, renamed.id]))
    expect((await found('lo')).slice(3)).toEqual([member.id])
    expect(await found('ada lo')).toEqual([ada.id])
    expect(await found('alow@')).toEqual([ada.id])
    expect(await found('lo%')).toEqual([renamed.id])
    expect(await found('low_')).toEqual([member.id])
    // Renamed there: the login is no name of hers in this application, but it is where nothing names her.
    expect([await found('cyd@'), await found('Cyd'), await found('owell'), await found('dee@')]).toEqual([
      [],
      [renamed.id],
      [],
      [member.id],
    ])
    await assign(other, { id: renamed.id })
    expect((await list(other, { q: 'cyd@' })).map(({ id }) => id)).toEqual([renamed.id])
    const links = linksOf(
      (await server.client.call('listAppUsers', { params: { appId: app.id }, query: { q: 'lo', limit: 2 } })).headers,
    )
    expect(links.self).toMatch(/[?]limit=2&q=lo$/)
    expect(links.next).toMatch(/[?]after=\w+&limit=2&q=lo$/)
  })

  it('is everybody who is not deactivated, through Everyone', async () => {
    const [app, gone, direct] = [await anApp(), await person(), await person()]
    const everyone = (await server.client.call('listGroups', { query: { q: 'Everyone' } })).body[0]?.id as string
    await assignGroup(app.id, everyone)
    await assign(app, { id: direct.id })
    await server.client.call('deactivateUser', { params: { userId: gone.id } })
    const ids = (await list(app, { limit: 500 })).map(({ id }) => id)
    const all = (await server.client.call('listUsers', { query: { limit: 200 } })).body.map(({ id }) => id)
    expect([ids[0], ids.length, ids.includes(gone.id)]).toEqual([direct.id, all.length, false])
  })
})

describe('a group in an application', () => {
  it('is read by its own address, once it is assigned [spec/5 8.6/app group] [spec/5 1/GET app group] [spec/4 apps/groups]', async () => {
    const [app, { id: groupId }] = [await anApp(ROLE), await server.make.aGroup()]
    const params = { appId: app.id, groupId }
    expect((await server.client.refused('getAppGroup', { params })).code).toBe('E0000007')
    const given = await assignGroup(app.id, groupId, { profile: { role: 'x' } })
    expect((await server.client.call('getAppGroup', { params })).body).toEqual(given)
  })

  it('is written in one order, with links to both and to itself [spec/5 8.6/app group]', async () => {
    const [{ id: appId }, { id: groupId }] = [await anApp(), await server.make.aGroup()]
    const assigned = await assignGroup(appId, groupId)
    expect(Object.keys(assigned)).toEqual(['id', 'lastUpdated', 'priority', 'profile', '_links'])
    const app = `${server.url}/api/v1/apps/${appId}`
    expect(Object.entries(assigned._links)).toEqual([
      ['app', { href: app }],
      ['self', { href: `${app}/groups/${groupId}` }],
      ['group', { href: `${server.url}/api/v1/groups/${groupId}` }],
    ])
  })

  it('comes first, then last, unless a priority says where [spec/5 8.6/assign group]', async () => {
    const { id: appId } = await anApp(ROLE)
    const [a, b, c] = await Promise.all([1, 2, 3].map(async () => (await server.make.aGroup()).id))
    expect(await assignGroup(appId, a as string, {})).toMatchObject({ priority: 0, profile: {} })
    expect(await assignGroup(appId, b as string)).toMatchObject({ priority: 1, profile: {} })
    const body = { id: c, priority: 7, profile: { role: 'clerk' } }
    expect(await assignGroup(appId, c as string, body)).toMatchObject({ priority: 7, profile: body.profile })
    expect((await assignGroup(appId, a as string, { priority: 5 })).priority).toBe(5)
    expect(await assignGroup(appId, c as string, {})).toMatchObject({ priority: 7, profile: {} })
  })

  it('has a profile by the schema, without what only people must have', async () => {
    const app = await anApp({ seat: { title: 'Seat', type: 'integer', required: true }, ...ROLE })
    const { id: groupId } = await server.make.aGroup()
    const params = { appId: app.id, groupId }
    expect((await assignGroup(app.id, groupId, { profile: { role: 'clerk', seat: null } })).profile).toEqual({
      role: 'clerk',
    })
    const body = { profile: { seat: 'x', floor: 1 } }
    const refusal = await server.client.refused('assignAppGroup', { params, body })
    expect([refusal.code, refusal.locations]).toEqual(['E0000001', ['profile.seat', 'profile.floor']])
  })

  it('stands in lists by priority, page by page [spec/5 8.6/group order]', async () => {
    const { id: appId } = await anApp()
    const groups = await Promise.all(Array.from({ length: 5 }, async () => (await server.make.aGroup()).id))
    const priorities = [3, 0, 3, 9, 1]
    for (const [index, id] of groups.entries()) await assignGroup(appId, id, { priority: priorities[index] })
    const expected = groups
      .map((id, index) => ({ id, priority: priorities[index] as number }))
      .sort((x, y) => x.priority - y.priority || (x.id < y.id ? -1 : 1))
    const seen: string[] = []
    for (let after: string | undefined; seen.length < 5; after = seen.at(-1)) {
      const query = { limit: 2, ...(after ? { after } : {}) }
      seen.push(...(await server.client.call('listAppGroups', { params: { appId }, query })).body.map(({ id }) => id))
    }
    expect(seen).toEqual(expected.map(({ id }) => id))
    const lost = { params: { appId }, query: { after: '00gNothing' } }
    expect((await server.client.refused('listAppGroups', lost)).code).toBe('E0000029')
  })

  it('is told in the log when it is put elsewhere, removed, or deleted itself', async () => {
    const app = await anApp(ROLE)
    const [removed, deleted] = [await server.make.aGroup(), await server.make.aGroup()]
    await assignGroup(app.id, removed.id, { profile: { role: 'x' } })
    await assignGroup(app.id, removed.id, { profile: { role: 'x' } })
    await assignGroup(app.id, removed.id, { priority: 2 })
    await server.client.call('removeAppGroup', { params: { appId: app.id, groupId: removed.id } })
    const member = await aMember(deleted.id)
    await assignGroup(app.id, deleted.id)
    await server.client.call('deleteGroup', { params: { groupId: deleted.id } })
    expect(await eventsOf(app.id)).toEqual([
      ['application_assignment.add', undefined],
      [
        'application_assignment.update',
        { from: { priority: 0, profile: { role: 'x' } }, to: { priority: 2, profile: {} } },
      ],
      ['application_assignment.remove', { from: { priority: 2, profile: {} }, to: { priority: null, profile: null } }],
      ['application_assignment.add', undefined],
      ['application_assignment.remove', { from: { priority: 0, profile: {} }, to: { priority: null, profile: null } }],
    ])
    const params = { appId: app.id, userId: member }
    expect((await server.client.refused('getAppUser', { params })).code).toBe('E0000007')
    expect((await server.client.call('listAppGroups', { params })).body).toEqual([])
  })
})
