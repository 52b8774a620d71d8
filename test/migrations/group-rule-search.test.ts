import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore, type Store } from '#db/store.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { searchObjects } from '#operations/search/search-objects.ts'
import { withDatabase } from '../helpers/files.ts'
import { SEES_ALL } from '../helpers/readers.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const CONDITIONS = JSON.stringify({ expression: 'user.city == "Oslo"' })
const rule = (id: string, name: string) =>
  `INSERT INTO group_rules VALUES ('${id}', 'INACTIVE', '${name}', '${CONDITIONS}', '[]', '${NOW}', '${NOW}')`

const find = async (store: Store, ...words: string[]) =>
  (await searchObjects({ store, reader: SEES_ALL }, { words, limit: 10 })).items.map(({ id }) => id)
const run = (tx: WriteTransaction, sql: string) => tx.write('any', 'row', sql, [])

it('group rules that were there before are found by name and condition, and change and go like those that come', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  await (await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0180') })).close()
  await withDatabase(file, (database) => database.exec(rule('0prOld', 'Old rule')))
  const store = await openStore(file, NOW)
  expect(await find(store, 'old', 'rule')).toEqual(['0prOld'])
  await store.write((tx) => run(tx, rule('0prNew', 'New rule')))
  expect(await find(store, 'oslo')).toEqual(['0prNew', '0prOld'])
  await store.write((tx) => run(tx, `UPDATE group_rules SET name = 'Young rule' WHERE id = '0prOld'`))
  expect(await find(store, 'young')).toEqual(['0prOld'])
  await store.write((tx) => run(tx, `DELETE FROM group_rules WHERE id = '0prOld'`))
  expect([await find(store, 'young'), await find(store, 'oslo')]).toEqual([[], ['0prNew']])
  await store.close()
})
