import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LogEvent } from '#contract/log/log-event.ts'
import { loadDriver } from '#db/driver.ts'
import { openStore, type Store } from '#db/store.ts'
import { Connection } from '#db/connection.ts'
import { settings } from '#db/tables/settings.ts'
import { insertEvents } from '#audit-log/append-events.ts'
import { INSERT_EVENT } from '#audit-log/log-events.sql.ts'
import { encodeCursor } from '#operations/audit/search/list-events-cursor.ts'
import { listLogEvents, type LogQuery } from '#operations/audit/search/list-events.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { createService } from '#operations/composition/create-service.ts'
import type { Service } from '#operations/service/service.ts'
import { appendEvents } from './append.ts'
import { END, makeEvents, person } from './audit-events.ts'
import { browsing, columns, verifying } from './audit-counts.ts'
import { beside, rounded, within, withinFigure, yardstickMs, type Figure } from './measure.ts'
import { recorded, type Statement } from './recorded.ts'

/** Events in the log; the goals are set for two million (`GATEHOUSE_BENCH_EVENTS=2000000`). */
const EVENTS = Number(process.env['GATEHOUSE_BENCH_EVENTS'] ?? 200_000)
const BATCH = 1_000
const SINGLES = 400
const PAGE = 1_000

const DAY_MS = 86_400_000
const WHOLE = { since: new Date(END - 91 * DAY_MS).toISOString(), until: new Date(END).toISOString() }

const context = systemContext('bench')

function atMost(name: string, { ours, raw }: { ours: number; raw: number }, goal: number, against: string): Figure {
  const ratio = ours / raw
  return {
    name,
    value: rounded(ours),
    unit: 'ms',
    reference: rounded(raw),
    ratio,
    goal: `≤ ${goal} × ${against}`,
    met: ratio <= goal,
  }
}

/** Appending through the whole path, beside prepared inserts of the same rows, on a connection of their own. */
async function appending(store: Store): Promise<Figure[]> {
  const drafts = (count: number) =>
    Array.from({ length: count }, () => ({ type: 'policy.lifecycle.update' as const, targets: [person(7)] }))
  const now = new Date(END).toISOString()
  const append = (count: number) => store.write((tx) => appendEvents(tx, context, now, drafts(count)))
  const ours = (count: number) => () => append(count)
  const [event] = await append(1)
  const row = [event?.eventType, event?.actor.id, JSON.stringify(event)] as string[]
  const link = Buffer.alloc(32, 1)
  const driver = await loadDriver()
  const direct = await Connection.open(driver, store.file, driver.OPEN_READWRITE)
  let number = 0
  const raw = (count: number) => async () => {
    await direct.run('BEGIN IMMEDIATE')
    for (let index = 0; index < count; index++)
      await direct.run(INSERT_EVENT, [`raw-${process.pid}-${number++}`, now, ...row, link, null])
    await direct.run('COMMIT')
  }
  const singly = await beside(ours(1), raw(1), SINGLES)
  const batch = await beside(ours(BATCH), raw(BATCH))
  const figure = (name: string, { ours: our, raw: their }: typeof singly, count: number): Figure => ({
    name,
    value: Math.round((1_000 * count) / our),
    unit: 'events/s',
    reference: Math.round((1_000 * count) / their),
    ratio: their / our,
    goal: '≥ 0.5 × prepared inserts of the same rows',
    met: their / our >= 0.5,
  })
  const latency = await beside(ours(1), () => store.write((tx) => settings.remove(tx, { key: 'none' })), SINGLES)
  await direct.close()
  const cost = latency.ours - latency.raw
  return [
    figure('Append events singly', singly, 1),
    figure(`Append events, ${BATCH} in one transaction`, batch, BATCH),
    withinFigure({ name: 'What one event adds to a change', ms: cost, yardMs: await yardstickMs() }, 1),
  ]
}

/** A page beside its own last statement, prepared and run raw. */
async function page(service: Service, name: string, query: LogQuery): Promise<Figure> {
  const last = (await recorded(service, (from) => listLogEvents(from, query))).at(-1) as Statement
  const found = (await listLogEvents(service, query)).events.length
  const times = await beside(
    () => listLogEvents(service, query),
    () => service.store.read.all(last.sql, last.params),
  )
  return atMost(`${name} (${found} events)`, times, 2.5, 'the same SQL raw')
}

/** The cursor of a page far on, walked to. */
async function cursorOfPage(service: Service, query: LogQuery, pages: number): Promise<string> {
  let after: string | undefined
  for (let number = 1; number < pages; number++) {
    const { since: _, ...rest } = query
    const { next } = await listLogEvents(service, after ? { ...rest, after } : query)
    if (!next) throw new Error(`the log ends before page ${pages}`)
    after = next
  }
  return after as string
}

async function farPage(service: Service, name: string, query: LogQuery, pages: number): Promise<Figure> {
  const { since: _, ...rest } = query
  const after = await cursorOfPage(service, query, pages)
  const times = await beside(
    () => listLogEvents(service, { ...rest, after }),
    () => listLogEvents(service, query),
  )
  return atMost(name, times, 1.3, 'the first page')
}

async function reading(service: Service): Promise<Figure[]> {
  const query = (more: Partial<LogQuery>): LogQuery => ({ ...WHOLE, sortOrder: 'DESCENDING', limit: PAGE, ...more })
  const actor = `actor.id eq "${person(40).id}"`
  const pages = Math.min(500, Math.floor(EVENTS / PAGE) - 1)
  const figures = [
    await page(service, 'Page of 1,000 by time', query({})),
    await farPage(service, `Page ${pages} by time`, query({}), pages),
    await page(
      service,
      'Page by event type and actor',
      query({ filter: `eventType eq "user.session.start" and ${actor}` }),
    ),
    await page(service, 'Page by a common event type', query({ filter: 'eventType eq "user.session.start"' })),
    await farPage(
      service,
      `Page ${pages >> 2} by a common event type`,
      query({ filter: 'eventType eq "user.session.start"' }),
      pages >> 2,
    ),
    await within('Page by a target', 50, () =>
      listLogEvents(service, query({ filter: `target.id eq "0oa${'7'.padStart(17, 'B')}"` })),
    ),
    await page(service, 'Page by q, a rare word', query({ q: ['person', '390'] })),
    await page(service, 'Page by q, a common word', query({ q: ['session'] })),
    await farPage(service, `Page ${pages >> 2} by q, a common word`, query({ q: ['session'] }), pages >> 2),
    await page(service, 'Page by what no index holds', query({ filter: 'client.geographicalContext.city eq "cork"' })),
    await page(service, 'Nothing by what no index holds', query({ filter: 'outcome.reason eq "nowhere"' })),
  ]
  const poll: LogQuery = { sortOrder: 'ASCENDING', limit: PAGE }
  const far = encodeCursor({ poll: EVENTS - 2 * PAGE, since: WHOLE.since })
  figures.push(
    await page(service, 'Poll with a filter near the end', {
      ...poll,
      after: far,
      filter: 'outcome.result eq "failure"',
    }),
  )
  return figures
}

/** Writes what the log lacks; a kept one has it already. */
async function fill(store: Store): Promise<void> {
  const held = await store.read.first<{ count: number }>('SELECT coalesce(max(sequence), 0) AS count FROM log_events')
  if ((held?.count ?? 0) >= EVENTS) return
  const began = performance.now()
  let batch: LogEvent[] = []
  const flush = async () => {
    const events = batch
    batch = []
    await store.write((tx) => insertEvents(tx, events))
  }
  for (const event of makeEvents(EVENTS)) {
    batch.push(event)
    if (batch.length === 5_000) await flush()
  }
  await flush()
  await store.checkpoint()
  console.log(`${EVENTS} events written in ${Math.round((performance.now() - began) / 1_000)} s`)
}

/**
 * The audit log: appending, pages, searches and counts of a large trail. `GATEHOUSE_BENCH_LOG` names a folder in which it
 * is kept for the next run.
 */
export async function run(): Promise<Figure[]> {
  const kept = process.env['GATEHOUSE_BENCH_LOG']
  const folder = kept ?? mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  const store = await openStore(join(folder, 'audit.sqlite'), new Date(END).toISOString())
  const service = createService({ store, version: 'bench', engine: 'identity', clock: () => END, url: () => '' })
  try {
    await fill(store)
    return [
      ...(await columns(service)),
      ...(await browsing(service)),
      ...(await reading(service)),
      await verifying(store),
      ...(await appending(store)),
    ]
  } finally {
    await service.workers.close()
    await store.close()
    if (kept === undefined) rmSync(folder, { recursive: true, force: true })
  }
}
