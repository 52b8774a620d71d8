import { join } from 'node:path'
import { Model, Op, type InferAttributes, type InferCreationAttributes } from 'sequelize'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statements } from '#db/migrations/migration.ts'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore, type Store } from '#db/store.ts'
import { BLOB, BOOLEAN, defineTable, INTEGER, JSON_TEXT, key, TEXT } from '#db/tables/table.ts'
import { aFolder } from '../../helpers/server.ts'

class Note extends Model<InferAttributes<Note>, InferCreationAttributes<Note>> {
  declare id: string
  declare longName: string | null
  declare isRead: boolean
  declare size: number
  declare content: unknown
  declare bytes: Uint8Array | null
}
const attributes = { id: key(), longName: TEXT, isRead: BOOLEAN, size: INTEGER, content: JSON_TEXT, bytes: BLOB }
const notes = defineTable(Note, attributes, { table: 'notes' })
const NOTES = `CREATE TABLE notes (
  id TEXT PRIMARY KEY, long_name TEXT, is_read INTEGER NOT NULL, size INTEGER NOT NULL, content TEXT, bytes BLOB
) STRICT`

let store: Store
beforeAll(async () => {
  const migrations = [...MIGRATIONS, { name: '9999-notes', up: statements([NOTES]) }]
  store = await openStore(join(await aFolder(), 'org.sqlite'), '2026-03-02T09:00:00.000Z', { migrations })
})
afterAll(() => store.close())

/** Texts that mean something to SQL, to Sequelize or to C. */
const WORDS = ['create temporary table', 'PRAGMA INDEX_LIST', 'sqlite_master', 'FROM `users`']
const SIGNS = ["'", "''", '"', '`', '\\', '$1', '$$', ':id', '?', '%', '_', ';--', '\0', '-- ', 'é', '😀']
const hostile = fc.constantFrom(...WORDS, ...SIGNS)
const text = fc.array(fc.oneof(hostile, fc.string({ unit: 'binary' })), { maxLength: 6 }).map((parts) => parts.join(''))
const note = fc.record({
  id: text,
  longName: fc.option(text),
  isRead: fc.boolean(),
  size: fc.maxSafeInteger(),
  // JSON knows no -0, and the column's own null is none of JSON.
  content: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown),
  bytes: fc.option(fc.uint8Array().map((bytes) => Buffer.from(bytes))),
})
const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1)

describe('a record, whatever its values', () => {
  it('is stored, found, changed and removed as it is, and no other with it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(note, { selector: ({ id }) => id, minLength: 1, maxLength: 5 }),
        note,
        async (given, { id: _, ...changes }) => {
          await store.write(async (tx) => {
            for (const old of await notes.findAll(tx)) await notes.remove(tx, old)
            for (const each of given) await notes.insert(tx, each)
          })
          expect((await notes.findAll(store.read)).sort(byId)).toEqual([...given].sort(byId))
          for (const each of given) expect(await notes.get(store.read, each.id)).toEqual(each)
          const [first, ...others] = given as [(typeof given)[0]]
          const named = await notes.findAll(store.read, { where: { longName: first.longName } })
          expect(named.sort(byId)).toEqual(given.filter(({ longName }) => longName === first.longName).sort(byId))
          const changed = await store.write((tx) => notes.update(tx, first, changes))
          expect(changed).toEqual({ ...first, ...changes })
          expect(await notes.get(store.read, first.id)).toEqual(changed)
          expect(await store.write((tx) => notes.remove(tx, first))).toBe(true)
          const left = await notes.findAll(store.read, { where: { id: { [Op.in]: given.map(({ id }) => id) } } })
          expect(left.sort(byId)).toEqual([...others].sort(byId))
          expect(await notes.count(store.read)).toBe(others.length)
          expect(await notes.exists(store.read, { id: first.id })).toBe(false)
        },
      ),
    )
  })
})

describe('what a model was refused', () => {
  it('is an error of the driver, in which no value is', async () => {
    const secret = { id: 'secret', longName: 'swordfish', isRead: true, size: 1, content: null, bytes: null }
    await store.write((tx) => notes.insert(tx, secret))
    const [refused] = await Promise.allSettled([
      store.write((tx) => notes.update(tx, secret, { size: 'swordfish' as unknown as number })),
    ])
    expect(refused.status).toBe('rejected')
    const { reason } = refused as PromiseRejectedResult
    expect(reason).toMatchObject({ code: 'SQLITE_CONSTRAINT_DATATYPE' })
    expect(JSON.stringify({ ...reason, stack: (reason as Error).stack })).not.toContain('swordfish')
  })
})
