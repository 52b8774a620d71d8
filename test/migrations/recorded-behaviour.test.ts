import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const LATER = '2026-04-02T09:00:00.000Z'

/** A file that lacks the steps from one on, with rows as an older version wrote them. */
async function anOldFile(step: string, rows: string): Promise<string> {
  const file = join(await aFolder(), 'org.sqlite')
  await (await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < step) })).close()
  await withDatabase(file, (database) => database.exec(rows))
  return file
}

/** Rows of a file that was brought up to date. */
async function migrated(file: string, sql: string): Promise<Record<string, unknown>[]> {
  const store = await openStore(file, LATER)
  const rows = await store.read.all<Record<string, unknown>>(sql)
  await store.close()
  return rows
}

const SELECT_TYPES = `SELECT id, description, created_by AS maker, last_updated_by AS changer, schema_id AS schemaId
  FROM user_types ORDER BY id`

it('0100: user types get schemas, and the service is the maker of the default one', async () => {
  const rows = `INSERT INTO user_types VALUES
    ('a', 'user', 'User', 'Default user type', 1, 'admin', 'admin', '${NOW}', '${NOW}'),
    ('b', 'guest', 'Guest', 'Default user type', 0, 'admin', 'admin', '${NOW}', '${NOW}')`
  const [standard, other] = await migrated(await anOldFile('0100', rows), SELECT_TYPES)
  expect(standard).toMatchObject({ description: 'Svc user profile template with default permission settings' })
  expect(standard?.['maker']).toMatch(/^spr\w{17}$/)
  expect(standard?.['changer']).toBe(standard?.['maker'])
  expect(other).toMatchObject({ description: 'Default user type', maker: 'admin', changer: 'admin' })
  expect(standard?.['schemaId']).toMatch(/^osc\w{17}$/)
  expect(other?.['schemaId']).toMatch(/^osc\w{17}$/)
  expect(other?.['schemaId']).not.toBe(standard?.['schemaId'])
})

it('0100: what a person changed of the default user type stays', async () => {
  const rows = `INSERT INTO user_types VALUES
    ('a', 'user', 'Staff', 'Our people', 1, 'admin', 'somebody', '${NOW}', '${LATER}')`
  const [standard] = await migrated(await anOldFile('0100', rows), SELECT_TYPES)
  expect(standard).toMatchObject({ description: 'Our people', changer: 'somebody' })
})

it('0101: the dashboard of the platform has the name that clients look for, and nothing else changes', async () => {
  const rows = `INSERT INTO apps VALUES
    ('a', 'svc_dashboard', 'Svc Dashboard', 'ACTIVE', 'OPENID_CONNECT', 1, '{}', '${NOW}', '${NOW}'),
    ('b', 'svc_dashboard', 'Mine', 'ACTIVE', 'BOOKMARK', 0, '{}', '${NOW}', '${NOW}'),
    ('c', 'svc_admin_console', 'Svc Admin Console', 'ACTIVE', 'OPENID_CONNECT', 1, '{}', '${NOW}', '${NOW}')`
  expect(await migrated(await anOldFile('0101', rows), 'SELECT id, name FROM apps ORDER BY id')).toEqual([
    { id: 'a', name: 'svc_enduser' },
    { id: 'b', name: 'svc_dashboard' },
    { id: 'c', name: 'svc_admin_console' },
  ])
})

it('0102: names of people in applications follow the templates, as they did', async () => {
  const rows = `
    INSERT INTO user_types (id, name, display_name, description, created_by, last_updated_by, created, last_updated)
      VALUES ('t', 'user', 'User', '', 'x', 'x', '${NOW}', '${NOW}');
    INSERT INTO users (id, status, type_id, login, email, first_name, last_name, profile, created, last_updated)
      VALUES ('u', 'ACTIVE', 't', 'a@x.test', 'a@x.test', 'A', 'B', '{}', '${NOW}', '${NOW}');
    INSERT INTO apps VALUES ('a', 'bookmark', 'App', 'ACTIVE', 'BOOKMARK', 0, '{}', '${NOW}', '${NOW}');
    INSERT INTO app_users VALUES ('a', 'u', '{}', '${NOW}', '${NOW}')`
  const names = await migrated(await anOldFile('0102', rows), 'SELECT user_id AS id, user_name AS name FROM app_users')
  expect(names).toEqual([{ id: 'u', name: null }])
})

it('0110: the organization of an older file gets a subdomain and the moment it was made, and keeps its id and name', async () => {
  const rows = `INSERT INTO settings VALUES ('organization', '{"id":"00oX","name":"Ada & Söhne (B.V.)"}');
    INSERT INTO groups VALUES ('g', 'BUILT_IN', 'Everyone', NULL, '${NOW}', '${LATER}', '${NOW}')`
  const [stored] = await migrated(
    await anOldFile('0110', rows),
    `SELECT value FROM settings WHERE key = 'organization'`,
  )
  expect(JSON.parse(String(stored?.['value']))).toEqual({
    ...{ id: '00oX', name: 'Ada & Söhne (B.V.)', subdomain: 'ada-s-hne-b-v' },
    ...{ created: NOW, lastUpdated: NOW, profile: {} },
  })
})
