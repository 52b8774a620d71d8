import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder, startServer } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const LATER = '2026-03-03T09:00:00.000Z'

const CONTENT = [
  `INSERT INTO policies (id, type, name, status, priority, system, conditions, settings, created, last_updated)
   VALUES ('p1', 'PASSWORD', 'Own', 'INACTIVE', 2, 0, NULL, '{"password":{"age":{"historyCount":3}}}', ?1, ?1)`,
  `INSERT INTO policy_rules (id, policy_id, name, status, priority, system, conditions, actions, created, last_updated)
   VALUES ('r1', 'p1', 'Rule', 'ACTIVE', 1, 1, '{"people":{}}', '{"passwordChange":{"access":"ALLOW"}}', ?1, ?1)`,
  `INSERT INTO zones (id, type, name, status, usage, system, definition, created, last_updated)
   VALUES ('z1', 'IP', 'Office', 'ACTIVE', 'POLICY', 0, '{"gateways":null,"proxies":null}', ?1, ?1)`,
  `INSERT INTO apps (id, name, label, status, sign_on_mode, system, definition, created, last_updated)
   VALUES ('a1', 'bookmark', 'Wiki', 'ACTIVE', 'BOOKMARK', 0, '{}', ?1, ?1)`,
  `INSERT INTO policy_mappings (id, app_id, policy_id, policy_type) VALUES ('m1', 'a1', 'p1', 'ACCESS_POLICY')`,
]

it('what an older file holds gets its state of now as the first version', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0107') })
  await older.close()
  await withDatabase(file, async (database) => {
    for (const sql of CONTENT) await database.run(sql, sql.includes('?1') ? [NOW] : [])
  })
  await (await openStore(file, LATER)).close()
  const rows = await withDatabase(file, (database) =>
    database.all<Record<string, unknown>>('SELECT * FROM object_versions ORDER BY object_id'),
  )
  const shared = { version: 1, action: 'baseline', changed_at: LATER, event_uuid: null, reason: null }
  expect(rows).toMatchObject([
    { ...shared, kind: 'mapping', object_id: 'm1', parent_id: 'p1', name: 'Wiki' },
    { ...shared, kind: 'policy', object_id: 'p1', parent_id: null, name: 'Own' },
    { ...shared, kind: 'rule', object_id: 'r1', parent_id: 'p1', name: 'Rule' },
    { ...shared, kind: 'zone', object_id: 'z1', parent_id: null, name: 'Office' },
  ])
  const stamps = { created: NOW, lastUpdated: NOW }
  expect(rows.map(({ body }) => JSON.parse(body as string) as unknown)).toEqual([
    { id: 'm1', appId: 'a1', policyId: 'p1', policyType: 'ACCESS_POLICY' },
    {
      ...{ id: 'p1', status: 'INACTIVE', name: 'Own', description: null, priority: 2, system: false, conditions: null },
      ...{ settings: { password: { age: { historyCount: 3 } } }, resourceType: null, type: 'PASSWORD', ...stamps },
    },
    {
      ...{ id: 'r1', status: 'ACTIVE', name: 'Rule', priority: 1, system: true, conditions: { people: {} } },
      ...{ actions: { passwordChange: { access: 'ALLOW' } }, policyType: 'PASSWORD', ...stamps },
    },
    {
      ...{ id: 'z1', type: 'IP', name: 'Office', status: 'ACTIVE', usage: 'POLICY', system: false },
      ...{ definition: { gateways: null, proxies: null }, ...stamps },
    },
  ])
})

it('the first versions of a migrated workspace are those that a new one begins with', async () => {
  const server = await startServer()
  const zone = await server.make.aZone()
  await server.stop()
  const statesOf = () =>
    withDatabase(server.dataFile, (database) =>
      database.all(`SELECT kind, object_id, parent_id, version, name, body FROM object_versions
        WHERE kind IN ('policy', 'rule', 'zone', 'mapping') ORDER BY object_id`),
    )
  const before = await statesOf()
  expect(JSON.stringify(before)).toContain(zone.id)
  await withDatabase(server.dataFile, async (database) => {
    await database.run('DROP TABLE object_versions')
    await database.run(`DELETE FROM migrations WHERE name IN ('0107-object-versions', '0410-versions-of-every-kind')`)
  })
  await (await openStore(server.dataFile, NOW)).close()
  expect(await statesOf()).toEqual(before)
})

it('versions go through the step that lets in further kinds as they are, and their numbers go on', async () => {
  const server = await startServer()
  const zone = await server.make.aZone()
  await server.client.call('replaceZone', { params: { zoneId: zone.id }, body: { ...zone, name: 'Second' } as never })
  await server.stop()
  const all = () =>
    withDatabase(server.dataFile, (database) =>
      database.all<{ id: number }>('SELECT * FROM object_versions ORDER BY id'),
    )
  const before = await all()
  await withDatabase(server.dataFile, (database) =>
    database.run(`DELETE FROM migrations WHERE name = '0410-versions-of-every-kind'`),
  )
  const store = await openStore(server.dataFile, NOW)
  await store.write((tx) =>
    tx.write(
      'object_versions',
      'x',
      `INSERT INTO object_versions SELECT NULL, 'app', 'x', NULL, 1, 'created', NULL, '${NOW}', '{}', NULL, 'x', NULL, NULL`,
      [],
    ),
  )
  await store.close()
  const after = await all()
  expect(after.slice(0, -1)).toEqual(before)
  expect(after.at(-1)?.id).toBeGreaterThan(before.at(-1)?.id ?? Infinity)
})
