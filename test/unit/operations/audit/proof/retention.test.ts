import { systemContext } from '#audit-log/request-context.ts'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { insertEvents } from '#audit-log/append-events.ts'
import { logImports } from '#db/tables/log-imports.ts'
import { applyRetention, removeAll } from '#operations/audit/proof/retention.ts'
import { REMOVAL_BATCH } from '#operations/audit/proof/remove-events.ts'
import { setRetention } from '#operations/audit/proof/retention-setting.ts'
import { allowLocalHooks, aVerifiedHook, eventually, startEndpoint } from '../../../../helpers/endpoint.ts'
import { withDatabase } from '../../../../helpers/files.ts'
import { LogFixture } from '../../../../helpers/log-fixture.ts'
import { aFolder, startServer, TestClock } from '../../../../helpers/server.ts'

const DAY_MS = 86_400_000
const whole = () => ({ signal: new AbortController().signal })

async function anImport(log: LogFixture, id: string, count: number, days: number) {
  const events = log.events(count).map((event) => {
    const published = new Date(log.clock.now - days * DAY_MS).toISOString()
    return { ...event, published }
  })
  await log.store.write(async (tx) => {
    await logImports.insert(tx, { id, name: id, state: 'READY', created: log.service.now() })
    await insertEvents(tx, events, { importId: id })
  })
}

describe('retention', () => {
  it('removes events that are older than the workspace keeps, and leaves a log that verifies', async () => {
    const log = await LogFixture.create()
    await log.append(450)
    await log.seal()
    log.clock.advance(60 * DAY_MS)
    const kept = await log.append(5)
    await log.seal()
    log.clock.advance(31 * DAY_MS)
    expect(await applyRetention(log.service, whole())).toBe(450)
    const rows = await log.store.read.all<{ uuid: string }>('SELECT uuid FROM log_events ORDER BY sequence')
    expect(rows.map(({ uuid }) => uuid)).toEqual(kept.map(({ uuid }) => uuid))
    expect(await log.verify()).toMatchObject({ violation: null, checked: 5, removed: 450, sealed: { sequence: 455 } })
    expect(await log.store.read.all('SELECT first, last FROM log_removed')).toEqual([{ first: 1, last: 450 }])
    expect(await log.store.read.all('SELECT count(*) AS n FROM log_targets')).toEqual([{ n: 5 }])
    await log.store.close()
  })

  it('never removes the newest event, so that the chain has something to go on from', async () => {
    const log = await LogFixture.create()
    await log.append(30)
    await log.seal()
    log.clock.advance(1_000 * DAY_MS)
    expect(await applyRetention(log.service, whole())).toBe(29)
    await log.append(1)
    expect(await applyRetention(log.service, whole())).toBe(1)
    expect(await log.verify()).toMatchObject({ violation: null, checked: 1, removed: 30 })
    await log.store.close()
  })

  it('takes the age of imported events from when they came here', async () => {
    const log = await LogFixture.create()
    await anImport(log, 'old', 10, 400)
    log.clock.advance(50 * DAY_MS)
    await anImport(log, 'new', 10, 400)
    await log.append(1)
    const left = () => log.store.read.all<{ id: string; n: number }>(
      'SELECT import_id AS id, count(*) AS n FROM log_events WHERE import_id IS NOT NULL GROUP BY 1 ORDER BY 1',
    ) // prettier-ignore
    expect(await applyRetention(log.service, whole())).toBe(0)
    log.clock.advance(41 * DAY_MS)
    await log.append(1)
    expect(await applyRetention(log.service, whole())).toBe(10)
    expect(await left()).toEqual([{ id: 'new', n: 10 }])
    expect(await log.verify()).toMatchObject({ violation: null, removed: 10 })
    await log.store.close()
  })

  it('can be off', async () => {
    const log = await LogFixture.create()
    await log.service.write(systemContext(), (tx) => setRetention(tx, null))
    await log.append(3)
    log.clock.advance(10_000 * DAY_MS)
    expect(await applyRetention(log.service, whole())).toBe(0)
    await log.store.close()
  })

  it('that is ended in the middle leaves a log that verifies, and goes on the next time', async () => {
    const log = await LogFixture.create()
    await log.append(900)
    log.clock.advance(91 * DAY_MS)
    await log.append(1)
    const stopping = new AbortController()
    const condition = { text: 'published < ?', params: [log.service.now()] }
    const removed = await removeAll(log.service, condition, 'published', {
      signal: stopping.signal,
      onProgress: () => stopping.abort(),
    })
    expect(removed).toBeGreaterThan(0)
    expect(removed).toBeLessThan(900)
    expect(await log.verify()).toMatchObject({ violation: null, removed })
    expect(await applyRetention(log.service, whole())).toBe(900 - removed)
    expect(await log.verify()).toMatchObject({ violation: null, removed: 900, checked: 1 })
    await log.store.close()
  })

  it('ends at once where the workspace says meanwhile that events are kept longer', async () => {
    const log = await LogFixture.create()
    await log.append(900)
    log.clock.advance(91 * DAY_MS)
    await log.append(1)
    const running = applyRetention(log.service, whole())
    const left = () => log.store.read.first<{ n: number }>('SELECT count(*) AS n FROM log_events')
    await eventually(async () => expect((await left())?.n).toBeLessThan(901))
    await log.service.write(systemContext(), (tx) => setRetention(tx, null))
    const kept = (await left())?.n
    expect(kept).toBeGreaterThan(1)
    expect(await running).toBe(902 - (kept ?? 0))
    expect(await left()).toEqual({ n: kept })
    await log.store.close()
  })

  it('holds a change up for one batch, not for the whole', async () => {
    const log = await LogFixture.create()
    await log.append(8_000)
    log.clock.advance(91 * DAY_MS)
    await log.append(1)
    let isOver = false
    const removal = applyRetention(log.service, whole()).finally(() => (isOver = true))
    const left = async () => (await log.store.read.first<{ n: number }>('SELECT count(*) AS n FROM log_events'))?.n ?? 0
    /** How many events went while a change waited. */
    const removedMeanwhile: number[] = []
    while (!isOver) {
      const before = await left()
      await log.append(1)
      removedMeanwhile.push(before + 1 - (await left()))
      await sleep(5)
    }
    expect(await removal).toBe(8_000)
    expect(removedMeanwhile.length).toBeGreaterThan(10)
    // Its own batch, and those that ended while the events were counted.
    expect(Math.max(...removedMeanwhile)).toBeLessThanOrEqual(3 * REMOVAL_BATCH)
    expect(await log.verify()).toMatchObject({ violation: null, removed: 8_000 })
    await log.store.close()
  })
})

describe('retention of a running service', () => {
  it('is ninety days unless the workspace says otherwise, and tells what it comes to [spec/4 log/retention]', async () => {
    const { client, make, clock } = await startServer()
    await make.aGroup()
    await make.aGroup()
    const { body } = await client.call('getLogRetention')
    expect(body).toMatchObject({ days: 90, events: expect.any(Number), due: 0 })
    expect(body.oldest).toBe(new Date(clock.now).toISOString())
    clock.advance(10 * DAY_MS)
    const asked = (await client.call('getLogRetention', { query: { days: 7 } })).body
    expect(asked).toEqual({ ...body, due: body.events - 1 })
    const changed = (await client.call('replaceLogRetention', { body: { days: 7 } })).body
    expect(changed).toEqual({ ...body, days: 7, events: body.events + 1, due: body.events })
    // Each change is an event itself.
    const off = (await client.call('replaceLogRetention', { body: { days: null } })).body
    expect(off).toEqual({ ...body, days: null, events: body.events + 2 })
    expect((await client.call('getLogRetention')).body.days).toBeNull()
    for (const days of [0, 3_651, 1.5, '7', undefined])
      expect((await client.refused('replaceLogRetention', { body: { days } })).status).toBe(400)
  })

  it('acts once it may, and spares what a hook still waits for', async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    const clock = new TestClock()
    const first = await startServer({ dataFile, clock })
    const endpoint = await startEndpoint()
    await allowLocalHooks(first.client)
    await aVerifiedHook(first.client, endpoint)
    let isBusy = true
    endpoint.answer((_, response) => void (isBusy || response.end()))
    const group = await first.make.aGroup('Waited for')
    for (let count = 0; count < 5; count += 1) await first.make.aUser()
    await first.stop()

    clock.advance(91 * DAY_MS)
    isBusy = true
    const second = await startServer({ dataFile, clock })
    await second.client.call('acceptLogConcerns', { body: { reason: 'It was off for so long' } })
    await eventually(async () => expect((await second.client.call('getLogRetention')).body.events).toBeLessThan(6))
    const page = await second.client.call('listLogEvents', { query: { since: '2026-01-01T00:00:00.000Z' } })
    expect(page.body.map(({ target }) => target?.[0]?.id)).toContain(group.id)
    await second.client.call('startLogVerification')
    await eventually(async () =>
      expect((await second.client.call('getLogVerification')).body).toMatchObject({ state: 'SOUND', violation: null }),
    )
  })

  it('does not wait for a hook that no one listens with any more', async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    const clock = new TestClock()
    const first = await startServer({ dataFile, clock })
    const endpoint = await startEndpoint()
    await allowLocalHooks(first.client)
    const hook = await aVerifiedHook(first.client, endpoint)
    endpoint.answer(() => {})
    for (let count = 0; count < 5; count += 1) await first.make.aGroup()
    await first.client.call('deactivateEventHook', { params: { eventHookId: hook.id } })
    await first.stop()
    clock.advance(91 * DAY_MS)
    const second = await startServer({ dataFile, clock })
    await second.client.call('acceptLogConcerns', { body: { reason: 'It was off for so long' } })
    await eventually(async () => expect((await second.client.call('getLogRetention')).body.events).toBeLessThan(4))
    await eventually(() =>
      withDatabase(dataFile, async (file) =>
        expect(await file.all('SELECT 1 FROM hook_outbox WHERE delivery_id IS NULL')).toEqual([]),
      ),
    )
  })
})
