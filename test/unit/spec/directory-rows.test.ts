import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#contract/directory/user.ts'
import { ENGINES } from '#contract/gatehouse/workspace.ts'
import { columnsOf, NO_CREDENTIALS } from '#operations/directory/write-user.ts'
import { presentUser } from '#server/http/resources/directory/user-presenter.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})

let count = 0
const profile = () => {
  const login = `recorded${(count += 1)}@example.test`
  return { firstName: 'Ada', lastName: 'Low', email: login, login }
}
const PASSWORD = { password: { value: 'Correct-Horse-7' } }

async function create(body: object, activate?: 'false', { client } = server): Promise<User> {
  const query = activate ? { query: { activate } } : {}
  return (await client.call('createUser', { body: body as never, ...query })).body
}

const read = async (user: User, { client } = server) =>
  (await client.call('getUser', { params: { userId: user.id } })).body

describe('a person', () => {
  it('without a password is PROVISIONED, or STAGED [spec/5 2/create without password]', async () => {
    const body = () => ({ profile: profile(), credentials: { password: {} } })
    expect((await create(body())).status).toBe('PROVISIONED')
    expect((await create(body(), 'false')).status).toBe('STAGED')
  })

  it('with a password is ACTIVE since it was set [spec/5 2/create with password]', async () => {
    const user = await create({ profile: profile(), credentials: PASSWORD })
    expect([user.status, user.passwordChanged]).toEqual(['ACTIVE', user.created])
  })

  it('may be made with a user type [spec/5 2/create with type]', async () => {
    const [type] = (await server.client.call('listUserTypes')).body
    expect((await create({ profile: profile(), type: { id: type?.id } })).type).toEqual({ id: type?.id })
  })

  it('is written in one order, without a transition [spec/5 2/key order] [spec/5 2/transition]', async () => {
    const user = await create({ profile: profile() })
    expect(Object.keys(user)).toEqual(
      (
        'id status created activated statusChanged lastLogin lastUpdated passwordChanged type profile ' +
        'credentials _links'
      ).split(' '),
    )
  })

  it('has six attributes always, two null when unset, and others with a value only [spec/5 2/profile keys]', async () => {
    const bare = await create({ profile: profile() })
    expect(Object.keys(bare.profile)).toEqual('firstName lastName mobilePhone secondEmail login email'.split(' '))
    expect([bare.profile['mobilePhone'], bare.profile['secondEmail']]).toEqual([null, null])
    const user = await create({ profile: { ...profile(), city: 'Ghent', mobilePhone: '+32 1' } })
    expect(user.profile).toMatchObject({ mobilePhone: '+32 1', secondEmail: null, city: 'Ghent' })
    expect(Object.keys(user.profile)).toHaveLength(7)
  })

  it('lacks an attribute that was sent as null [spec/5 2/null attribute]', async () => {
    const user = await create({ profile: { ...profile(), city: null, title: null, secondEmail: null } })
    expect(Object.keys(user.profile)).toHaveLength(6)
    expect(user.profile['secondEmail']).toBeNull()
  })

  it('shows a password as {}, both addresses, and the provider last [spec/5 2/credentials]', async () => {
    const provider = { type: 'SVC', name: 'SVC' }
    const without = profile()
    const primary = { value: without.email, status: 'VERIFIED', type: 'PRIMARY' }
    expect((await create({ profile: without })).credentials).toEqual({ emails: [primary], provider })
    const more = { ...profile(), secondEmail: 'ada@home.example.test' }
    const { credentials } = await create({ profile: more, credentials: PASSWORD })
    expect(credentials?.emails).toEqual([
      { ...primary, value: more.email },
      { value: more.secondEmail, status: 'VERIFIED', type: 'SECONDARY' },
    ])
    expect(Object.keys(credentials ?? {})).toEqual(['password', 'emails', 'provider'])
    expect(credentials?.password).toEqual({})
  })

  it('is refused with one cause for an unknown attribute [spec/5 2/unknown attribute]', async () => {
    const refusal = await server.client.refused('createUser', { body: { profile: { ...profile(), colour: 'red' } } })
    expect([refusal.status, refusal.code, refusal.body.errorCauses.length]).toEqual([400, 'E0000001', 1])
    expect(refusal.body.errorCauses[0]?.errorSummary).toContain('colour')
  })

  it('has attributes that the schema was given: texts, numbers, and lists, which stay lists [spec/5 2/custom attributes]', async () => {
    const properties = {
      colour: { title: 'Colour', type: 'string' },
      shoe: { title: 'Shoe', type: 'number' },
      badges: { title: 'Badges', type: 'array', items: { type: 'string' } },
    }
    const body = { definitions: { custom: { id: '#custom', type: 'object', properties } } }
    const own = await startServer()
    await own.client.call('updateUserSchema', { params: { schemaId: 'default' }, body: body as never })
    const given = { colour: 'red', shoe: 42.5, badges: ['one'] }
    const { id } = await own.make.aUser(given as never)
    expect((await own.client.call('getUser', { params: { userId: id } })).body.profile).toMatchObject(given)
  })

  it('who is unknown is a User that was not found [spec/5 2/unknown user]', async () => {
    const refusal = await server.client.refused('getUser', { params: { userId: '00uNobody' } })
    expect([refusal.status, refusal.code]).toEqual([404, 'E0000007'])
    expect(refusal.body.errorSummary).toContain('(User)')
  })
})

const ON_IDENTITY = ['forgotPassword', 'resetFactors']
const WITH_PASSWORD =
  'suspend schema resetPassword forgotPassword expirePassword changeRecoveryQuestion self resetFactors type changePassword deactivate'
const LINKS = {
  ACTIVE: WITH_PASSWORD,
  PROVISIONED: 'suspend schema resetPassword reactivate self resetFactors type deactivate',
  STAGED: 'schema activate self resetFactors type',
  DEPROVISIONED: 'schema activate self resetFactors type delete',
  SUSPENDED: 'schema self resetFactors type unsuspend deactivate',
} as const

describe.each(ENGINES)('the links of a person on the %s engine', (engine) => {
  let own: TestServer
  const people = {} as Record<keyof typeof LINKS, User>
  beforeAll(async () => {
    own = await startServer({ engine })
    const call = async (id: 'suspendUser' | 'deactivateUser', user: User) => {
      await own.client.call(id, { params: { userId: user.id } })
      return read(user, own)
    }
    const active = () => create({ profile: profile(), credentials: PASSWORD }, undefined, own)
    people.ACTIVE = await active()
    people.PROVISIONED = await create({ profile: profile() }, undefined, own)
    people.STAGED = await create({ profile: profile() }, 'false', own)
    people.DEPROVISIONED = await call('deactivateUser', await active())
    people.SUSPENDED = await call('suspendUser', await active())
  })

  const ROWS = Object.entries(LINKS).map(([status, names]) => ({ status: status as keyof typeof LINKS, names }))
  it.each(ROWS)('while $status are those of the table [spec/5 2/links $status]', ({ status, names }) => {
    const expected = names.split(' ').filter((name) => engine === 'identity' || !ON_IDENTITY.includes(name))
    expect(Object.keys(people[status]._links)).toEqual(expected)
  })

  // No call leads there yet.
  it('with an expired password are those of an active one [spec/5 2/links PASSWORD_EXPIRED]', () => {
    const { firstName, lastName, login, email } = profile()
    const named = { firstName, lastName, login, email }
    const moments = {
      created: '',
      activated: '',
      statusChanged: '',
      lastLogin: '',
      lastUpdated: '',
      passwordChanged: '',
    }
    const row = { id: people.ACTIVE.id, status: 'PASSWORD_EXPIRED', typeId: people.ACTIVE.type.id } as const
    const record = { ...NO_CREDENTIALS, ...row, ...columnsOf(named), profile: named, ...moments, hasPassword: true }
    const { href } = people.ACTIVE._links['schema'] as { href: string }
    const shown = presentUser(record, { base: own.url, engine, schemaId: href.slice(-20) })
    expect(shown._links).toEqual(people.ACTIVE._links)
  })

  it('are the same wherever one person is answered; lists have self alone [spec/5 2/links everywhere]', async () => {
    for (const user of Object.values(people)) expect((await read(user, own))._links).toEqual(user._links)
    const listed = (await own.client.call('listUsers')).body
    expect(listed.length).toBeGreaterThan(2)
    for (const user of listed) expect(user._links).toEqual({ self: { href: `${own.url}/api/v1/users/${user.id}` } })
  })

  it('name a method where they act, and only an address where they do not [spec/5 2/link form]', async () => {
    const [type] = (await own.client.call('listUserTypes')).body
    const { id, _links: links } = people.SUSPENDED
    const self = `${own.url}/api/v1/users/${id}`
    expect(links).toMatchObject({
      self: { href: self },
      schema: { href: (type?._links['schema'] as { href: string }).href },
      type: { href: `${own.url}/api/v1/meta/types/user/${type?.id}` },
      unsuspend: { href: `${self}/lifecycle/unsuspend`, method: 'POST' },
    })
    for (const plain of ['self', 'schema', 'type']) expect(Object.keys(links[plain] ?? {})).toEqual(['href'])
    const gone = people.DEPROVISIONED
    expect(gone._links['delete']).toEqual({ href: `${own.url}/api/v1/users/${gone.id}`, method: 'DELETE' })
  })
})

describe('a call on a person', () => {
  const call = (id: 'activateUser' | 'deactivateUser' | 'suspendUser' | 'unsuspendUser', userId: string) =>
    server.client.call(id, { params: { userId } })

  it('suspends, unsuspends, deactivates and activates with {} [spec/5 2/deactivate] [spec/5 2/suspend]', async () => {
    const { id } = await create({ profile: profile(), credentials: PASSWORD })
    for (const verb of ['suspendUser', 'unsuspendUser', 'deactivateUser', 'activateUser'] as const) {
      const reply = await call(verb, id)
      expect([verb, reply.status, reply.body]).toEqual([verb, 200, {}])
    }
  })

  it('deletes in two steps, both 204 [spec/5 2/delete]', async () => {
    const user = await create({ profile: profile() })
    const params = { userId: user.id }
    expect((await server.client.call('deleteUser', { params })).status).toBe(204)
    expect((await read(user)).status).toBe('DEPROVISIONED')
    expect((await server.client.call('deleteUser', { params })).status).toBe(204)
    expect((await server.client.refused('getUser', { params })).status).toBe(404)
  })

  it('lists their groups, Everyone first [spec/5 2/groups of a person]', async () => {
    const groups = await Promise.all(Array.from({ length: 6 }, () => server.make.aGroup()))
    const ids = groups.map(({ id }) => id)
    const user = await create({ profile: profile(), groupIds: ids })
    const listed = (await server.client.call('listUserGroups', { params: { userId: user.id } })).body
    expect(listed.map(({ type }) => type)).toEqual(['BUILT_IN', ...ids.map(() => 'SVC_GROUP')])
    expect(listed.slice(1).map(({ id }) => id)).toEqual(ids.sort())
    const one = (await server.client.call('getGroup', { params: { groupId: ids[0] as string } })).body
    expect(listed.find(({ id }) => id === one.id)).toEqual(one)
  })
})

describe('a group', () => {
  const make = async (body: object) => (await server.client.call('createGroup', { body: body as never })).body
  const everyone = async () =>
    (await server.client.call('listGroups', { query: { q: 'Everyone' } })).body.find(({ type }) => type === 'BUILT_IN')

  it('is written in one order, of one class, also the built-in one [spec/5 3/keys]', async () => {
    const keys = 'id created lastUpdated lastMembershipUpdated objectClass type profile _links'.split(' ')
    for (const group of [await everyone(), await server.make.aGroup()]) {
      expect(Object.keys(group ?? {})).toEqual(keys)
      expect(group?.objectClass).toEqual(['svc:user_group'])
    }
  })

  it('links to two pictures that are there, to its people and applications, not to itself [spec/5 3/links]', async () => {
    const { id, _links: links } = await server.make.aGroup()
    const self = `${server.url}/api/v1/groups/${id}`
    expect(Object.keys(links)).toEqual(['logo', 'users', 'apps', 'owners'])
    expect(links).toMatchObject({ users: { href: `${self}/users` }, apps: { href: `${self}/apps` } })
    const logos = links['logo'] as { name: string; href: string; type: string }[]
    expect(logos.map((logo) => Object.keys(logo))).toEqual([1, 2].map(() => ['name', 'href', 'type']))
    expect(logos.map(({ name, type }) => [name, type])).toEqual([
      ['medium', 'image/png'],
      ['large', 'image/png'],
    ])
    const edges = logos.map(async ({ href }) => {
      const picture = await fetch(href)
      expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/png'])
      const bytes = Buffer.from(await picture.arrayBuffer())
      expect(bytes.subarray(1, 4).toString()).toBe('PNG')
      return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
    })
    expect(await Promise.all(edges)).toEqual([
      [64, 64],
      [128, 128],
    ])
    expect((await fetch(`${server.url}/img/logos/none.png`)).status).toBe(404)
  })

  it('always has a description: text, empty, or null when never set [spec/5 3/description]', async () => {
    for (const [given, description] of [
      [{}, null],
      [{ description: '' }, ''],
      [{ description: 'Those' }, 'Those'],
    ] as const) {
      const group = await make({ profile: { name: `Described ${(count += 1)}`, ...given } })
      expect(group.profile).toEqual({ name: group.profile.name, description })
    }
  })

  it('takes and gives up members with 204; one who is deleted is no User [spec/5 3/members]', async () => {
    const [{ id: groupId }, { id: userId }] = [await server.make.aGroup(), await server.make.aUser()]
    const params = { groupId, userId }
    expect((await server.client.call('addGroupMember', { params })).status).toBe(204)
    expect((await server.client.call('removeGroupMember', { params })).status).toBe(204)
    for (let step = 0; step < 2; step++) await server.client.call('deleteUser', { params: { userId } })
    for (const id of ['addGroupMember', 'removeGroupMember'] as const) {
      const refusal = await server.client.refused(id, { params })
      expect([refusal.status, refusal.body.errorSummary.includes('(User)')], id).toEqual([404, true])
    }
  })

  it('that is unknown is a UserGroup that was not found [spec/5 3/unknown group]', async () => {
    const refusal = await server.client.refused('getGroup', { params: { groupId: '00gNothing' } })
    expect([refusal.status, refusal.body.errorSummary.includes('(UserGroup)')]).toEqual([404, true])
  })
})

describe('a user type', () => {
  it('links to its schema, then to itself [spec/5 5/links]', async () => {
    const types = (await server.client.call('listUserTypes')).body
    for (const { id, _links: links } of types) {
      expect(Object.entries(links)).toEqual([
        ['schema', expect.objectContaining({ rel: 'schema', method: 'GET' })],
        ['self', { rel: 'self', href: `${server.url}/api/v1/meta/types/user/${id}`, method: 'GET' }],
      ])
      const schema = links['schema'] as { href: string }
      expect(schema.href).toMatch(new RegExp(`^${server.url}/api/v1/meta/schemas/user/osc[0-9A-Za-z]{17}$`))
      expect(Object.keys(schema)).toEqual(['rel', 'href', 'method'])
    }
  })

  it('that is the default one was made by the service [spec/5 5/default type]', async () => {
    const type = (await server.client.call('getUserType', { params: { typeId: 'default' } })).body
    expect([type.displayName, type.name]).toEqual(['User', 'user'])
    expect(type.description).toBe('Svc user profile template with default permission settings')
    expect(type.createdBy).toMatch(/^spr[0-9A-Za-z]{17}$/)
  })

  it('has a schema of its own that stays, whatever changes [spec/5 5/schema of a type]', async () => {
    const body = { name: 'temp', displayName: 'Temp', description: 'For a while' }
    const type = (await server.client.call('createUserType', { body })).body
    const params = { typeId: type.id }
    const changed = (await server.client.call('updateUserType', { params, body: { displayName: 'Temps' } })).body
    expect(changed._links).toEqual(type._links)
    const others = (await server.client.call('listUserTypes')).body.filter(({ id }) => id !== type.id)
    const hrefs = others.map(({ _links: links }) => (links['schema'] as { href: string }).href)
    expect(hrefs).not.toContain((type._links['schema'] as { href: string }).href)
  })

  it('takes its own name with a change, and no other [spec/5 5/post with name]', async () => {
    const body = { name: 'guest', displayName: 'Guest' }
    const { id: typeId } = (await server.client.call('createUserType', { body })).body
    const update = { params: { typeId }, body: { name: 'guest', displayName: 'Visitor' } }
    expect((await server.client.call('updateUserType', update)).body.displayName).toBe('Visitor')
    const other = await server.client.refused('updateUserType', { params: { typeId }, body: { name: 'visitor' } })
    expect([other.code, other.locations]).toEqual(['E0000001', ['name']])
  })

  it('that is unknown is a UserType that was not found [spec/5 5/unknown type]', async () => {
    const refusal = await server.client.refused('getUserType', { params: { typeId: 'otyNothing' } })
    expect([refusal.status, refusal.body.errorSummary.includes('(UserType)')]).toEqual([404, true])
  })
})
