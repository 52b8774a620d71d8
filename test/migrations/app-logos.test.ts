import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { apps } from '#db/tables/apps.ts'
import { logos } from '#db/tables/logos.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

it('the logo of the organization in older files stays; those of applications go with them', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0231') })
  await older.close()
  await withDatabase(file, async (database) => {
    await database.exec(`INSERT INTO organization_logos VALUES ('fs0A', 'image/png', 1, 1, x'00', '${NOW}')`)
    await database.exec(`INSERT INTO apps (id, name, label, status, sign_on_mode, system, definition, created, last_updated)
      VALUES ('0oaA', 'bookmark', 'A', 'INACTIVE', 'BOOKMARK', 0, '{}', '${NOW}', '${NOW}')`)
  })
  const store = await openStore(file, NOW)
  const [kept] = await logos.all(store.read)
  expect(kept).toMatchObject({ id: 'fs0A', appId: null })
  const picture = { type: 'image/png', width: 1, height: 1, data: new Uint8Array(1), created: NOW } as const
  await store.write((tx) => logos.insert(tx, { ...picture, id: 'fs0B', appId: '0oaA' }))
  const again = store.write((tx) => logos.insert(tx, { ...picture, id: 'fs0C', appId: '0oaA' }))
  await expect(again).rejects.toThrow()
  await store.write((tx) => apps.remove(tx, { id: '0oaA' }))
  expect((await logos.all(store.read)).map(({ id }) => id)).toEqual(['fs0A'])
  await store.close()
})
