export const USER_STATUSES = [
  'STAGED',
  'PROVISIONED',
  'ACTIVE',
  'RECOVERY',
  'PASSWORD_EXPIRED',
  'LOCKED_OUT',
  'SUSPENDED',
  'DEPROVISIONED',
] as const
export type UserStatus = (typeof USER_STATUSES)[number]

/** Who can use administrator roles and tokens. Lockout is about guessed passwords: who guesses them must not stop an administrator's scripts. */
export const CAN_ACT: readonly UserStatus[] = ['ACTIVE', 'PASSWORD_EXPIRED', 'RECOVERY', 'LOCKED_OUT']

/** Whether a person can use the roles that they hold. */
export const canAct = (status: UserStatus): boolean => CAN_ACT.includes(status)

/** What the status of a person is called, on pages and in the sentences of the service. */
export const USER_STATUS_LABELS: Readonly<Record<UserStatus, string>> = {
  STAGED: 'Staged',
  PROVISIONED: 'Pending activation',
  ACTIVE: 'Active',
  RECOVERY: 'Recovering password',
  PASSWORD_EXPIRED: 'Password expired',
  LOCKED_OUT: 'Locked out',
  SUSPENDED: 'Suspended',
  DEPROVISIONED: 'Deactivated',
}
