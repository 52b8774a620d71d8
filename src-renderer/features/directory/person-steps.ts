import { stepsFrom, type UserVerb } from '#contract/directory/user-steps.ts'
import type { User } from '#contract/directory/user.ts'
import { api } from '#ui/api/client.ts'
import type { BulkAction } from '#ui/resource/list/bulk.ts'

interface StepMeta {
  label: string
  /** What was done, after the person's name. */
  done: string
  /** Whether it takes nothing away. */
  harmless?: boolean
  call: (userId: string) => Promise<unknown>
  /** What it does, each a sentence. */
  consequences: (person: User) => string[]
}

const hasPassword = ({ credentials }: User) => credentials.password !== undefined

/** How each step of a person's life is called here, and what it does. */
export const PERSON_STEPS: Readonly<Record<UserVerb, StepMeta>> = {
  activate: {
    label: 'Activate',
    done: 'is activated',
    harmless: true,
    call: (userId) => api.call('activateUser', { params: { userId } }),
    consequences: (person) => [
      hasPassword(person)
        ? 'They are active at once, with the password that they have.'
        : 'They have no password, so their activation is pending.',
      'Their groups and applications are those that they had.',
    ],
  },
  suspend: {
    label: 'Suspend',
    done: 'is suspended',
    call: (userId) => api.call('suspendUser', { params: { userId } }),
    consequences: () => [
      'They can no longer sign in: no sign-in of theirs reaches the policies.',
      'Their profile, groups and applications stay, and suspension can be lifted at any time.',
    ],
  },
  unsuspend: {
    label: 'Unsuspend',
    done: 'is no longer suspended',
    harmless: true,
    call: (userId) => api.call('unsuspendUser', { params: { userId } }),
    consequences: () => ['They are active again, and the policies decide about their sign-ins.'],
  },
  deactivate: {
    label: 'Deactivate',
    done: 'is deactivated',
    call: (userId) => api.call('deactivateUser', { params: { userId } }),
    consequences: () => [
      'They can no longer sign in, and the list of people leaves them out.',
      'Their profile and groups stay: they can be activated again, or deleted for good.',
    ],
  },
}

/** Each step for many people at once: of those chosen, it is taken with those whose status allows it. */
export const bulkSteps: BulkAction<User>[] = Object.entries(PERSON_STEPS).map(
  ([verb, { label, done, harmless, call }]) => ({
    key: verb,
    label,
    done: done.replace(/^is /, ''),
    danger: !harmless,
    applies: ({ status }) => stepsFrom(status).includes(verb as UserVerb),
    run: ({ id }) => call(id),
  }),
)

/** What can be done with a person now, by their status alone, in the order of the menu. */
export function personSteps({ status }: Pick<User, 'status'>): { key: UserVerb; label: string }[] {
  return stepsFrom(status).map((key) => ({ key, label: `${PERSON_STEPS[key].label}…` }))
}
