import type { ChainViolationKind, LogVerification } from '#contract/log/log-proof.ts'
import { exactTime } from '#ui/lib/time.ts'
import { count, counted } from '#ui/lib/numbers.ts'

type Tone = 'neutral' | 'success' | 'danger' | 'warning'

/** The short label of a violation of the chain. */
const VIOLATION_TITLES: Readonly<Record<ChainViolationKind, string>> = {
  CHANGED: 'An event was changed',
  MISSING: 'Events are missing',
  INSERTED: 'An event was inserted',
  INDEX: 'A column differs from its event',
  WORDS: 'The index of words differs from the events',
  SEAL: 'A seal is invalid',
  GAP: 'The record of a removal is invalid',
  SETTING: 'A protective setting was changed without an event',
}

/** The result of a verification in one line. */
export function verificationTitle({ state, violation, total }: LogVerification): string {
  if (state === 'BROKEN' && violation) return VIOLATION_TITLES[violation.kind]
  return {
    NONE: 'Not verified since the service started',
    RUNNING: 'Verifying',
    SOUND: `All ${counted(total, 'event')} are unmodified`,
    BROKEN: 'The log was modified',
    CANCELLED: 'Cancelled',
    FAILED: 'The log could not be verified',
  }[state]
}

export const VERIFICATION_TONE: Readonly<Record<LogVerification['state'], Tone>> = {
  NONE: 'neutral',
  RUNNING: 'neutral',
  SOUND: 'success',
  BROKEN: 'danger',
  CANCELLED: 'neutral',
  FAILED: 'warning',
}

/** Where the clock jumped: "The clock jumped from … to … (event 12). Events are in the order of writing." */
export function clockJumpText({ sequence, from, to }: LogVerification['clockJumps'][number]): string {
  return `The clock jumped from ${exactTime(from)} to ${exactTime(to)} (event ${count(sequence)}): it was set, or the machine slept. Events stay in the order of writing.`
}

/** How far work is, in whole percent; null while it is not known how much there is. */
export function percentOf(done: number, total: number): number | null {
  return total <= 0 ? null : Math.min(100, Math.floor((done / total) * 100))
}

/** "12,000 of 52,118 events"; before that is known, that it is being found out. */
export function progressText(done: number, total: number): string {
  return total <= 0 ? 'Counting the events' : `${count(done)} of ${counted(total, 'event')}`
}
