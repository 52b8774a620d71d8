import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { systemContext } from '#audit-log/request-context.ts'
import { readClock } from '#operations/audit/proof/clock.ts'
import { AGREED_MS, judgeClock, toleranceOf } from '#operations/audit/proof/clock-note.ts'
import type { ClockNote } from '#operations/service/settings.ts'
import { acceptConcerns, listConcerns } from '#operations/audit/proof/concerns.ts'
import { requestRetention } from '#operations/audit/proof/retention-job.ts'
import { eventually } from '../../../../helpers/endpoint.ts'
import { LogFixture } from '../../../../helpers/log-fixture.ts'
import { aFolder, START, startServer, TestClock } from '../../../../helpers/server.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const at = (days: number) => new Date(START + days * DAY_MS).toISOString()
const note = (days: number, leap: ClockNote['leap'] = null): ClockNote => ({ read: at(days), leap })

describe('a reading of the clock', () => {
  const tolerance = toleranceOf(90)
  const judge = (known: ClockNote, days: number, passedDays: number | null = null) =>
    judgeClock(known, {
      now: START + days * DAY_MS,
      passed: passedDays === null ? null : passedDays * DAY_MS,
      tolerance,
    })

  it('is believed within a tenth of the time that events are kept, and always within a day', () => {
    expect([toleranceOf(90), toleranceOf(3), toleranceOf(null)]).toEqual([9 * DAY_MS, DAY_MS, 9 * DAY_MS])
    expect(judge(note(0), 8)).toEqual(note(8))
    expect(judge(note(0), 10).leap).toEqual({ from: at(0), to: at(10), agreedMs: 0 })
  })

  it('is believed however late, where a steady clock went as far', () => {
    expect(judge(note(0), 100, 100)).toEqual(note(100))
    expect(judge(note(0), 100, 1).leap).toMatchObject({ from: at(0), to: at(100) })
  })

  it('of an earlier time ends a leap ahead', () => {
    expect(judge(note(100, { from: at(0), to: at(100), agreedMs: 0 }), 1)).toEqual(note(1))
  })

  it('that is put back by a day or less is believed, by more it is a leap', () => {
    expect(judge(note(100), 99.5)).toEqual(note(99.5))
    expect(judge(note(100), 98).leap).toEqual({ from: at(100), to: at(98), agreedMs: 0 })
    expect(judge(note(100), 100, 2).leap).toMatchObject({ from: at(100), to: at(100) })
  })

  it('ends a leap back once the clock is where it was, or has agreed for a day', () => {
    const back = judge(note(100), 50)
    expect(judge(back, 100)).toEqual(note(100))
    expect(judge(back, 51, 0.5).leap).toMatchObject({ from: at(100), to: at(50) })
    expect(judge(back, 51, 1)).toEqual(note(51))
    expect(judge(back, 200).leap).toMatchObject({ from: at(100), to: at(200) })
  })

  it('ends a leap once it has agreed with a steady clock for a day, over several runs as well', () => {
    let known = judge(note(0), 100)
    for (let hour = 1; hour <= 23; hour += 1) {
      known = judge(known, 100 + hour / 24, hour % 5 === 0 ? null : 1 / 24)
      expect(known.leap).not.toBeNull()
    }
    for (let hour = 24; known.leap; hour += 1) known = judge(known, 100 + hour / 24, 1 / 24)
    expect(Date.parse(known.read) - Date.parse(at(100))).toBeGreaterThanOrEqual(AGREED_MS)
  })

  it('that leaps again begins anew', () => {
    const known = note(100, { from: at(0), to: at(100), agreedMs: AGREED_MS - 1 })
    expect(judge(known, 200, 0).leap).toEqual({ from: at(0), to: at(200), agreedMs: 0 })
  })
})

const removedOf = async (log: LogFixture) => 400 - (await log.sequences()).filter((sequence) => sequence <= 400).length

describe('retention with a clock that leapt', () => {
  it('a start with the clock 100 days ahead removes nothing; once that is accepted, it does', async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    const clock = new TestClock()
    const first = await startServer({ dataFile, clock })
    for (let count = 0; count < 5; count += 1) await first.make.aGroup()
    const { events } = (await first.client.call('getLogRetention')).body
    await first.stop()

    clock.advance(100 * DAY_MS)
    const ahead = await startServer({ dataFile, clock })
    const { logConcerns } = (await ahead.client.call('getWorkspace')).body
    expect(logConcerns).toMatchObject([{ kind: 'CLOCK', message: expect.stringContaining('100 days ahead') }])
    expect(ahead.concerns).toHaveLength(1)
    expect((await ahead.client.call('getLogRetention')).body.events).toBeGreaterThan(events)
    const { body: left } = await ahead.client.call('acceptLogConcerns', { body: { reason: 'It was switched off' } })
    expect(left).toEqual([])
    await eventually(async () => expect((await ahead.client.call('getLogRetention')).body.events).toBeLessThan(events))
    const query = { filter: 'eventType eq "gatehouse.log.concern.accept"' }
    const [event] = (await ahead.client.call('listLogEvents', { query })).body
    expect(event).toMatchObject({ actor: { type: 'User' }, outcome: { reason: 'It was switched off' } })
  })

  it('a clock that was put right again has removed nothing, and needs no one', async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    const clock = new TestClock()
    await (await startServer({ dataFile, clock })).stop()
    clock.advance(100 * DAY_MS)
    await (await startServer({ dataFile, clock })).stop()
    clock.advance(-99 * DAY_MS)
    const right = await startServer({ dataFile, clock })
    expect((await right.client.call('getWorkspace')).body.logConcerns).toEqual([])
  })

  it('while the service runs; readings that agree for a day let it go on', async () => {
    const log = await LogFixture.create()
    await log.append(400)
    await readClock(log.service)
    log.clock.jump(100 * DAY_MS)
    await log.append(1)
    await requestRetention(log.service)
    expect(await listConcerns(log.service)).toMatchObject([{ kind: 'CLOCK' }])
    const queued = () => log.store.read.all(`SELECT 1 FROM jobs WHERE type = 'logRetention'`)
    expect([await queued(), await removedOf(log)]).toEqual([[], 0])
    for (let hour = 0; hour < 24; hour += 1) {
      expect(await queued()).toEqual([])
      log.clock.advance(HOUR_MS)
      await requestRetention(log.service)
    }
    expect(await listConcerns(log.service)).toEqual([])
    expect(await queued()).toHaveLength(1)
    await log.store.close()
  })
})

it('a leap that is accepted while the clock is read stays accepted', async () => {
  const log = await LogFixture.create()
  await log.append(3)
  await readClock(log.service)
  log.clock.jump(100 * DAY_MS)
  await readClock(log.service)
  await Promise.all([readClock(log.service), acceptConcerns(log.service, systemContext(), 'It was off')])
  expect(await listConcerns(log.service)).toEqual([])
  await log.store.close()
})

describe('a clock that was put back', () => {
  it('is said in the log and to administrators; nothing is removed until it is right or accepted', async () => {
    const dataFile = join(await aFolder(), 'org.sqlite')
    const clock = new TestClock()
    await (await startServer({ dataFile, clock })).stop()
    clock.advance(-100 * DAY_MS)
    const back = await startServer({ dataFile, clock })
    const { logConcerns } = (await back.client.call('getWorkspace')).body
    expect(logConcerns).toMatchObject([{ kind: 'CLOCK', message: expect.stringContaining('100 days behind') }])
    const query = { filter: 'eventType eq "gatehouse.log.concern.find"' }
    const [event] = (await back.client.call('listLogEvents', { query })).body
    expect(event?.outcome).toMatchObject({ result: 'FAILURE', reason: expect.stringContaining('100 days behind') })
    await back.stop()

    clock.advance(100 * DAY_MS)
    const right = await startServer({ dataFile, clock })
    expect((await right.client.call('getWorkspace')).body.logConcerns).toEqual([])
  })

  it.each([
    ['a minute', 60_000],
    ['an hour', HOUR_MS],
    ['some days', 5 * DAY_MS],
  ])('by %s leaves the order of the log, its chain and its seals as they are', async (_, ms) => {
    const log = await LogFixture.create()
    const uuids = (await log.append(3)).map(({ uuid }) => uuid)
    await log.seal()
    for (const step of [-ms, 2 * ms, -ms, -2 * DAY_MS, 2 * DAY_MS]) {
      uuids.push(...(await log.append(2)).map(({ uuid }) => uuid))
      log.clock.jump(step)
      uuids.push(...(await log.append(2)).map(({ uuid }) => uuid))
      await log.seal()
      expect(await listConcerns(log.service)).toEqual([])
    }
    uuids.push(...(await log.append(2)).map(({ uuid }) => uuid))
    log.clock.jump(-ms)
    uuids.push(...(await log.append(2)).map(({ uuid }) => uuid))
    expect((await log.verify()).violation).toBeNull()
    const rows = await log.store.read.all<{ uuid: string }>('SELECT uuid FROM log_events ORDER BY sequence')
    expect(rows.map(({ uuid }) => uuid).filter((uuid) => uuids.includes(uuid))).toEqual(uuids)
    await log.store.close()
  })
})
