import { join } from 'node:path'
import { expect, it } from 'vitest'
import { insertMany } from '../../src-server/db/bulk.ts'
import { MIGRATIONS } from '../../src-server/db/migrations/index.ts'
import { openStore } from '../../src-server/db/store.ts'
import { insertEvents } from '../../src-server/operations/audit/append-events.ts'
import { chainOlderEvents } from '../../src-server/operations/audit/proof/chain.ts'
import { verifyLogFile } from '../../src-server/operations/audit/proof/verify-file.ts'
import { END, makeEvents } from '../bench/audit-events.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = new Date(END).toISOString()
const EVENTS = 5_000

/** A file as an older version left it. */
async function anOldFile(): Promise<string> {
  const file = join(await aFolder(), 'org.sqlite')
  const store = await openStore(
    file,
    NOW,
    MIGRATIONS.filter(({ name }) => name < '0050'),
  )
  const columns = ['uuid', 'published', 'event_type', 'actor_id', 'payload']
  const rows = [...makeEvents(EVENTS)].map((e) => [e.uuid, e.published, e.eventType, e.actor.id, JSON.stringify(e)])
  await store.write(({ statements }) => insertMany(statements, 'log_events', columns, rows))
  await store.close()
  return file
}

it('events of an older version are chained once, and new ones go on from them', async () => {
  const file = await anOldFile()
  const store = await openStore(file, NOW)
  expect(await chainOlderEvents(store)).toBe(EVENTS)
  expect(await chainOlderEvents(store)).toBe(0)
  await store.write(({ statements }) => insertEvents(statements, [...makeEvents(3, 'new')]))
  expect(await verifyLogFile(file, {})).toMatchObject({ fault: null, checked: EVENTS + 3, sealed: null })
  await store.close()
})

it('chaining that was cut short goes on where it stopped', async () => {
  const file = await anOldFile()
  const store = await openStore(file, NOW)
  let writes = 0
  const write: typeof store.write = (work, committed) => {
    writes += 1
    return writes === 2 ? Promise.reject(new Error('power cut')) : store.write(work, committed)
  }
  await expect(chainOlderEvents({ ...store, write })).rejects.toThrow('power cut')
  const count = 'SELECT count(chain) AS n FROM log_events'
  const begun = (await store.read.first<{ n: number }>(count))?.n as number
  expect(begun).toBeGreaterThan(0)
  expect(await chainOlderEvents(store)).toBe(EVENTS - begun)
  expect(await verifyLogFile(file, {})).toMatchObject({ fault: null, checked: EVENTS })
  await store.close()
})

it('a file that bears a seal is not chained anew: what lost its link there was touched', async () => {
  const file = await anOldFile()
  const store = await openStore(file, NOW)
  await chainOlderEvents(store)
  await store.write(async ({ statements }) => {
    await statements.run(`INSERT INTO log_seals SELECT sequence, chain, published, 'f', zeroblob(64)
      FROM log_events ORDER BY sequence DESC LIMIT 1`)
    await statements.run('UPDATE log_events SET chain = NULL')
  })
  expect(await chainOlderEvents(store)).toBe(0)
  expect(await verifyLogFile(file, {})).toMatchObject({ fault: { sequence: 1 } })
  await store.close()
})
