import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder, startServer } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const OLD = 'aus00000000000000old'

it('an authorization server of before has the scopes and the claim of a new one', async () => {
  const dataFile = join(await aFolder(), 'org.sqlite')
  await (await openStore(dataFile, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0280') })).close()
  const definition = JSON.stringify({ description: null, audiences: ['api://x'], issuerMode: 'ORG_URL' })
  await withDatabase(dataFile, (database) =>
    database.run(
      `INSERT INTO authorization_servers (id, name, status, is_default, definition, created, last_updated, signing_kid, signing_rotated)
       VALUES (?1, 'Old', 'ACTIVE', 0, ?2, ?3, ?3, 'kid', ?3)`,
      [OLD, definition, NOW],
    ),
  )
  const { client, make } = await startServer({ dataFile })
  const fresh = { authServerId: (await make.anAuthorizationServer()).id }
  const old = { authServerId: OLD }
  const own = <Part extends { id: string; _links: object }>({ id, _links, ...rest }: Part) => [
    id.slice(0, 3),
    Object.keys(_links),
    rest,
  ]
  for (const operation of ['listServerScopes', 'listServerClaims'] as const) {
    const [before, now] = [
      await client.call(operation, { params: old }),
      await client.call(operation, { params: fresh }),
    ]
    expect(before.body.length).toBeGreaterThan(0)
    expect(before.body.map(own)).toEqual(now.body.map(own))
  }
})
