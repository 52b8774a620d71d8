import { USER_STATUS_LABELS, type UserStatus } from '#contract/directory/user-status.ts'
import { displayNameOf } from '#db/tables/users.ts'
import type { Person } from '#policy/index.ts'

/** Statuses in which a person cannot sign in. */
const SHUT_OUT: readonly UserStatus[] = ['SUSPENDED', 'DEPROVISIONED', 'LOCKED_OUT']
export const isShutOut = (status: UserStatus): boolean => SHUT_OUT.includes(status)

/**
 * Why no sign-in reaches the policies, one sentence each; none when they decide. Simulations tell verdicts all the same
 * (spec/5 decision 8).
 */
export function unreachedBecause(
  person: Pick<Person, 'user'> | null | undefined,
  app: { label: string; status: string } | null,
): string[] {
  const status = (person?.user?.status ?? 'ACTIVE') as UserStatus
  const state = isShutOut(status) && USER_STATUS_LABELS[status].toLowerCase()
  const { firstName, lastName } = (person?.user?.profile ?? {}) as { firstName: string; lastName: string }
  return [
    ...(state ? [`${displayNameOf({ firstName, lastName })} is ${state}: no sign-in reaches the policies`] : []),
    ...(app?.status === 'INACTIVE' ? [`${app.label} is inactive: no sign-in to it reaches the policies`] : []),
  ]
}
