import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { savedSearches } from '#db/tables/saved-searches.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

it('searches that were saved before are those of the audit log', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0221') })
  await older.close()
  const search = { filter: 'actor.id pr', q: '', range: { name: 'week', since: '', until: '' } }
  await withDatabase(file, (database) =>
    database.exec(`INSERT INTO saved_searches VALUES ('s', 'Mine', '${JSON.stringify(search)}', '${NOW}', '${NOW}')`),
  )
  const store = await openStore(file, NOW)
  expect(await savedSearches.all(store.read)).toEqual([
    { id: 's', list: 'log', name: 'Mine', search, created: NOW, lastUpdated: NOW },
  ])
  await store.close()
})
