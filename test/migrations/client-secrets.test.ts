import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder, startServer } from '../helpers/server.ts'
import { soundApp } from '../helpers/app-bodies.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const OLD = '0oa00000000000000old'

it('a client of before goes by the id of its application, and gets a secret when one is needed, not when it is read', async () => {
  const dataFile = join(await aFolder(), 'org.sqlite')
  const older = await openStore(dataFile, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0222') })
  await older.close()
  const { settings } = soundApp('OPENID_CONNECT')
  const definition = { accessibility: {}, visibility: {}, features: [], settings }
  await withDatabase(dataFile, (database) =>
    database.run(
      `INSERT INTO apps (id, name, label, status, sign_on_mode, system, definition, created, last_updated)
       VALUES (?, 'oidc_client', 'Old', 'ACTIVE', 'OPENID_CONNECT', 0, ?, ?, ?)`,
      [OLD, JSON.stringify(definition), NOW, NOW],
    ),
  )
  const { client } = await startServer({ dataFile })
  const params = { appId: OLD }
  const usual = {
    ...{ autoKeyRotation: true, client_id: OLD, token_endpoint_auth_method: 'client_secret_basic' },
    pkce_required: false,
  }
  expect((await client.call('getApp', { params })).body.credentials.oauthClient).toEqual(usual)
  expect((await client.call('listClientSecrets', { params })).body).toEqual([])
  const after = (await client.call('replaceApp', { params, body: soundApp('OPENID_CONNECT') })).body
  const [secret] = (await client.call('listClientSecrets', { params })).body
  expect(after.credentials.oauthClient).toEqual({ ...usual, client_secret: secret?.client_secret })
})
