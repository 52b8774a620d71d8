import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { loginKeyOf, users } from '#db/tables/users.ts'
import { userCredentials } from '#db/tables/user-credentials.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const HASH = 'scrypt$c2FsdA==$a2V5'

const ROWS = `
  INSERT INTO user_types (id, name, display_name, description, is_default, created_by, last_updated_by, created, last_updated)
    VALUES ('t', 'old', 'Old type', '', 0, 'u', 'u', '${NOW}', '${NOW}');
  INSERT INTO users (id, status, type_id, login, email, first_name, last_name, profile, password_hash, created, last_updated)
    VALUES ('u1', 'ACTIVE', 't', 'René@x.test', 'r@x.test', 'R', 'P', '{}', '${HASH}', '${NOW}', '${NOW}'),
      ('u2', 'STAGED', 't', 'bare@x.test', 'b@x.test', 'B', 'P', '{}', NULL, '${NOW}', '${NOW}');`

it('hashes of passwords leave the rows of people, who can be found without accents from then on', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  await (await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0120') })).close()
  await withDatabase(file, (database) => database.exec(ROWS))

  const store = await openStore(file, NOW)
  const people = await users.all(store.read, 'ORDER BY id')
  expect(people.map(({ hasPassword, providerType, loginKey }) => [hasPassword, providerType, loginKey])).toEqual([
    [true, 'SVC', 'rene@x.test'],
    [false, 'SVC', 'bare@x.test'],
  ])
  for (const { login, loginKey } of people) expect(loginKeyOf(login)).toBe(loginKey)
  expect(await userCredentials.all(store.read)).toEqual([
    {
      userId: 'u1',
      password: HASH,
      answer: null,
      history: [HASH],
      failedAttempts: 0,
      lockedAt: null,
      lockedFrom: null,
    },
  ])
  await store.write((tx) => users.remove(tx, { id: 'u1' }))
  expect(await userCredentials.count(store.read)).toBe(0)
  await store.close()
})
