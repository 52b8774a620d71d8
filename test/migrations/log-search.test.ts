import { join } from 'node:path'
import { expect, it } from 'vitest'
import { insertMany } from '#db/bulk.ts'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import { listLogEvents } from '#operations/audit/search/list-events.ts'
import { createService } from '#operations/composition/create-service.ts'
import { END, makeEvents } from '../bench/audit-events.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = new Date(END).toISOString()

it('events that were there before can be searched afterwards, like those that come', async () => {
  const file = join(await aFolder(), 'org.sqlite')
  const [before, after] = [[...makeEvents(300, 'before')], [...makeEvents(300, 'after')]]
  const older = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0030') })
  const columns = ['uuid', 'published', 'event_type', 'actor_id', 'payload']
  const rows = before.map((e) => [e.uuid, e.published, e.eventType, e.actor.id, JSON.stringify(e)])
  await older.write((tx) => insertMany(tx, 'log_events', columns, rows))
  await older.close()

  const store = await openStore(file, NOW)
  await store.write((tx) => insertEvents(tx, after))
  const service = createService({ store, version: 'test', engine: 'identity', clock: () => END, url: () => '' })
  const since = new Date(END - 100 * 86_400_000).toISOString()
  const count = async (more: { filter?: string; q?: string[] }) =>
    (await listLogEvents(service, { since, sortOrder: 'ASCENDING', limit: 1_000, ...more })).events.length
  for (const [event] of [before, after]) {
    expect(await count({ filter: `uuid eq "${event?.uuid}" and severity eq "${event?.severity}"` })).toBe(1)
    expect(await count({ q: [event?.transaction.id as string] })).toBe(1)
    expect(
      await count({
        filter: `target.id eq "${event?.target?.[0]?.id}" and transaction.id eq "${event?.transaction.id}"`,
      }),
    ).toBe(1)
  }
  expect(await count({ filter: 'outcome.result pr' })).toBe(600)
  await store.close()
})
