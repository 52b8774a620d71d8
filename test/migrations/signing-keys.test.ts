import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { apps } from '#db/tables/apps.ts'
import { certificateRequests, signingKeys } from '#db/tables/signing-keys.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

it('applications of older files sign with the key that they have from the start; what is deleted leaves no key behind', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0224') })
  await older.close()
  await withDatabase(file, (database) =>
    database.exec(`INSERT INTO apps (id, name, label, status, sign_on_mode, system, definition, created, last_updated)
      VALUES ('0oaA', 'n', 'A', 'INACTIVE', 'SAML_2_0', 0, '{}', '${NOW}', '${NOW}')`),
  )
  const store = await openStore(file, NOW)
  expect(await apps.all(store.read)).toMatchObject([{ id: '0oaA', signingKid: null }])

  const owned = { ownerKind: 'app', ownerId: '0oaA', n: 'n', e: 'AQAB', created: NOW } as const
  const dates = { lastUpdated: NOW, expiresAt: NOW }
  await store.write(async (tx) => {
    await signingKeys.insert(tx, { ...owned, ...dates, kid: 'k', certificate: 'c', fingerprint: 'f' })
    await certificateRequests.insert(tx, { ...owned, id: 'r', csr: 'c' })
  })
  await store.write((tx) => apps.remove(tx, { id: '0oaA' }))
  expect([await signingKeys.all(store.read), await certificateRequests.all(store.read)]).toEqual([[], []])
  await store.close()
})
