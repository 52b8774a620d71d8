import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import { END, makeEvents } from '../bench/audit-events.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder, startServer, TestClock } from '../helpers/server.ts'

const EVENTS = 5_000

it('events of an older version have their columns soon after the service has started, and are counted before that too', async () => {
  const dataFile = join(await aFolder(), 'org.sqlite')
  const store = await openStore(dataFile, new Date(END).toISOString(), {
    migrations: MIGRATIONS.filter(({ name }) => name < '0060'),
  })
  await store.write((tx) => insertEvents(tx, [...makeEvents(EVENTS)]))
  await store.close()

  const { client } = await startServer({ dataFile, clock: new TestClock(END) })
  const until = new Date(END).toISOString()
  const query = { since: '2026-01-01T00:00:00Z', until, stepMs: 86_400_000 } as never
  const before = (await client.call('getLogHistogram', { query })).body
  expect(before.total).toBe(EVENTS)
  const blocks = () =>
    withDatabase(dataFile, (database) => database.first<{ n: number }>('SELECT count(*) AS n FROM log_blocks'))
  await vi.waitFor(async () => expect(await blocks()).toEqual({ n: 2 }), { timeout: 10_000, interval: 100 })
  expect((await client.call('getLogHistogram', { query })).body).toEqual(before)
})
