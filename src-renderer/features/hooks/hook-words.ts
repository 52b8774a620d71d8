import { BadgeCheck, Check, CircleAlert, Clock, ShieldQuestionMark } from '@lucide/vue'
import type { DeliveryAttempt, DeliveryStatus, VerificationStatus } from '../../../src-server/contract/event-hook.ts'
import type { Look } from '../../components/status-words.ts'

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
