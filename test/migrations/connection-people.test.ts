import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { connections } from '#db/tables/connections.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

it('connections that were made before take all people, and have no salt', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0450') })
  await older.close()
  const values = `'c', 'Mine', 'https://a.test', '{"type":"API_TOKEN"}', NULL, 50, 0, 'sealed', '${NOW}', '${NOW}'`
  await withDatabase(file, (database) => database.exec(`INSERT INTO connections VALUES (${values})`))
  const store = await openStore(file, NOW)
  expect(await connections.all(store.read)).toMatchObject([{ id: 'c', people: { mode: 'ALL' }, peopleSalt: null }])
  await store.close()
})
