import type { ClockJump } from '#contract/log/log-proof.ts'
import { failed } from '#contract/log/targets.ts'
import type { LogEvent } from '#contract/log/log-event.ts'
import { systemContext } from '#audit-log/request-context.ts'
import { eventMaker } from '#audit-log/to-log-event.ts'
import type { Reader } from '#db/connection.ts'
import { jumpOf } from '#verifier/clock-jump.ts'
import type { ClockReading } from '../../memory/clock-watch.ts'
import { ownEventsOfTypes } from './log-events.sql.ts'

/** Less is how clocks are kept right. INVARIANT: far less than the log may be without a seal. */
const JUMP_MS = 60_000

const JUMP = 'gatehouse.clock.jump'

/** Where the clock went on otherwise than a steady one. @returns the time that was due, and the one that it shows */
export function jumpBetween(seen: ClockReading, { steady, now }: ClockReading): Omit<ClockJump, 'sequence'> | null {
  const due = seen.now + (steady - seen.steady)
  if (Math.abs(now - due) < JUMP_MS) return null
  return { from: new Date(due).toISOString(), to: new Date(now).toISOString() }
}

/** The event that tells of a jump. It comes before all others that have the new time. */
export function jumpEvent({ from, to }: Omit<ClockJump, 'sequence'>): LogEvent {
  const make = eventMaker({ context: systemContext(), now: to, zone: null })
  const reason = `The clock of this machine jumped from ${from} to ${to}: it was set, or the machine slept.`
  return make({ type: JUMP, targets: [], outcome: failed(reason), debugData: { from, to } })
}

/** So many are told of; a clock that jumps more often is told of well enough. */
const MOST = 100

/** The jumps that own events tell of, in the order of writing. */
export async function readJumps(reader: Pick<Reader, 'all'>): Promise<ClockJump[]> {
  const rows = await ownEventsOfTypes(reader, [JUMP], 0)
  return rows.slice(0, MOST).flatMap(({ sequence, payload }) => jumpOf(sequence, JSON.parse(payload) as LogEvent) ?? [])
}
