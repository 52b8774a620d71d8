import type { UserStatus } from '#contract/directory/user.ts'
import { displayNameOf } from '#db/tables/users.ts'
import type { EvaluationContext } from '#policy/index.ts'

/** Statuses in which a person cannot sign in, as a sentence puts them. */
const SHUT_OUT: Partial<Record<UserStatus, string>> = {
  SUSPENDED: 'suspended',
  DEPROVISIONED: 'deactivated',
  LOCKED_OUT: 'locked out',
}

/**
 * Why no sign-in reaches the policies, one sentence each; none when they decide. Simulations tell verdicts all the same
 * (spec/5 decision 8).
 */
export function unreachedBecause(
  person: EvaluationContext['person'],
  app: { label: string; status: string } | null,
): string[] {
  const state = SHUT_OUT[person?.user?.status as UserStatus]
  const { firstName, lastName } = (person?.user?.profile ?? {}) as { firstName: string; lastName: string }
  return [
    ...(state ? [`${displayNameOf({ firstName, lastName })} is ${state}: no sign-in reaches the policies`] : []),
    ...(app?.status === 'INACTIVE' ? [`${app.label} is inactive: no sign-in to it reaches the policies`] : []),
  ]
}
