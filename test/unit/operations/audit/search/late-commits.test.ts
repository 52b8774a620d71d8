import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LogEvent } from '#contract/log/log-event.ts'
import { openStore, type Store } from '#db/store.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import { listLogEvents } from '#operations/audit/search/list-events.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { END, makeEvents } from '../../../../bench/audit-events.ts'
import { aFolder } from '../../../../helpers/server.ts'

let store: Store
let service: Service

beforeEach(async () => {
  store = await openStore(join(await aFolder(), 'log.sqlite'), new Date(END).toISOString())
  service = createService({ store, version: 'test', engine: 'identity', clock: () => END, url: () => '' })
})
afterEach(() => store.close())

const POLL = { sortOrder: 'ASCENDING', limit: 1_000 } as const
const uuids = (page: { events: string[] }) => page.events.map((payload) => (JSON.parse(payload) as LogEvent).uuid)
const at = (event: LogEvent, ms: number): LogEvent => ({ ...event, published: new Date(ms).toISOString() })

describe.each([
  ['of everything', {}],
  ['with a filter', { filter: 'severity pr' }],
  ['with keywords', { q: ['example'] }],
] as [string, { filter?: string; q?: string[] }][])('a poll %s', (name, more) => {
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

  it('goes on over a clock that is put back behind its window, without what is imported from before it', async () => {
    const DAY = 86_400_000
    const since = new Date(END - DAY).toISOString()
    const first = await listLogEvents(service, { ...POLL, ...more, since })
    const [after, foreign] = [...makeEvents(2, `${name} put back`)].map((event) => at(event, END - 30 * DAY)) as [
      LogEvent,
      LogEvent,
    ]
    await store.write((tx) => insertEvents(tx, [after]))
    await store.write((tx) => insertEvents(tx, [foreign], { importId: 'lim1' }))
    const found = await listLogEvents(service, { ...POLL, ...more, after: first.next as string })
    expect(uuids(found)).toEqual([after.uuid])
    // Behind so many events that the indexes are asked.
    const [again] = [...makeEvents(1, `${name} put back again`)].map((event) => at(event, END - 40 * DAY)) as [LogEvent]
    const many = [...makeEvents(2_500, `${name} between`)].map((event) => at(event, END - 1))
    await store.write((tx) => insertEvents(tx, [...many, again]))
    const all = { ...POLL, ...more, ...(more.filter && { filter: `uuid eq "${again.uuid}"` }) }
    let cursor = found.next as string
    const given: string[] = []
    for (let page = 0; page < 5; page += 1) {
      const { events, next } = await listLogEvents(service, { ...all, after: cursor })
      given.push(...uuids({ events }))
      cursor = next as string
    }
    expect(given).toContain(again.uuid)
    expect(given).not.toContain(foreign.uuid)
    // And nothing of it is given to a poll that begins later with the same window.
    const later = await listLogEvents(service, { ...POLL, ...more, since })
    expect(uuids(later)).not.toContain(after.uuid)
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
