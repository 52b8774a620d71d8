import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Connection } from '#db/connection.ts'
import { loadDriver } from '#db/driver.ts'
import { jsonPath } from '#db/json-path.ts'

let database: Connection

beforeAll(async () => {
  const driver = await loadDriver()
  database = await Connection.open(driver, ':memory:', driver.OPEN_READWRITE | driver.OPEN_CREATE)
})
afterAll(() => database.close())

/**
 * What every way of asking by a path says of a document. WHY SQLite tells the other members too: `JSON.parse` of V8 13.6 takes one
 * escaped name for another of the same length that it has just read, such as `"\\n"` for `"\\\\"`.
 */
async function asked(document: object, path: string) {
  const params = [JSON.stringify(document), path]
  const sql = 'SELECT json_type(?1, ?2) AS type, ?1 ->> ?2 AS value, ?1 -> ?2 AS json'
  const [row] = await database.all<Record<'type' | 'value' | 'json', string | null>>(sql, params)
  const others = await database.all<{ key: string; value: string }>(
    'SELECT key, value FROM json_each(json_remove(?1, ?2))',
    params,
  )
  return { ...row, others: Object.fromEntries(others.map(({ key, value }) => [key, value])) }
}

/** Names of all kinds without NUL, often of what has a meaning in a path or in JSON. */
const anyName = fc
  .oneof(
    fc.string({ unit: fc.constantFrom('"', '\\', '.', '[', ']', '0', '$', '#', "'", 'u', 'a', '\n', '\u0001') }),
    fc.string({ unit: 'binary' }),
  )
  .filter((name) => !name.includes('\u0000'))

describe('a path', () => {
  it.each(['', '"', '\\', 'a\\', '\\"', '\\u0061', 'a.b', 'a[0]', '$', '\u0001', '\ud800'])(
    'finds the member %j and no other',
    async (name) => {
      const document = { other: 'no', [name]: 'yes' }
      const found = { type: 'text', value: 'yes', json: '"yes"', others: { other: 'no' } }
      expect(await asked(document, jsonPath(name))).toEqual(found)
      const absent = { type: null, value: null, json: null, others: { other: 'no' } }
      expect(await asked({ other: 'no' }, jsonPath(name))).toEqual(absent)
    },
  )

  it('finds of many members the one of its name, whatever the names', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(anyName, { minLength: 1, maxLength: 8 }), anyName, async (names, stranger) => {
        const members = names.map((name, at) => [name, `value ${at}`] as const)
        for (const name of [...names, stranger]) {
          const { value, others } = await asked(Object.fromEntries(members), jsonPath(name))
          expect(value).toBe(new Map(members).get(name) ?? null)
          expect(others).toEqual(Object.fromEntries(members.filter(([other]) => other !== name)))
        }
      }),
    )
  })

  it('is read by SQLite up to a NUL in a name, like the names in a document', async () => {
    expect(await asked({ a: 'yes' }, jsonPath('a\u0000b'))).toMatchObject({ value: 'yes' })
    expect(await asked({ 'a\u0000b': 'yes' }, jsonPath('a'))).toMatchObject({ value: 'yes' })
  })

  it('leads inward by several names, and without one stands for the whole', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyName, { maxLength: 4 }), async (names) => {
        const document = names.reduceRight<unknown>((inner, name) => Object.fromEntries([[name, inner]]), 'innermost')
        const [row] = await database.all<{ value: unknown }>('SELECT ? ->> ? AS value', [
          JSON.stringify(document),
          jsonPath(...names),
        ])
        expect(row?.value).toBe('innermost')
      }),
    )
  })
})
