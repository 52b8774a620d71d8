import type { LogConcern } from '#contract/log/log-concern.ts'
import { systemContext } from '#audit-log/request-context.ts'
import type { Reader } from '#db/connection.ts'
import type { Service } from '../../service/service.ts'
import { readSetting, writeSetting, type ClockNote } from '../../service/settings.ts'
import { concernEvent } from './concern-event.ts'
import { judgeClock, toleranceOf } from './clock-note.ts'
import { newestOwnTime } from './log-events.sql.ts'
import { retentionDays } from './retention-setting.ts'

const DAY_MS = 86_400_000

/**
 * Reads the clock, and notes what that says of it: a leap is an event. To be called before old events are looked for.
 * @returns the leap that is not accepted
 */
export function readClock(service: Service): Promise<LogConcern | null> {
  const { clockWatch } = service
  // INVARIANT: read where it is written, so that what was accepted meanwhile stays so.
  return service.write(systemContext(), async (tx) => {
    const known = (await readSetting(tx, 'clock')) ?? (await fromNewestEvent(tx))
    const [steady, now] = [clockWatch.steady(), service.clock()]
    const passed = clockWatch.readAt === null ? null : steady - clockWatch.readAt
    const reading = { now, passed, tolerance: toleranceOf(await retentionDays(tx)) }
    const note = known ? judgeClock(known, reading) : { read: new Date(now).toISOString(), leap: null }
    await writeSetting(tx, 'clock', note)
    clockWatch.readAt = steady
    const concern = concernOf(note)
    if (concern && note.leap?.to !== known?.leap?.to) tx.record(concernEvent(concern))
    return concern
  })
}

/** Before there is a reading: when the last event was written here. */
async function fromNewestEvent(reader: Reader): Promise<ClockNote | null> {
  const read = await newestOwnTime(reader)
  return read !== undefined && !Number.isNaN(Date.parse(read)) ? { read, leap: null } : null
}

/** The leap as it was noted last. */
export async function clockConcern(reader: Reader): Promise<LogConcern | null> {
  return concernOf(await readSetting(reader, 'clock'))
}

function concernOf(note: ClockNote | null): LogConcern | null {
  if (!note?.leap) return null
  const { from, to } = note.leap
  return { kind: 'CLOCK', found: to, message: `${leapText(from, to)} ${WAITS}` }
}

const WAITS = 'It is believed once it has run steadily for a day, or once this is accepted.'

function leapText(from: string, to: string): string {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
  const much = `${Math.abs(days)} day${Math.abs(days) === 1 ? '' : 's'}`
  if (days > 0) return `The clock of this machine was ${much} ahead of its last reading of ${from}.`
  return `The clock of this machine was ${much} behind its last reading of ${from}, so that events from before or after that have wrong times.`
}

/** Believes the clock. */
export async function acceptedClock(reader: Reader): Promise<ClockNote | null> {
  const note = await readSetting(reader, 'clock')
  return note && { ...note, leap: null }
}
