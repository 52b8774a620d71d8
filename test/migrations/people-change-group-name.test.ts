import { join } from 'node:path'
import { expect, it } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder, startServer } from '../helpers/server.ts'

const NOW = '2026-03-02T09:00:00.000Z'
const GROUP = '00g00000000000000old'

it('a change of people of before names its group, where that is still there', async () => {
  const dataFile = join(await aFolder(), 'org.sqlite')
  await (await openStore(dataFile, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0251') })).close()
  await withDatabase(dataFile, async (database) => {
    await database.run(
      `INSERT INTO groups (id, type, name, created, last_updated, last_membership_updated) VALUES (?, 'SVC_GROUP', 'Crew', ?, ?, ?)`,
      [GROUP, NOW, NOW, NOW],
    )
    for (const [id, groupId] of [
      ['pch1', GROUP],
      ['pch2', '00gGONE'],
    ] as const)
      await database.run(
        `INSERT INTO people_changes (id, act, group_id, state, created) VALUES (?, 'add_to_group', ?, 'ENDED', ?)`,
        [id, groupId, NOW],
      )
  })
  const { client } = await startServer({ dataFile })
  const names = (await client.call('listPeopleChanges')).body.map(({ id, groupName }) => [id, groupName])
  expect(names.toSorted()).toEqual([
    ['pch1', 'Crew'],
    ['pch2', null],
  ])
})
