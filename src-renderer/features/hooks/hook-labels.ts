import { BadgeCheck, Check, CircleAlert, Clock, ShieldQuestionMark } from '@lucide/vue'
import type { DeliveryAttempt, DeliveryStatus, HookBackoff, VerificationStatus } from '#contract/hooks/event-hook.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import type { StatusMeta } from '#ui/domain/status-labels.ts'
import { count } from '#ui/lib/numbers.ts'
import { formatTime } from '#ui/lib/time-zone.ts'

/** Label and tone of each verification status. */
export const VERIFICATION: Readonly<Record<VerificationStatus, StatusMeta>> = {
  VERIFIED: { word: 'Verified', tone: 'success', icon: BadgeCheck },
  UNVERIFIED: { word: 'Not verified', tone: 'warning', icon: ShieldQuestionMark },
}

/** Label and tone of each delivery status. */
export const DELIVERY: Readonly<Record<DeliveryStatus, StatusMeta>> = {
  DELIVERED: { word: 'Delivered', tone: 'success', icon: Check },
  FAILED: { word: 'Failed', tone: 'danger', icon: CircleAlert },
  PENDING: { word: 'Waiting', tone: 'neutral', icon: Clock },
}

/** One attempt: "answered 200", or its error. */
export function attemptText({ status, problem }: DeliveryAttempt): string {
  return problem ?? `answered ${status ?? 'nothing'}`
}

/** A duration: "180 ms", "3.0 s". */
export function durationText(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** Whether the service's words say that the developer switch would help. */
export function needsDeveloperSwitch(words: string | undefined): boolean {
  return words?.includes('developer switch') ?? false
}

/** Why a hook is in backoff, and until when: short for a tag, and in full. */
export function backoffText({ reason, until }: HookBackoff): { short: string; full: string } {
  const time = formatTime(new Date(until), reason === 'DAY_LIMIT' ? 'HH:mm' : 'HH:mm:ss')
  if (reason === 'DAY_LIMIT')
    return {
      short: `Paused until ${time}`,
      full: `The ${count(LIMITS.hookEventsPerDay)} events that all hooks together may receive per day (UTC) have been sent. Waiting deliveries continue at ${time}.`,
    }
  return {
    short: `Next try ${time}`,
    full: `The endpoint keeps failing, so retries back off, longer each time; new events wait. Next try at ${time}. Verifying the hook or sending a delivery again retries at once.`,
  }
}
