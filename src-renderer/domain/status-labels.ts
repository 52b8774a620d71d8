import {
  Ban,
  Check,
  CircleAlert,
  CircleDashed,
  CircleQuestionMark,
  CircleSlash,
  Clock,
  KeyRound,
  Lock,
  Minus,
  CirclePause,
  ShieldQuestionMark,
  X,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { OUTCOMES } from '#contract/log/log-event.ts'
import type { Verdict } from '#contract/policy/simulation.ts'
import { USER_STATUS_LABELS, type UserStatus } from '#contract/directory/user-status.ts'

export type Tone = 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'undefined'

/** How a word of the interface is shown. */
export interface StatusMeta {
  word: string
  tone: Tone
  icon: Component
  /** Hatches the ground: what is not known may change it. */
  hatched?: boolean
}

type Outcome = (typeof OUTCOMES)[number]
type Status = UserStatus | 'INACTIVE' | Outcome

/** Every status that objects and events carry: our word, its meaning's colour and its icon. */
const STATUS: Record<Status, StatusMeta> = {
  ACTIVE: { word: USER_STATUS_LABELS.ACTIVE, tone: 'success', icon: Check },
  INACTIVE: { word: 'Inactive', tone: 'neutral', icon: CircleDashed },
  STAGED: { word: USER_STATUS_LABELS.STAGED, tone: 'neutral', icon: CircleDashed },
  PROVISIONED: { word: USER_STATUS_LABELS.PROVISIONED, tone: 'accent', icon: Clock },
  RECOVERY: { word: USER_STATUS_LABELS.RECOVERY, tone: 'warning', icon: KeyRound },
  PASSWORD_EXPIRED: { word: USER_STATUS_LABELS.PASSWORD_EXPIRED, tone: 'warning', icon: KeyRound },
  LOCKED_OUT: { word: USER_STATUS_LABELS.LOCKED_OUT, tone: 'danger', icon: Lock },
  SUSPENDED: { word: USER_STATUS_LABELS.SUSPENDED, tone: 'warning', icon: CirclePause },
  DEPROVISIONED: { word: USER_STATUS_LABELS.DEPROVISIONED, tone: 'neutral', icon: CircleSlash },
  SUCCESS: { word: 'Success', tone: 'success', icon: Check },
  FAILURE: { word: 'Failure', tone: 'danger', icon: CircleAlert },
  SKIPPED: { word: 'Skipped', tone: 'neutral', icon: Minus },
  ALLOW: { word: 'Allowed', tone: 'success', icon: Check },
  DENY: { word: 'Denied', tone: 'danger', icon: Ban },
  CHALLENGE: { word: 'Challenged', tone: 'warning', icon: ShieldQuestionMark },
  UNKNOWN: { word: 'Unknown', tone: 'undefined', icon: CircleQuestionMark },
}

/** The three verdicts; UNDEFINED is hatched, because "cannot tell" must never look like "no". */
export const VERDICT: Record<Verdict, StatusMeta> = {
  MATCH: { word: 'Match', tone: 'success', icon: Check },
  NOT_MATCH: { word: 'No match', tone: 'danger', icon: X },
  UNDEFINED: { word: 'Cannot tell', tone: 'undefined', icon: CircleQuestionMark },
}

/** The look of a status, also of one that this program does not know yet. */
export function statusMeta(status: string): StatusMeta {
  return (STATUS as Record<string, StatusMeta>)[status] ?? { ...STATUS.UNKNOWN, word: status }
}
