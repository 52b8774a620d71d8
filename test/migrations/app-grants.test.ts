import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder, startServer } from '../helpers/server.ts'
import { soundApp } from '../helpers/app-bodies.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const OLD = '0oa00000000000000old'

it('a client of before has no grants, and can be given some', async () => {
  const dataFile = join(await aFolder(), 'org.sqlite')
  await (await openStore(dataFile, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0240') })).close()
  const definition = { accessibility: {}, visibility: {}, features: [], ...soundApp('OPENID_CONNECT') }
  await withDatabase(dataFile, (database) =>
    database.run(
      `INSERT INTO apps (id, name, label, status, sign_on_mode, system, definition, created, last_updated)
       VALUES (?, 'oidc_client', 'Old', 'ACTIVE', 'OPENID_CONNECT', 0, ?, ?, ?)`,
      [OLD, JSON.stringify(definition), NOW, NOW],
    ),
  )
  const { client, url } = await startServer({ dataFile })
  const params = { appId: OLD }
  expect((await client.call('listAppGrants', { params })).body).toEqual([])
  await client.call('grantScope', { params, body: { issuer: url, scopeId: 'svc.groups.read' } })
  const [grant] = (await client.call('listAppGrants', { params })).body
  expect(grant).toMatchObject({ scopeId: 'svc.groups.read', clientId: OLD })
})
