import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { soundApp } from '../helpers/app-bodies.ts'
import { PUBLIC_KEY } from '../helpers/client-keys.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder, startServer } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const OLD = '0oa00000000000000old'

it('keys of clients of before are active, and can be used by their ids', async () => {
  const dataFile = join(await aFolder(), 'org.sqlite')
  const older = await openStore(dataFile, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0223') })
  await older.close()
  const { oauthClient } = soundApp('OPENID_CONNECT').settings
  const settings = { oauthClient: { ...oauthClient, jwks: { keys: [PUBLIC_KEY, { kty: 'EC', kid: 'two' }] } } }
  const definition = { accessibility: {}, visibility: {}, features: [], settings }
  await withDatabase(dataFile, (database) =>
    database.run(
      `INSERT INTO apps (id, name, label, status, sign_on_mode, system, definition, created, last_updated)
       VALUES (?, 'oidc_client', 'Old', 'ACTIVE', 'OPENID_CONNECT', 0, ?, ?, ?)`,
      [OLD, JSON.stringify(definition), NOW, NOW],
    ),
  )
  const { client } = await startServer({ dataFile })
  const { keys } = (await client.call('listClientKeys', { params: { appId: OLD } })).body.jwks
  const id = expect.stringMatching(/^pks[0-9A-Za-z]{17}$/) as string
  expect(keys).toMatchObject([
    { ...PUBLIC_KEY, id, status: 'ACTIVE', created: NOW },
    { kty: 'EC', kid: 'two', alg: null, use: null, id },
  ])
  const params = { appId: OLD, keyId: keys[1]?.id ?? '' }
  expect((await client.call('deactivateClientKey', { params })).body.status).toBe('INACTIVE')
})
