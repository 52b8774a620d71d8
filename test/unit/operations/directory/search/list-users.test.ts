import { beforeAll, describe, expect, it } from 'vitest'
import type { SqlValue } from '#db/driver.ts'
import { openStore, type Store } from '#db/store.ts'
import { listMembers } from '#operations/directory/groups.ts'
import { listUsers } from '#operations/directory/search/list-users.ts'
import { linksOf, type Client } from '../../../../helpers/client.ts'
import { withDatabase } from '../../../../helpers/files.ts'
import type { Factories } from '../../../../helpers/factories.ts'
import { SEES_ALL } from '../../../../helpers/readers.ts'
import { startServer, type TestServer } from '../../../../helpers/server.ts'

let server: TestServer
let client: Client
let make: Factories
const ids: Record<string, string> = {}
beforeAll(async () => {
  server = await startServer()
  ;({ client, make } = server)
  const add = async (firstName: string, more: Parameters<Factories['aUser']>[0]) =>
    void (ids[firstName] = (await make.aUser({ firstName, login: `${firstName}@x.test`, ...more })).id)
  await add('Ada', { lastName: 'Byron', city: 'Bern' })
  await add('Bo', { lastName: 'Chen', city: 'BERN' })
  await add('Cleo', { lastName: 'byron', city: 'Oslo' })
  await add('Dee', { lastName: 'Lang "D" Ö' })
  for (let times = 0; times < 2; times++)
    await client.call('deactivateUser', { params: { userId: ids['Cleo'] as string } }).catch(() => null)
})

const names = async (query: Record<string, string | number>) =>
  (await client.call('listUsers', { query: query as never })).body.map(({ profile }) => profile['firstName'])
const refusal = async (query: Record<string, string>) => {
  const { status, code, locations } = await client.refused('listUsers', { query })
  return [status, code, locations]
}
const byId = (...names: string[]) => names.sort((a, b) => ((ids[a] as string) < (ids[b] as string) ? -1 : 1))

describe('a search', () => {
  it('asks profiles in any case, and finds who is deprovisioned too [spec/5 2/search] [spec/5 1/search-users]', async () => {
    expect(await names({ search: 'profile.lastName eq "BYRON"' })).toEqual(byId('Ada', 'Cleo'))
    expect(await names({ search: 'profile.city sw "be" and status eq "provisioned"' })).toEqual(byId('Ada', 'Bo'))
    expect(await names({ search: 'profile.lastName co "\\"d\\" Ö"' })).toEqual(['Dee'])
    expect(await names({ search: 'status eq "DEPROVISIONED"' })).toEqual(['Cleo'])
  })

  it('asks when something happened by what replies show', async () => {
    server.clock.advance(60_001)
    const user = await make.aUser({ firstName: 'Eve', city: 'Rome' })
    const of = (operator: string) =>
      names({ search: `profile.city eq "Rome" and created ${operator} "${user.created}"` })
    for (const operator of ['eq', 'ge', 'le']) expect(await of(operator), operator).toEqual(['Eve'])
    for (const operator of ['gt', 'lt']) expect(await of(operator), operator).toEqual([])
    expect(user.created).toMatch(/\.000Z$/)
  })

  it('is sorted by one property, those without it last, whatever the direction', async () => {
    const search =
      'profile.login sw "ada@" or profile.login sw "bo@" or profile.login sw "cleo@" or profile.login sw "dee@"'
    expect(await names({ search, sortBy: 'profile.firstName', sortOrder: 'desc' })).toEqual([
      'Dee',
      'Cleo',
      'Bo',
      'Ada',
    ])
    expect(await names({ search, sortBy: 'profile.city', sortOrder: 'ASC' })).toEqual([
      ...byId('Ada', 'Bo'),
      'Cleo',
      'Dee',
    ])
    expect(await names({ search, sortBy: 'profile.city', sortOrder: 'desc' })).toEqual([
      'Cleo',
      ...byId('Ada', 'Bo').reverse(),
      'Dee',
    ])
    expect(await names({ search, sortBy: 'profile.firstName', sortOrder: '0' })).toEqual(['Ada', 'Bo', 'Cleo', 'Dee'])
    expect(await names({ filter: 'profile.lastName eq "Byron"', sortBy: 'nonsense' })).toEqual(['Ada'])
  })

  it('refuses what it cannot be sorted by', async () => {
    for (const sortBy of ['profile', 'lastLogin', 'profile.a.b', '"', 'profile.', 'a b'])
      expect(await refusal({ search: 'id pr', sortBy }), sortBy).toEqual([400, 'E0000001', ['sortBy']])
    expect(await refusal({ search: 'id pr', sortOrder: 'up' })).toEqual([400, 'E0000001', ['sortOrder']])
  })

  it('goes on behind the longest text, whatever is in it', async () => {
    const texts = ['\u0001', '\u{1f600}', '"'].map((sign) => sign.repeat(sign.length === 2 ? 127 : 255))
    for (const streetAddress of [...texts, ...texts]) await make.aUser({ streetAddress, division: 'Signs' })
    const query = { search: 'profile.division eq "Signs"', sortBy: 'profile.streetAddress', limit: 1 }
    let url = linksOf((await client.call('listUsers', { query: query as never })).headers)['next']
    let count = 0
    for (; url !== undefined; count++) url = linksOf((await client.follow(url)).headers)['next']
    expect(count).toBe(5)
  })

  it('refuses the cursor of another query', async () => {
    const { headers } = await client.call('listUsers', { query: { search: 'id pr', limit: 1 } as never })
    const after = new URL(linksOf(headers)['next'] as string).searchParams.get('after') as string
    expect(await names({ search: 'id pr', after, limit: 1 })).toHaveLength(1)
    expect(await refusal({ search: 'status pr', after })).toEqual([400, 'E0000031', ['after']])
    expect(await refusal({ search: 'id pr', sortBy: 'created', after })).toEqual([400, 'E0000031', ['after']])
    expect(await refusal({ filter: 'status eq "ACTIVE"', after })).toEqual([400, 'E0000029', ['after']])
    expect(await refusal({ after })).toEqual([400, 'E0000029', ['after']])
  })
})

describe('one way at a time', () => {
  it('a search with a filter is refused, and either with q', async () => {
    const [search, filter, q] = ['id pr', 'status eq "ACTIVE"', 'a']
    expect(await refusal({ search, filter })).toEqual([400, 'E0000033', []])
    expect(await refusal({ search, q })).toEqual([400, 'E0000063', ['q']])
    expect(await refusal({ filter, q })).toEqual([400, 'E0000063', ['q']])
    expect(await refusal({ q, after: ids['Ada'] as string })).toEqual([400, 'E0000029', ['after']])
  })

  it('a filter is exact, and leaves no one out [spec/5 2/filter] [spec/5 1/filter-users]', async () => {
    expect(await names({ filter: 'profile.lastName eq "byron"' })).toEqual(['Cleo'])
    expect(await names({ filter: 'status eq "deprovisioned"' })).toEqual([])
    expect(await refusal({ filter: 'profile.city eq "Bern"' })).toEqual([400, 'E0000053', ['filter']])
  })

  it('a list and q leave out who is deprovisioned', async () => {
    expect(await names({})).not.toContain('Cleo')
    expect(await names({ q: 'byr' })).toEqual(['Ada'])
    expect(await names({ q: 'BO CHE' })).toEqual(['Bo'])
    expect(await names({ q: 'dee lang "' })).toEqual(['Dee'])
  })
})

it.each([
  ['deep brackets', `${'('.repeat(3_000)}id pr${')'.repeat(3_000)}`],
  ['ten thousand alternatives', Array.from({ length: 1_200 }, () => 'id pr').join(' or ')],
  ['more characters than a query has', `profile.city eq "${'x'.repeat(20_000)}"`],
  ['no value', 'profile.city eq'],
  ['nothing', ''],
  ['`not`', 'not (id pr)'],
  ['`ne`', 'profile.anything ne "x"'],
  ['`co` where it is not offered', 'profile.anything co "x"'],
  ['a NUL outside of texts', 'profile.city\0 eq "x"'],
  ['a path without an end', `profile.${'a.'.repeat(2_000)}a pr`],
])('a search of %s is refused at once', async (_, search) => {
  expect(await refusal({ search })).toEqual([400, 'E0000031', ['search']])
})

it('takes five hundred alternatives, a long text and a NUL within one', async () => {
  const found = Array.from({ length: 400 }, (_, at) => `id eq "${at}"`).join(' or ')
  expect(
    await names({ search: `${found.slice(0, 9_000).replace(/ or [^)]*$/, '')} or id eq "${ids['Ada']}"` }),
  ).toEqual(['Ada'])
  expect(await names({ search: `profile.city eq "${'x'.repeat(9_000)}"` })).toEqual([])
  expect(await names({ search: 'profile.city eq "Bern\\u0000"' })).toEqual([])
})

describe('in a large organization', () => {
  let store: Store
  let plans: string[]
  beforeAll(async () => {
    const first = await openStore(server.dataFile.replace(/org\.sqlite$/, 'large.sqlite'), '2026-01-01T00:00:00.000Z')
    await first.close()
    await withDatabase(first.file, (database) => database.exec(PEOPLE))
    store = await openStore(first.file, '2026-01-01T00:00:00.000Z')
    return () => store.close()
  })

  /** How the file answers each statement of a list. */
  async function explained(query: Omit<Parameters<typeof listUsers>[1], 'limit'>): Promise<string> {
    plans = []
    const run: Store['searches']['run'] = (work, ...rest) =>
      store.searches.run(
        (inner) =>
          work({
            all: async (sql, params) => {
              const steps = await inner.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)
              plans.push(steps.map(({ detail }) => detail).join('\n'))
              return inner.all(sql, params)
            },
          }),
        ...rest,
      )
    const recorded = { ...store, searches: { ...store.searches, run } }
    await listUsers({ store: recorded, reader: SEES_ALL as never }, { limit: 20, ...query })
    return plans.at(-1) ?? ''
  }

  /** How the file answers the first page of a group, behind an id. */
  async function membersPlan(): Promise<string> {
    await store.write((tx) =>
      tx.write(
        'groups',
        'g',
        `INSERT INTO groups (id, type, name, created, last_updated, last_membership_updated)
        VALUES ('g', 'SVC_GROUP', 'Group', '', '', '')`,
        [],
      ),
    )
    let text = ''
    const all = async <Row>(sql: string, params: readonly SqlValue[] = []) => {
      const steps = await store.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)
      text = steps.map(({ detail }) => detail).join('\n')
      return store.read.all<Row>(sql, params)
    }
    await listMembers(
      { ...SEES_ALL, engine: 'identity', models: store.read.models, all, first: store.read.first.bind(store.read) },
      'g',
      {
        ...{ limit: 10, after: '00uLARGE000000000010' },
      },
    )
    return text
  }

  const VALUES = 'SEARCH user_values USING PRIMARY KEY (attribute=? AND value=?'
  it.each([
    ['a rare value', { search: 'profile.employeeNumber eq "N17"' }, VALUES],
    ['a common value, without sorting', { search: 'profile.team eq "t1"' }, VALUES, 'TEMP B-TREE'],
    ['a custom list', { search: 'profile.tags eq "x17"' }, VALUES],
    ['a beginning', { search: 'profile.employeeNumber sw "N17"' }, '(attribute=? AND value>? AND value<?)'],
    ['a range of numbers', { search: 'profile.level gt 2990' }, '(attribute=? AND value>? AND value<?)'],
    ['a login', { search: 'profile.login eq "P17@X.test"' }, 'sqlite_autoindex_users_2 (login=?)'],
    ['the beginning of an address', { search: 'profile.email sw "p17"' }, 'users_email (email>? AND email<?)'],
    ['an exact login', { filter: 'profile.login eq "p17@x.test"' }, 'sqlite_autoindex_users_2 (login=?)'],
    ['a rare status', { search: 'status eq "LOCKED_OUT"' }, 'users_status (status=?)'],
    [
      'a stretch of time',
      { search: 'created gt "2026-03-01" and created lt "2026-03-02"' },
      'users_created (created>? AND created<?)',
    ],
    ['the rarer of two', { search: 'profile.team eq "t1" and profile.employeeNumber eq "N17"' }, VALUES],
    ['either of two', { search: 'profile.employeeNumber eq "N17" or profile.login eq "p18@x.test"' }, 'UNION ALL'],
    [
      'two in brackets and a third',
      { search: '(profile.level eq 5 or profile.level eq 6) and status eq "ACTIVE"' },
      VALUES,
    ],
    [
      'one to sort by',
      { search: 'status eq "ACTIVE"', sortBy: 'profile.team' },
      'SEARCH v USING PRIMARY KEY (attribute=?)',
      'TEMP B-TREE',
    ],
    [
      'a moment to sort by',
      { search: 'id pr', sortBy: 'created', sortOrder: 'desc' as const },
      'users_created',
      'TEMP B-TREE',
    ],
    ['the beginning of a name', { q: 'P17' }, 'users_last_name (last_name>? AND last_name<?)'],
  ])('asks an index for %s', async (_, query, expected, never = '\0') => {
    const plan = await explained(query)
    expect(plan).toContain(expected)
    expect(plan).not.toContain(never)
    expect(plan).not.toMatch(/SCAN (u|users)$/m)
  })

  it('asks the index of memberships for members behind any id', async () => {
    const text = await membersPlan()
    expect(text).toContain('SEARCH m USING PRIMARY KEY (group_id=? AND user_id>?)')
    expect(text).not.toContain('TEMP B-TREE')
  })

  it('takes as many conditions as a query has', async () => {
    const service = { store, reader: SEES_ALL as never }
    const many = (join: string, part: (at: number) => string) =>
      Array.from({ length: 340 }, (_, at) => part(at)).join(join)
    const found = async (search: string) => (await listUsers(service, { search, limit: 10 })).items.length
    expect(await found(many(' or ', (at) => `profile.a${at} eq 1`))).toBe(0)
    expect(await found(many(' or ', (at) => `profile.team sw "t${at}"`))).toBe(10)
    expect(await found(many(' and ', () => 'profile.team sw "t"'))).toBe(10)
    expect(await found(`${'('.repeat(50)}profile.level gt 2998${')'.repeat(50)}`)).toBe(2)
  })

  it('walks through pages that change: everybody who stays comes once, in order', async () => {
    const service = { store, reader: SEES_ALL as never }
    const query = { search: 'profile.team eq "t1"', sortBy: 'profile.level', limit: 7 }
    const seen: string[] = []
    let after: string | undefined
    for (let count = 0; ; count++) {
      const page = await listUsers(service, { ...query, after })
      seen.push(...page.items.map(({ id }) => id))
      // The person behind the cursor goes, and others come and go before and after.
      const [gone, moved] = [page.items.at(-1)?.id ?? '', page.items[0]?.id ?? '']
      await store.write(async (tx) => {
        await tx.write('users', 'u', 'DELETE FROM users WHERE id = ?', [gone])
        await tx.write('users', 'u', `UPDATE users SET profile = json_set(profile, '$.level', -1) WHERE id = ?`, [
          moved,
        ])
      })
      if (page.next === null) break
      after = page.next
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen).toHaveLength(300)
    const levels = seen.map((id) => Number(id.slice(-11)))
    expect(levels).toEqual([...levels].sort((a, b) => a - b))
  })
})

const PEOPLE = `
  INSERT INTO user_types VALUES ('t', 'old', 'Old type', '', 1, 'u', 'u', '', '', 'osc');
  WITH RECURSIVE counted(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM counted WHERE n < 3000)
  INSERT INTO users (id, status, type_id, login, email, first_name, last_name, profile, created, last_updated)
  SELECT printf('00uLARGE0%011d', n), iif(n % 500 = 0, 'LOCKED_OUT', 'ACTIVE'), 't', login, login, 'First', 'P' || n,
    json_object('firstName', 'First', 'lastName', 'P' || n, 'login', login, 'email', login, 'employeeNumber', 'N' || n,
      'team', 't' || (n % 10), 'level', n, 'tags', json_array('x' || n, 'y')),
    strftime('%Y-%m-%dT%H:%M:%fZ', 1767225600 + n * 3600, 'unixepoch'), '2026-01-01T00:00:00.000Z'
  FROM (SELECT n, 'p' || n || '@x.test' AS login FROM counted)`
