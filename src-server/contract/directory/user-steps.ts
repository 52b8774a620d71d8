import type { ErrorCode } from '../interface/error-codes.ts'
import { USER_STATUSES, type UserStatus } from './user-status.ts'

/** A step of a person's life, as the table of spec/4 §2.1 "Lifecycle" has it. */
interface UserStep {
  /** The statuses from which it is allowed. */
  readonly from: readonly UserStatus[]
  /** Where it leads; null: to where the person is. @param canSignIn whether they need no password to be chosen first */
  readonly to: (canSignIn: boolean) => UserStatus | null
  /** How it is refused from another status. */
  readonly refusal: (status: UserStatus) => ErrorCode
}

const to = (status: UserStatus | null) => () => status
const refusedBy = (code: ErrorCode) => () => code
const WRONG_STATUS = refusedBy('E0000038')

const STEPS = {
  activate: {
    from: ['STAGED', 'DEPROVISIONED'],
    to: (canSignIn) => (canSignIn ? 'ACTIVE' : 'PROVISIONED'),
    refusal: (status) => (status === 'ACTIVE' ? 'E0000016' : 'E0000038'),
  },
  reactivate: { from: ['PROVISIONED'], to: to(null), refusal: WRONG_STATUS },
  unlock: { from: ['LOCKED_OUT'], to: to('ACTIVE'), refusal: refusedBy('E0000032') },
  // A person who never chose a password has the link, too (spec/5 §2).
  reset_password: {
    from: ['ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY', 'PROVISIONED'],
    to: to('RECOVERY'),
    refusal: WRONG_STATUS,
  },
  expire_password: { from: ['ACTIVE'], to: to('PASSWORD_EXPIRED'), refusal: WRONG_STATUS },
  expire_password_with_temp_password: { from: ['ACTIVE'], to: to('PASSWORD_EXPIRED'), refusal: WRONG_STATUS },
  // Who recovers may have lost their factors, too (spec/6 16).
  reset_factors: { from: ['ACTIVE', 'RECOVERY'], to: to(null), refusal: WRONG_STATUS },
  suspend: { from: ['ACTIVE'], to: to('SUSPENDED'), refusal: refusedBy('E0000001') },
  unsuspend: { from: ['SUSPENDED'], to: to('ACTIVE'), refusal: refusedBy('E0000001') },
  deactivate: {
    from: USER_STATUSES.filter((status) => status !== 'DEPROVISIONED'),
    to: to('DEPROVISIONED'),
    refusal: WRONG_STATUS,
  },
} as const satisfies Readonly<Record<string, UserStep>>

export type UserVerb = keyof typeof STEPS

/** The steps of a person's life, in the order in which they are offered. */
export const USER_STEPS: Readonly<Record<UserVerb, UserStep>> = STEPS

/** The steps that are allowed from a status. */
export function stepsFrom(status: UserStatus): UserVerb[] {
  return (Object.keys(USER_STEPS) as UserVerb[]).filter((verb) => USER_STEPS[verb].from.includes(status))
}
