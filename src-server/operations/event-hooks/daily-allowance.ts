import type { Reader } from '#db/connection.ts'
import type { WriteTransaction } from '#db/transaction.ts'
import { readSetting, writeSetting } from '../service/settings.ts'

const dayOf = (time: string) => time.slice(0, 10)

/** Events that hooks of the organization may still be sent today (spec/4 §3.2). @param now ISO 8601 */
export async function leftToday(reader: Reader, now: string, eventsPerDay: number): Promise<number> {
  const sent = await readSetting(reader, 'hookEventsSent')
  return sent?.day === dayOf(now) ? Math.max(0, eventsPerDay - sent.count) : eventsPerDay
}

/**
 * Takes events off today's allowance. WHY before they are sent: writes run one at a time, so that workers that set out together
 * cannot pass the limit; what a crash interrupts counts twice, as it is sent twice.
 */
export async function takeFromToday(tx: WriteTransaction, now: string, count: number): Promise<void> {
  const sent = await readSetting(tx, 'hookEventsSent')
  const before = sent?.day === dayOf(now) ? sent.count : 0
  await writeSetting(tx, 'hookEventsSent', { day: dayOf(now), count: before + count })
}

/** When the next day of UTC begins. @param now milliseconds since the epoch; so is the answer */
export function nextDay(now: number): number {
  return new Date(now).setUTCHours(24, 0, 0, 0)
}
