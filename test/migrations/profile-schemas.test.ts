import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { uniqueAttributes } from '#db/tables/profile-schemas.ts'
import { groups } from '#db/tables/groups.ts'
import { users } from '#db/tables/users.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

const person = (id: string, badge: string | null) =>
  `INSERT INTO users (id, status, type_id, login, email, first_name, last_name, profile, created, last_updated)
    VALUES ('${id}', 'ACTIVE', 't', '${id}', '${id}', 'A', 'B', '${JSON.stringify({ login: id, badge })}', '${NOW}', '${NOW}');`

it('people of before keep their profiles, and count once one of their attributes is unique', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0140') })
  await older.close()
  const type = `INSERT INTO user_types (id, name, display_name, description, is_default, schema_id, created_by, last_updated_by, created, last_updated)
    VALUES ('t', 'user', 'User', '', 1, 'osc', 'u', 'u', '${NOW}', '${NOW}');`
  await withDatabase(file, (database) => database.exec(type + person('one', 'A1') + person('two', null)))
  const store = await openStore(file, NOW)
  const values = () => store.read.all('SELECT name, value, user_id AS userId FROM unique_values')
  expect(await values()).toEqual([])

  await store.write((tx) => uniqueAttributes.insert(tx, { typeId: 't', name: 'badge' }))
  expect(await values()).toEqual([{ name: 'badge', value: 'A1', userId: 'one' }])
  const two = await users.require(store.read, 'two')
  expect(two.profile).toEqual({ login: 'two', badge: null })
  const taken = { ...two.profile, badge: 'a1' }
  await expect(store.write((tx) => users.update(tx, two, { profile: taken }))).rejects.toThrow()
  await store.write((tx) => users.update(tx, two, { profile: { ...two.profile, badge: 'b2' } }))
  expect(await values()).toHaveLength(2)

  await store.write((tx) => uniqueAttributes.remove(tx, { typeId: 't', name: 'badge' }))
  expect(await values()).toEqual([])
  await store.close()
})

it('groups of before have no custom attributes', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0141') })
  await older.close()
  const group = `INSERT INTO groups (id, type, name, created, last_updated, last_membership_updated)
    VALUES ('g', 'SVC_GROUP', 'Pilots', '${NOW}', '${NOW}', '${NOW}');`
  await withDatabase(file, (database) => database.exec(group))
  const store = await openStore(file, NOW)
  expect(await groups.require(store.read, 'g')).toMatchObject({ name: 'Pilots', profile: null })
  await store.close()
})
