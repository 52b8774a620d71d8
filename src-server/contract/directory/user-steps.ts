import { USER_STATUSES, type UserStatus } from './user.ts'

/** The steps of a person's life that this version takes; the others come with the rest of the directory. */
const VERBS = ['activate', 'suspend', 'unsuspend', 'deactivate'] as const
export type UserVerb = (typeof VERBS)[number]

/** The statuses from which each step is allowed (spec/4 §2.1 "Lifecycle"). */
export const STEP_FROM: Readonly<Record<UserVerb, readonly UserStatus[]>> = {
  activate: ['STAGED', 'DEPROVISIONED'],
  deactivate: USER_STATUSES.filter((status) => status !== 'DEPROVISIONED'),
  suspend: ['ACTIVE'],
  unsuspend: ['SUSPENDED'],
}

/** The steps that are allowed from a status. */
export function stepsFrom(status: UserStatus): UserVerb[] {
  return VERBS.filter((verb) => STEP_FROM[verb].includes(status))
}
