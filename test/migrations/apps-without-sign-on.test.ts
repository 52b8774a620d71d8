import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { apps, type AppRecord } from '#db/tables/apps.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

it('applications of older files keep their sign-on modes; new ones can be without', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0230') })
  await older.close()
  await withDatabase(file, (database) =>
    database.exec(`INSERT INTO apps (id, name, label, status, sign_on_mode, system, definition, created, last_updated)
      VALUES ('0oaA', 'n', 'A', 'INACTIVE', 'SAML_2_0', 0, '{}', '${NOW}', '${NOW}')`),
  )
  const store = await openStore(file, NOW)
  const [kept] = await apps.all(store.read)
  expect(kept).toMatchObject({ id: '0oaA', signOnMode: 'SAML_2_0' })
  await store.write((tx) => apps.insert(tx, { ...(kept as AppRecord), id: '0oaB', label: 'B', signOnMode: null }))
  expect((await apps.all(store.read, 'ORDER BY id')).map(({ signOnMode }) => signOnMode)).toEqual(['SAML_2_0', null])
  await store.close()
})
