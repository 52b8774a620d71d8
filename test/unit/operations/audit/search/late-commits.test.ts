import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { openStore, type Store } from '#db/store.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import { listLogEvents } from '#operations/audit/search/list-events.ts'
import { createService, type Service } from '#operations/service.ts'
import { END, makeEvents } from '../../../../bench/audit-events.ts'
import { aFolder } from '../../../../helpers/server.ts'

let store: Store
let service: Service

beforeAll(async () => {
  store = await openStore(join(await aFolder(), 'log.sqlite'), new Date(END).toISOString())
  service = createService({ store, version: 'test', engine: 'identity', clock: () => END, url: () => '' })
})
afterAll(() => store.close())

const POLL = { sortOrder: 'ASCENDING', limit: 1_000 } as const
const uuids = (page: { events: string[] }) => page.events.map((payload) => (JSON.parse(payload) as LogEvent).uuid)
const at = (event: LogEvent, ms: number): LogEvent => ({ ...event, published: new Date(ms).toISOString() })

describe.each([
  ['of everything', {}],
  ['with a filter', { filter: 'severity pr' }],
  ['with keywords', { q: ['example'] }],
])('a poll %s', (name, more) => {
  const made = [...makeEvents(3, name)].map((event, index) => at(event, END - 1_000 * index))

  it('does not miss an event that is committed after later ones were given [spec/4 log/polling]', async () => {
    const [early, late, next] = made as [LogEvent, LogEvent, LogEvent]
    await store.write((tx) => insertEvents(tx, [early]))
    const first = await listLogEvents(service, { ...POLL, ...more, since: new Date(END - 10_000).toISOString() })
    expect(uuids(first)).toContain(early.uuid)

    // In the middle of a write that began before, the poll sees nothing of it, and does not wait for it.
    let meanwhile: Awaited<ReturnType<typeof listLogEvents>> | null = null
    await store.write(async (tx) => {
      await insertEvents(tx, [late])
      meanwhile = await listLogEvents(service, { ...POLL, ...more, after: first.next as string })
      await insertEvents(tx, [next])
    })
    const page = meanwhile as unknown as typeof first
    expect(page.events).toEqual([])
    const found = await listLogEvents(service, { ...POLL, ...more, after: page.next as string })
    expect(uuids(found)).toEqual([late.uuid, next.uuid])
    const rest = await listLogEvents(service, { ...POLL, ...more, after: found.next as string })
    expect(rest.events).toEqual([])
  })

  it('goes on behind a write that was taken back', async () => {
    const first = await listLogEvents(service, { ...POLL, ...more, since: new Date(END - 10_000).toISOString() })
    const [lost, kept] = [...makeEvents(2, `${name} again`)].map((event) => at(event, END - 1)) as [LogEvent, LogEvent]
    const failing = store.write(async (tx) => {
      await insertEvents(tx, [lost])
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    await store.write((tx) => insertEvents(tx, [kept]))
    const found = await listLogEvents(service, { ...POLL, ...more, after: first.next as string })
    expect(uuids(found)).toEqual([kept.uuid])
  })
})

it('an event whose text is half a character is found by what it shows', async () => {
  const [event] = [...makeEvents(1, 'broken')] as [LogEvent]
  const broken = { ...at(event, END - 1), displayMessage: 'half \ud800 \\ud800' }
  await store.write((tx) => insertEvents(tx, [broken]))
  const page = await listLogEvents(service, {
    ...POLL,
    filter: `uuid eq "${event.uuid}" and displayMessage eq "half \ufffd \\\\ud800"`,
  })
  expect(uuids(page)).toEqual([event.uuid])
})
