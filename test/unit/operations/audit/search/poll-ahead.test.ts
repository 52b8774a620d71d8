import { expect, it } from 'vitest'
import { encodeCursor, decodeCursor, type PollCursor } from '#operations/audit/search/list-events-cursor.ts'
import { openStore } from '#db/store.ts'
import { linksOf, type Client } from '../../../../helpers/client.ts'
import { aFolder, startServer } from '../../../../helpers/server.ts'
import { newWorkspace } from '../../../../helpers/new-workspace.ts'

const SINCE = '2026-03-01T00:00:00.000Z'
const cursorOf = (headers: Headers) => new URL(linksOf(headers)['next'] as string).searchParams.get('after') as string
const ask = (client: Client, query: object) => client.call('listLogEvents', { query: query as never })

it('a poll whose place the log never reached is refused, as after a backup was restored [spec/4 log/polling]', async () => {
  const { client } = await startServer()
  const end = cursorOf((await ask(client, { since: SINCE, limit: 1_000 })).headers)
  expect((await ask(client, { after: end })).body).toEqual([])
  const place = decodeCursor(end) as PollCursor
  for (const poll of [place.poll + 1, Number.MAX_SAFE_INTEGER])
    for (const more of [{}, { filter: 'severity pr' }, { q: 'group' }]) {
      const refusal = await client.refused('listLogEvents', {
        query: { ...more, after: encodeCursor({ ...place, poll }) },
      })
      expect([refusal.status, refusal.code, refusal.locations]).toEqual([400, 'E0000029', ['after']])
    }
})

it('a poll goes on where the events up to its place were removed from the log', async () => {
  const dataFile = await newWorkspace(await aFolder(), { now: Date.parse('2026-03-02T09:00:00.000Z') })
  const before = await startServer({ dataFile })
  const end = cursorOf((await ask(before.client, { since: SINCE, limit: 1_000 })).headers)
  await before.stop()
  const store = await openStore(dataFile, '2026-03-02T09:00:00.000Z')
  await store.write((tx) => tx.run('DELETE FROM log_events', []))
  await store.close()
  const { client, make } = await startServer({ dataFile })
  const next = cursorOf((await ask(client, { after: end })).headers)
  await make.aGroup('After')
  const { body } = await ask(client, { after: next })
  expect(body.map(({ eventType }) => eventType)).toContain('group.lifecycle.create')
})
