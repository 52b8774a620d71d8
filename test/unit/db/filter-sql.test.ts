import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDriver } from '#db/driver.ts'
import { filterToSql } from '#db/filter-sql.ts'
import { Connection } from '#db/connection.ts'
import { parseFilter, type Attribute, type Filter } from '#filter/index.ts'
import { match } from '../../helpers/filter-match.ts'
import { documents, queries, valuesIn, type TestDocument } from '../../helpers/filter-arbitraries.ts'
import { EVERYTHING, EVERYTHING_SOURCE } from '../../helpers/filter-dialects.ts'
import { runs } from '../../helpers/runs.ts'

let database: Connection

beforeAll(async () => {
  const driver = await loadDriver()
  database = await Connection.open(driver, ':memory:', driver.OPEN_READWRITE | driver.OPEN_CREATE)
  await database.exec(`
    CREATE TABLE documents (id INTEGER PRIMARY KEY, key TEXT, level TEXT, count REAL, flag INTEGER, moment TEXT, data TEXT, payload TEXT);
    CREATE TABLE part_keys (document INTEGER, key TEXT);
  `)
})
afterAll(() => database.close())

function parsed(query: string): Filter {
  const result = parseFilter(query, EVERYTHING)
  if (!result.ok) throw new Error(`${query}: ${result.problems[0]?.message}`)
  return result.filter
}

/** What a path stands for, read from a query that asks for it. */
function attributeAt(path: string): Attribute {
  const filter = parsed(`${path} pr`)
  if (filter.kind !== 'compare') throw new Error('one comparison is one node')
  return filter.attribute
}

async function store(all: readonly TestDocument[]): Promise<void> {
  await database.exec('DELETE FROM documents; DELETE FROM part_keys')
  for (const [id, document] of all.entries()) {
    const { key = null, level = null, count = null, flag = null, moment = null, data = null, parts, ...rest } = document
    const columns = [id, key, level, count, flag === null ? null : Number(flag), moment]
    const texts = [data === null ? null : JSON.stringify(data), JSON.stringify({ parts, ...rest })]
    await database.run('INSERT INTO documents VALUES (?, ?, ?, ?, ?, ?, ?, ?)', [...columns, ...texts] as string[])
    for (const each of (parts as { key: string }[] | null | undefined) ?? [])
      await database.run('INSERT INTO part_keys VALUES (?, ?)', [id, each.key])
  }
}

async function idsInFile(filter: Filter): Promise<number[]> {
  const { text, params } = filterToSql(filter, EVERYTHING_SOURCE)
  const rows = await database.all<{ id: number }>(`SELECT id FROM documents d WHERE ${text} ORDER BY id`, params)
  return rows.map(({ id }) => id)
}

const idsInMemory = (filter: Filter, all: readonly TestDocument[]) =>
  all.flatMap((document, id) => (match(filter, document) ? [id] : []))

describe('a query asks the file and the memory alike', () => {
  it.each(['lt', 'le', 'eq', 'ge', 'gt'])(
    'for whole numbers that only 64 bits hold exactly, by %s',
    async (operator) => {
      const large = 1_122_662_640_787_207_300
      const all: TestDocument[] = [
        { count: large, data: { count: large } },
        { count: large + 256, data: {} },
      ]
      await store(all)
      for (const path of ['count', 'data.count']) {
        const filter = parsed(`${path} ${operator} ${large}`)
        expect(await idsInFile(filter), path).toEqual(idsInMemory(filter, all))
      }
    },
  )

  it('whatever the documents and the query are', async () => {
    const query = queries(EVERYTHING, attributeAt)
    let hits = 0
    let misses = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(documents, { minLength: 3, maxLength: 12 }),
        fc.array(query, { minLength: 10, maxLength: 10 }),
        async (all, texts) => {
          await store(all)
          for (const text of texts) {
            const filter = parsed(text)
            const found = idsInMemory(filter, all)
            hits += found.length
            misses += all.length - found.length
            expect(await idsInFile(filter), text).toEqual(found)
          }
        },
      ),
      { numRuns: runs(0.5) },
    )
    // The words above are only worth something when both answers are common.
    expect(Math.min(hits, misses) / (hits + misses)).toBeGreaterThan(0.1)
  }, 60_000)

  it('of five hundred comparisons, in brackets or in a row', async () => {
    await store([{ labels: ['x'] }, {}])
    for (const joint of [' or ', ' and ']) {
      const row = Array.from({ length: 500 }, () => 'labels eq "x"').join(joint)
      expect(await idsInFile(parsed(row))).toEqual([0])
      expect(idsInMemory(parsed(row), [{ labels: ['x'] }, {}])).toEqual([0])
    }
    const deep = `${'not ('.repeat(50)}labels eq "x"${')'.repeat(50)}`
    expect(await idsInFile(parsed(deep))).toEqual([0])
  })
})

it('nothing of a query stands in its SQL', () => {
  fc.assert(
    fc.property(queries(EVERYTHING, attributeAt), (query) => {
      const filter = parsed(query)
      const { text, params } = filterToSql(filter, EVERYTHING_SOURCE)
      const bare = text.replaceAll(/'(text|integer|real|true|false|object|array|\$|\[|\]|)'/g, '')
      expect(bare).not.toMatch(/['"$]/)
      const marks = [...text].filter((character) => character === '?').length
      expect(params.length).toBe(marks)
      for (const value of valuesIn(filter))
        if (typeof value === 'string' && value.length > 9) expect(text).not.toContain(value)
    }),
    { numRuns: runs(0.5) },
  )
})
