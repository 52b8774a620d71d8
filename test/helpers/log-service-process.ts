import { openStore } from '#db/store.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import { createServer } from '#server/index.ts'
import { makeEvents } from '../bench/audit-events.ts'
import type { LogServiceStarted } from './log-service.ts'

/** The program that `startLogService` starts; its arguments: the file, when the first event is, and how many there are. */
const DAY_MS = 86_400_000
const [dataFile = '', start, amount] = process.argv.slice(2)
const FIRST = Number(start)

const events = [...makeEvents(Number(amount))].map((event, index) => ({
  ...event,
  published: new Date(FIRST + index * 1_000).toISOString(),
}))
// What the service itself writes when it starts lies before every event.
let now = FIRST - DAY_MS
const store = await openStore(dataFile, new Date(now).toISOString())
await store.write((tx) => insertEvents(tx, events))
await store.close()

const server = await createServer({ strict: true, dataFile, clock: () => now, steadyClock: () => 0 })
const { url, token } = server
let next = FIRST + events.length * 1_000

/** Makes groups of these names, one a second. */
async function makeGroups(names: readonly string[]) {
  for (const name of names) {
    now = next
    next += 1_000
    const headers = { authorization: `SSWS ${token}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ profile: { name } })
    const reply = await fetch(`${url}/api/v1/groups`, { method: 'POST', headers, body })
    if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`)
    await reply.arrayBuffer()
  }
  process.send?.('made')
}

process.on('message', (names: string[]) => void makeGroups(names))
process.once('disconnect', () => void server.stop())
process.send?.({ url, token, uuids: events.map(({ uuid }) => uuid) } satisfies LogServiceStarted)
