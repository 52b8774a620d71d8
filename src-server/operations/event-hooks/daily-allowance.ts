import type { Statements } from '../../db/statements.ts'
import type { Service } from '../service.ts'
import { readSetting, writeSetting } from '../settings.ts'
import { hookBounds } from './bounds.ts'

const dayOf = (time: string) => time.slice(0, 10)

/** Events that hooks of the organization may still be sent today (spec/4 §3.2). */
export async function leftToday(service: Service, read: Statements = service.store.read): Promise<number> {
  const sent = await readSetting(read, 'hookEventsSent')
  const { eventsPerDay } = hookBounds(service)
  return sent?.day === dayOf(service.now()) ? Math.max(0, eventsPerDay - sent.count) : eventsPerDay
}

/**
 * Takes events off today's allowance. WHY before they are sent: writes run one at a time, so that couriers that set out together
 * cannot pass the limit; what a crash interrupts counts twice, as it is sent twice.
 */
export async function takeFromToday(write: Statements, now: string, count: number): Promise<void> {
  const sent = await readSetting(write, 'hookEventsSent')
  const before = sent?.day === dayOf(now) ? sent.count : 0
  await writeSetting(write, 'hookEventsSent', { day: dayOf(now), count: before + count })
}

/** When the next day of UTC begins. @param now milliseconds since the epoch; so is the answer */
export function nextDay(now: number): number {
  return new Date(now).setUTCHours(24, 0, 0, 0)
}
