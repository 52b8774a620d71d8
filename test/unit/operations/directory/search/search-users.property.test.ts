import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { EVERY_ROW } from '#db/change-set.ts'
import { openStore, type Store } from '#db/store.ts'
import { loginKeyOf, users, userTypes, type UserRecord } from '#db/tables/users.ts'
import { NO_CREDENTIALS } from '#operations/directory/write-user.ts'
import { foldCase, parseFilter, userSearch, type Attribute, type Filter } from '#filter/index.ts'
import { searchUsers } from '#operations/directory/search/search-users.ts'
import { content, moment, queries, text } from '../../../../helpers/filter-arbitraries.ts'
import { compareTexts, match } from '../../../../helpers/filter-match.ts'
import { SEES_ALL } from '../../../../helpers/readers.ts'
import { runs } from '../../../../helpers/runs.ts'
import { aFolder } from '../../../../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const DIALECT = userSearch(null)

let store: Store
let service: Parameters<typeof searchUsers>[0]
beforeAll(async () => {
  store = await openStore(join(await aFolder(), 'org.sqlite'), NOW)
  service = { store: { ...store, searches: { ...store.searches, run: recording } }, reader: SEES_ALL as never }
  const stamp = { createdBy: 'u', lastUpdatedBy: 'u', created: NOW, lastUpdated: NOW }
  await store.write(async (tx) => {
    for (const id of ['a', 'A'])
      await userTypes.insert(tx, {
        ...{
          id,
          name: `type${id.charCodeAt(0)}`,
          displayName: id,
          description: '',
          isDefault: id === 'a',
          schemaId: id,
          ...stamp,
        },
      })
  })
})
afterAll(() => store.close())

/** How pages were come by, by what only its statement says. */
const taken = { 'SELECT DISTINCT person': 0, 'ORDER BY few.person': 0, 'ORDER BY v.value': 0, 'ORDER BY u.id': 0 }

const recording: Store['searches']['run'] = (work, ...rest) =>
  store.searches.run(
    (inner) =>
      work({
        all: (sql, params) => {
          for (const text of Object.keys(taken)) if (sql.includes(text)) taken[text as keyof typeof taken] += 1
          return inner.all(sql, params)
        },
      }),
    ...rest,
  )

/** What the interface lets into names and addresses: one line. */
const line = text.map((value) => value.replaceAll('\0', ''))
const custom = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'aB', '__proto__', 'length'), content), { maxLength: 4 })
  .map((entries) => Object.fromEntries(entries) as Record<string, unknown>)

/** Statuses and types that queries ask for, which choose from the same texts. */
const person = fc.record({
  status: fc.constantFrom('LOW', 'HIGH', 'DEPROVISIONED'),
  typeId: fc.constantFrom('a', 'A'),
  ...{ login: line, email: line, firstName: line, lastName: line },
  city: fc.option(text),
  custom,
  created: moment,
  activated: fc.option(moment),
  statusChanged: fc.option(moment),
  lastUpdated: moment,
})
type Person = typeof person extends fc.Arbitrary<infer Made> ? Made : never

const idOf = (index: number) => `00uPERSON${String(index).padStart(11, '0')}`

function recordOf(made: Person, index: number): UserRecord {
  const { custom: others, city, login: name, email, firstName, lastName, ...rest } = made
  const login = `${name}#${index}`
  const profile = { ...others, login, email, firstName, lastName, city } as UserRecord['profile']
  const never = { ...NO_CREDENTIALS, loginKey: loginKeyOf(login), lastLogin: null }
  return { id: idOf(index), ...rest, login, email, firstName, lastName, profile, ...never } as UserRecord
}

/** Makes exactly these people, each with the profile of another first. */
async function hold(records: readonly UserRecord[]): Promise<void> {
  await store.write(async (tx) => {
    await tx.write(users.name, EVERY_ROW, 'DELETE FROM users', [])
    const former = records.map((record, index) => ({
      ...record,
      profile: (records.at(index - 1) as UserRecord).profile,
    }))
    await users.insertMany(tx, former)
    for (const record of records) await users.update(tx, record, { profile: record.profile })
  })
}

/** What is in a column, what is in the index of values, and maps; the other attributes are like one of these. */
const ASKED = ['id', 'status', 'type.id', 'created', 'activated', 'profile', 'profile.lastName', 'profile.city']
const asked = new Map([...DIALECT.attributes].filter(([path]) => ASKED.includes(path)))

const query = fc.oneof(
  { weight: 3, arbitrary: queries({ ...DIALECT, attributes: asked }, attributeAt) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ...['status eq "low"', 'type.id eq "a"', 'profile.a eq true', 'profile.city eq "A"', 'profile.city sw "a"'],
      ...['status eq "HIGH" and profile.a pr', 'status eq "low" or profile.a eq 1 or profile.a eq "a"'],
      ...['created ge "2026-01-01" and created lt "2026-01-02" and type.id eq "A"'],
    ),
  },
)

const second = (stamp: string | null) => stamp && `${stamp.slice(0, 19)}.000Z`

/** A person as replies show them. */
const viewOf = (record: UserRecord) => ({
  ...{ id: record.id, status: record.status, type: { id: record.typeId }, profile: record.profile },
  ...{ created: second(record.created), activated: second(record.activated) },
  ...{ statusChanged: second(record.statusChanged), lastUpdated: second(record.lastUpdated) },
})

function parsed(query: string): Filter {
  const result = parseFilter(query, DIALECT)
  if (!result.ok) throw new Error(`${query}: ${result.problems[0]?.message}`)
  return result.filter
}

function attributeAt(path: string): Attribute {
  const filter = parsed(`${path} pr`)
  if (filter.kind !== 'compare') throw new Error('one comparison is one node')
  return filter.attribute
}

/** All pages of a search, each of so many. */
async function walk(query: Omit<Parameters<typeof searchUsers>[1], 'after'>): Promise<string[]> {
  const ids: string[] = []
  for (let after: string | undefined, count = 0; count < 100; count++) {
    const { items, next } = await searchUsers(service, { ...query, after })
    ids.push(...items.map(({ id }) => id))
    if (next === null) return ids
    expect(items).toHaveLength(query.limit)
    after = next
  }
  throw new Error('the pages do not end')
}

const SORTED = ['id', 'status', 'created', 'activated', 'profile.lastName', 'profile.city', 'profile.a', 'profile.aB']

const indexed = (value: string) => [...foldCase(value.split('\0')[0] ?? '')].slice(0, 255).join('')

/** What a record is sorted by; null for nothing. */
function keyOf(record: UserRecord, path: string): string | number | boolean | null {
  if (!path.startsWith('profile.')) return (record as Record<string, unknown>)[path] as string | null
  const given = Object.entries(record.profile).find(([name]) => `profile.${name}` === path)?.[1] as unknown
  const value: unknown = Array.isArray(given) ? given[0] : given
  if (typeof value === 'string') return indexed(value)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

const RANKS = ['number', 'string', 'boolean']

function compareKeys(one: string | number | boolean, other: string | number | boolean): number {
  const rank = RANKS.indexOf(typeof one) - RANKS.indexOf(typeof other)
  if (rank !== 0) return rank
  return typeof one === 'string' ? compareTexts(one, other as string) : Number(one) - Number(other)
}

/** Those without a key last, equal ones by id. */
function sorted(records: readonly UserRecord[], path: string, isDescending: boolean): string[] {
  const sign = isDescending ? -1 : 1
  return records
    .map((record) => ({ id: record.id, key: keyOf(record, path) }))
    .sort((a, b) => {
      if (a.key === null || b.key === null)
        return Number(a.key === null) - Number(b.key === null) || sign * compareTexts(a.id, b.id)
      return sign * (compareKeys(a.key, b.key) || compareTexts(a.id, b.id))
    })
    .map(({ id }) => id)
}

it('finds whom looking at everybody finds, in the same order, page by page, after any change', async () => {
  let hits = 0
  let misses = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(person, { minLength: 2, maxLength: 12 }),
      fc.array(query, { minLength: 8, maxLength: 8 }),
      fc.constantFrom(...SORTED),
      fc.boolean(),
      fc.integer({ min: 1, max: 5 }),
      async (made, texts, sortBy, isDescending, limit) => {
        const records = made.map(recordOf)
        await hold(records)
        for (const search of texts) {
          const filter = parsed(search)
          const found = records.filter((record) => match(filter, viewOf(record)))
          hits += found.length
          misses += records.length - found.length
          expect(await walk({ search, limit }), search).toEqual(found.map(({ id }) => id))
          const sortOrder = isDescending ? 'desc' : 'asc'
          expect(await walk({ search, limit, sortBy, sortOrder }), `${search} by ${sortBy} ${sortOrder}`).toEqual(
            sorted(found, sortBy, isDescending),
          )
        }
      },
    ),
    { numRuns: runs(0.3) },
  )
  expect(Math.min(hits, misses) / (hits + misses)).toBeGreaterThan(0.1)
  expect(Math.min(...Object.values(taken))).toBeGreaterThan(20)
}, 120_000)
