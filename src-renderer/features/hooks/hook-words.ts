import { format } from 'date-fns'
import { BadgeCheck, Check, CircleAlert, Clock, ShieldQuestionMark } from '@lucide/vue'
import type {
  DeliveryAttempt,
  DeliveryStatus,
  HookRest,
  VerificationStatus,
} from '../../../src-server/contract/event-hook.ts'
import { LIMITS } from '../../../src-server/contract/limits.ts'
import type { Look } from '../../components/status-words.ts'
import { count } from '../../components/time.ts'

/** Whether an endpoint has proved that it wants events. */
export const VERIFICATION: Readonly<Record<VerificationStatus, Look>> = {
  VERIFIED: { word: 'Verified', tone: 'success', icon: BadgeCheck },
  UNVERIFIED: { word: 'Not verified', tone: 'warning', icon: ShieldQuestionMark },
}

/** What came of a delivery. */
export const DELIVERY: Readonly<Record<DeliveryStatus, Look>> = {
  DELIVERED: { word: 'Delivered', tone: 'success', icon: Check },
  FAILED: { word: 'Failed', tone: 'danger', icon: CircleAlert },
  PENDING: { word: 'Waiting', tone: 'neutral', icon: Clock },
}

/** One try in a few words: "answered 200", or what went wrong. */
export function attemptWords({ status, problem }: DeliveryAttempt): string {
  return problem ?? `answered ${status ?? 'nothing'}`
}

/** Milliseconds as people read them: "180 ms", "3.0 s". */
export function tookWords(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** Whether the service's words say that the developer switch would help. */
export function asksForSwitch(words: string | undefined): boolean {
  return words?.includes('developer switch') ?? false
}

/** Why the deliveries of a hook rest, and until when: in a word or two, and in full. */
export function restWords({ reason, until }: HookRest): { short: string; full: string } {
  const time = format(new Date(until), reason === 'DAY_LIMIT' ? 'HH:mm' : 'HH:mm:ss')
  if (reason === 'DAY_LIMIT')
    return {
      short: `Rests until ${time}`,
      full: `The ${count(LIMITS.hookEventsPerDay)} events that all hooks may be sent in one day (UTC) are sent. What waits goes out from ${time}.`,
    }
  return {
    short: `Next try ${time}`,
    full: `Its endpoint keeps failing, so it rests between deliveries, longer each time; what happens meanwhile waits. The next try is at ${time}. Verifying the hook or sending a delivery again tries at once.`,
  }
}
