import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'

const PROFILE = {
  ...{ login: 'ada@x.test', email: 'ada@x.test', firstName: 'Ada', lastName: 'Byron' },
  ...{ city: 'BERN', title: null, level: 7, remote: true, away: false, long: 'Ä'.repeat(300) },
  ...{ team: ['Sea', 'SKY', 'sea', null], mixed: [null, 'late'], none: [], deep: [['x']], object: { a: 1 } },
}

/** A person, as a service before this step wrote one. */
const ROWS = `
  INSERT INTO user_types VALUES ('t', 'old', 'Old type', '', 1, 'u', 'u', '${NOW}', '${NOW}', 'osc');
  INSERT INTO users (id, status, type_id, login, email, first_name, last_name, profile, created, last_updated)
    VALUES ('u', 'ACTIVE', 't', 'ada@x.test', 'ada@x.test', 'Ada', 'Byron', '${JSON.stringify(PROFILE)}', '${NOW}', '${NOW}');`

it('values of profiles that were there before are indexed, and change and go with their person', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0130') })
  await older.close()
  await withDatabase(file, (database) => database.exec(ROWS))

  const store = await openStore(file, NOW)
  const values = () =>
    store.read.all<object>(
      `SELECT attribute, iif(typeof(value) = 'blob', hex(value), value) AS value, is_first FROM user_values WHERE user_id = 'u'`,
    )
  const row = (attribute: string, value: unknown, is_first = 1) => ({ attribute, value, is_first })
  expect(await values()).toEqual([
    row('away', '00'),
    row('city', 'bern'),
    row('deep', '02', 0),
    row('level', 7),
    row('long', 'Ä'.repeat(255)),
    row('mixed', 'late', 0),
    row('object', '02', 0),
    row('remote', '01'),
    row('team', 'sea'),
    row('team', 'sky', 0),
  ])

  const change = (sql: string, ...params: string[]) => store.write((tx) => tx.write('users', 'u', sql, params))
  const profile = { ...PROFILE, team: ['Sky', 'Sea'], city: 'Basel', long: undefined, deep: [], object: null }
  await change('UPDATE users SET profile = ?', JSON.stringify(profile))
  expect(await values()).toEqual([
    row('away', '00'),
    row('city', 'basel'),
    row('level', 7),
    row('mixed', 'late', 0),
    row('remote', '01'),
    row('team', 'sea', 0),
    row('team', 'sky'),
  ])
  await change('DELETE FROM users')
  expect(await values()).toEqual([])
  await store.close()
})
