import { withDatabase } from '../helpers/files.ts'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { openStore, type Store } from '#db/store.ts'
import { searchObjects } from '#operations/search/search-objects.ts'
import { SEES_ALL } from '../helpers/readers.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

/** One row of each table, as a service before this step wrote it. */
const ROWS = `
  INSERT INTO user_types VALUES ('t', 'old', 'Old type', '', 0, 'u', 'u', '${NOW}', '${NOW}');
  INSERT INTO users (id, status, type_id, login, email, first_name, last_name, profile, created, last_updated)
    VALUES ('u', 'ACTIVE', 't', 'old@x.test', 'older@x.test', 'Old', 'Person', '{"displayName":"Elder"}', '${NOW}', '${NOW}');
  INSERT INTO groups VALUES ('g', 'SVC_GROUP', 'Old group', NULL, '${NOW}', '${NOW}', '${NOW}');
  INSERT INTO apps VALUES ('a', 'bookmark', 'Old app', 'ACTIVE', 'BOOKMARK', 0, '{}', '${NOW}', '${NOW}');
  INSERT INTO zones VALUES ('z', 'IP', 'Old zone', 'ACTIVE', 'POLICY', 0, '{}', '${NOW}', '${NOW}');
  INSERT INTO policies (id, type, name, status, priority, created, last_updated)
    VALUES ('p', 'PASSWORD', 'Old policy', 'ACTIVE', 1, '${NOW}', '${NOW}');
  INSERT INTO policy_rules (id, policy_id, name, status, priority, actions, created, last_updated)
    VALUES ('r', 'p', 'Old rule', 'ACTIVE', 1, '{}', '${NOW}', '${NOW}');
  INSERT INTO authorization_servers VALUES
    ('s', 'Old server', 'ACTIVE', 0, '{"description":null,"audiences":["api://old"]}', '${NOW}', '${NOW}');
  INSERT INTO supporting_objects VALUES
    ('b', 'behavior', 'VELOCITY', NULL, 'Old behavior', 'ACTIVE', 0, '{}', '${NOW}', '${NOW}');
  INSERT INTO event_hooks VALUES ('h', 'Old hook', NULL, 'ACTIVE', 'VERIFIED', '{}', '{"uri":"https://old.test"}',
    NULL, 'u', '${NOW}', '${NOW}');`

const KEYS = { u: 'users', g: 'groups', a: 'apps', z: 'zones', p: 'policies', s: 'authorization_servers' }

async function find(store: Store, ...words: string[]): Promise<string> {
  const { items } = await searchObjects({ store, reader: SEES_ALL }, { words, limit: 100 })
  return items.map(({ id }) => id).join(' ')
}

/** Any statement: these tests ask what the triggers do. */
const run = (tx: WriteTransaction, sql: string, params: readonly string[] = []) => tx.write('any', 'row', sql, params)

it('objects that were there before are found by name, and change and go like those that come', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0070') })
  await older.close()
  await withDatabase(file, (database) => database.exec(ROWS))

  const store = await openStore(file, NOW)
  expect(await find(store, 'old')).toBe('a b g h p s t z u r')
  expect(await find(store, 'elder')).toBe('u')
  expect(await find(store, 'older@')).toBe('u')
  expect(await find(store, 'api://old')).toBe('s')
  await store.write(async (tx) => {
    await run(tx, `UPDATE users SET first_name = 'Young'`)
    await run(tx, `UPDATE policy_rules SET name = 'Young rule'`)
  })
  expect(await find(store, 'young')).toBe('u r')
  await store.write((tx) => run(tx, `UPDATE groups SET name = upper(name)`))
  const { items } = await searchObjects({ store, reader: SEES_ALL }, { words: ['old', 'group'], limit: 1 })
  expect(items).toMatchObject([{ name: 'OLD GROUP' }])
  expect(await find(store, 'old', 'rule')).toBe('')
  await store.write(async (tx) => {
    for (const [id, table] of Object.entries(KEYS)) await run(tx, `DELETE FROM ${table} WHERE id = ?`, [id])
  })
  expect(await find(store, 'old')).toBe('b h t')
  const copy = join(await aFolder(), 'copy.sqlite')
  await store.backup(copy)
  expect(await find(store, 'young')).toBe('')
  expect(await store.read.all('SELECT kind, id FROM search_objects ORDER BY id')).toEqual([
    { kind: 'behavior', id: 'b' },
    { kind: 'eventHook', id: 'h' },
    { kind: 'userType', id: 't' },
  ])
  await store.close()

  // A copy is a compacted file: numbers of rows must have stayed.
  const copied = await openStore(copy, NOW)
  expect(await find(copied, 'old')).toBe('b h t')
  await copied.close()
})
