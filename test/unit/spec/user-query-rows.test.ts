import { beforeAll, describe, expect, it } from 'vitest'
import type { User } from '#contract/directory/user.ts'
import { linksOf } from '../../helpers/client.ts'
import { startServer, type TestServer } from '../../helpers/server.ts'

let server: TestServer
let client: TestServer['client']
const people: Record<string, User> = {}
beforeAll(async () => {
  server = await startServer()
  ;({ client } = server)
  const properties = {
    level: { title: 'Level', type: 'integer' as const },
    skills: { title: 'Skills', type: 'array' as const, items: { type: 'string' as const } },
  }
  const body = { definitions: { custom: { properties } } }
  await client.call('updateUserSchema', { params: { schemaId: 'default' }, body })
  for (const [firstName, more] of [
    ['Ada', { lastName: 'Byron', city: 'Bern', level: 3, skills: ['ski', 'sail'] }],
    ['Bo', { lastName: 'Chen', city: 'BERN', level: 5, skills: ['sail'] }],
    ['Cleo', { lastName: 'byron' }],
    ['Dee', { lastName: 'Lang "D"', city: 'Oslo' }],
  ] as const) {
    server.clock.advance(60_000)
    const profile = { firstName, login: `${firstName}@x.test`, email: `${firstName}@x.test`, ...more }
    people[firstName] = (await client.call('createUser', { body: { profile } })).body
  }
  await client.call('deactivateUser', { params: { userId: idOf('Cleo') } })
})

type Query = Record<string, string | number>
const idOf = (name: string) => (people[name] as User).id
const list = async (query: Query) => (await client.call('listUsers', { query: query as never })).body
const names = async (query: Query) => (await list(query)).map(({ profile }) => profile['firstName']).sort()
const refusal = async (query: Query) => {
  const { status, code } = await client.refused('listUsers', { query })
  return [status, code]
}

describe('a person in a list', () => {
  it('shows status, moments, type and the link to itself [spec/2 user/status] [spec/2 user/moments] [spec/2 user/type] [spec/2 user/_links]', async () => {
    const [cleo] = await list({ search: 'status eq "DEPROVISIONED"' })
    const { created, activated } = people['Cleo'] as User
    expect(cleo).toMatchObject({ status: 'DEPROVISIONED', created, activated, lastLogin: null, passwordChanged: null })
    for (const moment of [cleo?.created, cleo?.statusChanged, cleo?.lastUpdated]) expect(moment).toMatch(/\.000Z$/)
    const usual = (await client.call('getUserType', { params: { typeId: 'default' } })).body
    expect(cleo?.type).toEqual({ id: usual.id })
    expect(cleo?._links).toEqual({ self: { href: `${server.url}/api/v1/users/${cleo?.id}` } })
  })

  it('shows the profile with its own attributes, lists as lists, and no secret [spec/2 user/profile] [spec/2 user/credentials]', async () => {
    const body = {
      profile: { ...(people['Ada'] as User).profile, login: 'ada2@x.test', firstName: 'Eve' },
      credentials: { password: { value: 'Correct-Horse-7' } },
    }
    await client.call('createUser', { body: body as never })
    const [eve] = await list({ search: 'profile.login eq "ada2@x.test"' })
    expect(eve?.profile).toMatchObject({ mobilePhone: null, secondEmail: null, level: 3, skills: ['ski', 'sail'] })
    expect(eve?.credentials).toEqual({
      password: {},
      emails: [{ value: 'Ada@x.test', status: 'VERIFIED', type: 'PRIMARY' }],
      provider: { type: 'SVC', name: 'SVC' },
    })
    for (let steps = 0; steps < 2; steps++) await client.call('deleteUser', { params: { userId: eve?.id ?? '' } })
  })
})

describe('search', () => {
  it('asks every attribute of profiles, id, status, type and moments, of everybody [spec/2 users/search]', async () => {
    const { id, created, type } = people['Bo'] as User
    for (const search of [
      `id eq "${id}"`,
      'profile.city eq "bern" and profile.level gt 4',
      `created eq "${created}"`,
      `activated eq "${created}" and status eq "PROVISIONED"`,
      `statusChanged eq "${created}" and lastUpdated ge "${created}" and profile.city pr`,
      `type.id eq "${type.id}" and profile.lastName eq "chen"`,
    ])
      expect(await names({ search }), search).toEqual(['Bo'])
    expect(await names({ search: 'profile.lastName eq "BYRON"' })).toEqual(['Ada', 'Cleo'])
  })

  it('compares by eq, ge, gt, lt, le and sw, with and, or and brackets; ne and not are none [spec/2 users/search operators] [spec/4 search/operators]', async () => {
    for (const [search, found] of [
      ['profile.level eq 3', ['Ada']],
      ['profile.level ge 3', ['Ada', 'Bo']],
      ['profile.level gt 3', ['Bo']],
      ['profile.level lt 5', ['Ada']],
      ['profile.level le 5', ['Ada', 'Bo']],
      ['profile.city sw "be"', ['Ada', 'Bo']],
      ['profile.city pr', ['Ada', 'Bo', 'Dee']],
      ['profile.lastName co "yro"', ['Ada', 'Cleo']],
      ['profile.city lt "Bern" or profile.city gt "Bern"', ['Dee']],
      ['(profile.city eq "Oslo" or profile.level gt 4) and status eq "PROVISIONED"', ['Bo', 'Dee']],
    ] as const)
      expect(await names({ search }), search).toEqual(found)
    for (const search of ['profile.city ne "Bern"', 'not (profile.city eq "Bern")', 'profile.city co "er"'])
      expect(await refusal({ search }), search).toEqual([400, 'E0000031'])
  })

  it('finds by any element of an array [spec/2 users/search arrays]', async () => {
    expect(await names({ search: 'profile.skills eq "sail"' })).toEqual(['Ada', 'Bo'])
    expect(await names({ search: 'profile.skills eq "ski"' })).toEqual(['Ada'])
  })

  it('takes a double quote behind a backslash [spec/2 users/search quotes]', async () => {
    expect(await names({ search: 'profile.lastName eq "Lang \\"D\\""' })).toEqual(['Dee'])
  })

  it('is sorted by one property, ascending unless asked, ties by id [spec/2 users/sorting]', async () => {
    const ordered = async (query: Query) =>
      (await list({ search: 'profile.firstName lt "W"', ...query })).map(({ id }) => id)
    const [ada, bo, cleo, dee] = ['Ada', 'Bo', 'Cleo', 'Dee'].map(idOf) as [string, string, string, string]
    expect(await ordered({ sortBy: 'profile.firstName' })).toEqual([ada, bo, cleo, dee])
    expect(await ordered({ sortBy: 'profile.firstName', sortOrder: 'desc' })).toEqual([dee, cleo, bo, ada])
    expect(await ordered({ sortBy: 'profile.city' })).toEqual([...[ada, bo].sort(), dee, cleo])
    expect((await refusal({ search: 'id pr', sortBy: 'profile' }))[0]).toBe(400)
  })
})

describe('filter', () => {
  it('asks seven attributes exactly, and lastUpdated by more and less [spec/2 users/filter]', async () => {
    const { id, lastUpdated } = people['Ada'] as User
    for (const filter of [
      `id eq "${id}"`,
      'profile.login eq "Ada@x.test"',
      'profile.email eq "Ada@x.test"',
      'profile.firstName eq "Ada" and status eq "PROVISIONED"',
      'profile.lastName eq "Byron"',
      `lastUpdated eq "${lastUpdated}"`,
      `lastUpdated ge "${lastUpdated}" and lastUpdated le "${lastUpdated}"`,
      `(lastUpdated gt "2000-01-01T00:00:00.000Z" or lastUpdated lt "2000-01-01T00:00:00.000Z") and id eq "${id}"`,
    ])
      expect(await names({ filter }), filter).toEqual(['Ada'])
    expect(await names({ filter: 'profile.firstName eq "ada"' })).toEqual([])
    for (const filter of ['profile.city eq "Bern"', 'profile.login sw "Ada"', 'not (status eq "ACTIVE")'])
      expect((await refusal({ filter }))[0], filter).toBe(400)
  })

  it('that cannot be read has another code than such a search [spec/4 search/errors]', async () => {
    expect(await refusal({ search: 'status eq' })).toEqual([400, 'E0000031'])
    expect(await refusal({ filter: 'status eq' })).toEqual([400, 'E0000053'])
  })
})

describe('finding and listing', () => {
  it('q finds beginnings of names and mail, whatever the case, no one deprovisioned, and has no pages [spec/2 users/q]', async () => {
    expect(await names({ q: 'BYR' })).toEqual(['Ada'])
    expect(await names({ q: 'bo@' })).toEqual(['Bo'])
    expect(await names({ q: 'yron' })).toEqual([])
    expect(await refusal({ q: 'a', after: idOf('Ada') })).toEqual([400, 'E0000029'])
  })

  it('nothing lists everybody but who is deprovisioned, and is not sorted [spec/2 users/list]', async () => {
    expect(await names({})).toEqual(['Ada', 'Bo', 'Dee', 'Workspace'])
    const ids = (await list({ sortBy: 'profile.firstName', sortOrder: 'desc' })).map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted())
  })

  it('is done one way at a time [spec/2 users/one mode]', async () => {
    const [search, filter, q] = ['id pr', 'status eq "ACTIVE"', 'a']
    expect(await refusal({ search, filter })).toEqual([400, 'E0000033'])
    expect(await refusal({ search, q })).toEqual([400, 'E0000063'])
    expect(await refusal({ filter, q })).toEqual([400, 'E0000063'])
  })

  it('goes on by the cursor of the next link [spec/2 users/pagination]', async () => {
    // Of four, five and three people, by two ways of two pages each.
    const ways: [Query, number][] = [
      [{}, 2],
      [{ search: 'id pr' }, 3],
      [{ filter: 'status eq "PROVISIONED"' }, 2],
    ]
    for (const [query, limit] of ways) {
      const all = await list(query)
      const first = await client.call('listUsers', { query: { ...query, limit } as never })
      const { self, next } = linksOf(first.headers)
      expect(self).toContain(`limit=${limit}`)
      expect(new URL(next as string).searchParams.get('after')).toBeTruthy()
      const rest = await client.follow<User[]>(next as string)
      expect([...first.body, ...rest.body]).toEqual(all)
    }
  })

  it('has 200 people on a page, 10 with q, and 200 at the most [spec/2 limits/user page]', async () => {
    for (let count = 0; count < 201; count++) await server.make.aUser({ firstName: 'Many' })
    const ways: Query[] = [{}, { search: 'id pr' }, { filter: 'profile.firstName eq "Many"' }]
    for (const query of ways) expect(await list(query)).toHaveLength(200)
    expect(await list({ q: 'many' })).toHaveLength(10)
    expect(await list({ q: 'many', limit: 200 })).toHaveLength(200)
    expect((await refusal({ limit: 201 }))[0]).toBe(400)
  })
})
