import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { SqlValue } from '#db/driver.ts'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore, type Store } from '#db/store.ts'
import { apps } from '#db/tables/apps.ts'
import { oauthRecords } from '#db/tables/oauth-records.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const LATER = '2026-03-02T10:00:00.000Z'
const COLUMNS = 'id, model, server_id, app_id, user_id, grant_id, uid, user_code, payload, created, expires, public_id'
const OLD = ['id-of-before', 'RefreshToken', null, '0oaA', null, 'grant', null, null, '{"a":1}', NOW, LATER, 'oar1']

/** What records are asked for by, and by what they go with what they belong to. */
const ASKED = ['id', 'server_id', 'app_id', 'user_id', 'grant_id', 'uid', 'user_code', 'public_id']

async function aFileOfBefore(): Promise<string> {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0360') })
  await older.close()
  await withDatabase(file, async (database) => {
    await database.exec(`INSERT INTO apps (id, name, label, status, sign_on_mode, system, definition, created, last_updated)
      VALUES ('0oaA', 'bookmark', 'A', 'INACTIVE', 'BOOKMARK', 0, '{}', '${NOW}', '${NOW}')`)
    const marks = OLD.map(() => '?').join(', ')
    await database.run(`INSERT INTO oauth_records (${COLUMNS}) VALUES (${marks})`, OLD as SqlValue[])
  })
  return file
}

const planOf = async (store: Store, sql: string) => {
  const rows = await store.read.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ['x'])
  return rows.map(({ detail }) => detail).join('; ')
}

it('what was given before stays as it is, once, and goes with its client', async () => {
  const store = await openStore(await aFileOfBefore(), NOW)
  const [kept] = await oauthRecords.all(store.read)
  expect(kept).toEqual({
    ...{ id: 'id-of-before', model: 'RefreshToken', serverId: null, appId: '0oaA', userId: null, grantId: 'grant' },
    ...{ uid: null, userCode: null, publicId: 'oar1', payload: { a: 1 }, created: NOW, expires: LATER },
  })
  const again = (changes: object) => store.write((tx) => oauthRecords.insert(tx, { ...kept!, ...changes }))
  await expect(again({ publicId: 'oar2' })).rejects.toThrow('conflicts')
  await expect(again({ id: 'other' })).rejects.toThrow('conflicts')
  await expect(again({ id: 'other', publicId: null, appId: 'gone' })).rejects.toThrow()
  await store.write((tx) => apps.remove(tx, { id: '0oaA' }))
  expect(await oauthRecords.all(store.read)).toEqual([])
  await store.close()
})

it('records are found by an index, whatever they are asked for by', async () => {
  const store = await openStore(await aFileOfBefore(), NOW)
  for (const column of ASKED)
    expect(await planOf(store, `DELETE FROM oauth_records WHERE ${column} = ?`), column).toMatch(/^SEARCH .* USING/)
  expect(await planOf(store, 'SELECT * FROM oauth_records WHERE expires <= ? LIMIT 500')).toMatch(/^SEARCH .* USING/)
  await store.close()
})
