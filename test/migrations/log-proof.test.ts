import { join } from 'node:path'
import { expect, it } from 'vitest'
import { insertMany } from '#db/bulk.ts'
import { MIGRATIONS } from '#db/migrations/index.ts'
import { openStore } from '#db/store.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import { verifyLogFile } from '#operations/audit/proof/verify-file.ts'
import { END, makeEvents } from '../bench/audit-events.ts'
import { CHAIN_START, nextLink } from '#audit-log/chain.ts'
import { withDatabase } from '../helpers/files.ts'
import { aFolder } from '../helpers/server.ts'

const NOW = new Date(END).toISOString()
const EVENTS = 5_000

/** A file as an older version left it. */
async function anOldFile(): Promise<string> {
  const file = join(await aFolder(), 'org.sqlite')
  const store = await openStore(file, NOW, { migrations: MIGRATIONS.filter(({ name }) => name < '0050') })
  const columns = ['uuid', 'published', 'event_type', 'actor_id', 'payload']
  const rows = [...makeEvents(EVENTS)].map((e) => [e.uuid, e.published, e.eventType, e.actor.id, JSON.stringify(e)])
  await store.write((tx) => insertMany(tx, 'log_events', columns, rows))
  await store.close()
  return file
}

it('events of an older version are chained, and new ones go on from them', async () => {
  const file = await anOldFile()
  const steps: { step: string; done: number; total: number }[] = []
  const store = await openStore(file, NOW, { onProgress: (progress) => steps.push(progress) })
  expect(steps.at(-1)).toEqual({ step: '0064-chain-older-events', done: EVENTS, total: EVENTS })
  await store.write((tx) => insertEvents(tx, [...makeEvents(3, 'new')]))
  expect(await verifyLogFile(file, {})).toMatchObject({ violation: null, checked: EVENTS + 3, sealed: null })
  await store.close()
})

const before0064 = MIGRATIONS.filter(({ name }) => name < '0064')

it('chaining that was cut short goes on where it stopped', async () => {
  const file = await anOldFile()
  await (await openStore(file, NOW, { migrations: before0064 })).close()
  await withDatabase(file, async (database) => {
    let link = CHAIN_START
    for (const row of await database.all<{ sequence: number; payload: string }>(
      'SELECT sequence, payload FROM log_events ORDER BY sequence LIMIT 3000',
    )) {
      link = nextLink(link, row.payload, null)
      await database.run('UPDATE log_events SET chain = ? WHERE sequence = ?', [link, row.sequence])
    }
  })
  await (await openStore(file, NOW)).close()
  expect(await verifyLogFile(file, {})).toMatchObject({ violation: null, checked: EVENTS })
})

it('a file that has a seal is not chained again: an event that lost its link there was changed', async () => {
  const file = await anOldFile()
  await (await openStore(file, NOW, { migrations: before0064 })).close()
  await withDatabase(file, async (database) => {
    await database.run(`INSERT INTO log_seals SELECT sequence, zeroblob(32), published, 'f', zeroblob(64)
      FROM log_events ORDER BY sequence DESC LIMIT 1`)
  })
  await (await openStore(file, NOW)).close()
  expect(await verifyLogFile(file, {})).toMatchObject({ violation: { sequence: 1 } })
})
