import type { Revealed } from '#ui/components/objects/revealed.ts'
import { PEOPLE_ACTS } from '#contract/directory/people-change.ts'
import { stepsFrom, type UserVerb } from '#contract/directory/user-steps.ts'
import type { User } from '#contract/directory/user.ts'
import type { OperationId } from '#contract/routes/index.ts'
import { api } from '#ui/api/client.ts'
import { useRightsStore } from '#ui/stores/rights.ts'

interface StepMeta {
  label: string
  /** What is asked before, where the label with the name makes no sentence. */
  question?: (name: string) => string
  /** What was done, after the person's name. */
  done: string
  /** Whether it takes nothing away. */
  harmless?: boolean
  /** @returns what the person has to be told, if anything */
  call: (person: User) => Promise<Revealed | null>
  /** Whether it answers with a secret, so that it is taken with one person at a time. */
  reveals?: boolean
  /** What it does, each a sentence. */
  consequences: (person: User) => string[]
}

const hasPassword = ({ credentials }: User) => credentials?.password !== undefined

type QuietStep = 'suspendUser' | 'unsuspendUser' | 'deactivateUser' | 'unlockUser' | 'expirePassword' | 'resetFactors'

const quietly =
  (id: QuietStep) =>
  async ({ id: userId }: User) => {
    await api.call(id, { params: { userId } })
    return null
  }

const WHERE_IT_GOES = 'No mail is sent from here: pass it on yourself. It is shown only now.'

/** With `sendEmail=false` the address is told; who has a password needs none. */
const activation = (id: 'activateUser' | 'reactivateUser') => async (person: User) => {
  const sendEmail = hasPassword(person) ? 'true' : 'false'
  const { activationUrl } = await api.call(id, { params: { userId: person.id }, query: { sendEmail } })
  return activationUrl
    ? {
        title: 'Activation address',
        text: `They choose a password there. ${WHERE_IT_GOES}`,
        secret: activationUrl,
      }
    : null
}

/** How each step of a person's life is called here, and what it does. */
export const PERSON_STEPS: Readonly<Record<UserVerb, StepMeta>> = {
  activate: {
    label: PEOPLE_ACTS.activate.label,
    done: 'is activated',
    harmless: true,
    reveals: true,
    call: activation('activateUser'),
    consequences: (person) => [
      hasPassword(person)
        ? 'They are active at once, with the password that they have.'
        : 'They have no password, so their activation is pending.',
      'They get back the groups and applications that they had.',
    ],
  },
  reactivate: {
    label: 'Activate again',
    question: (name) => `Create a new activation address for ${name}?`,
    done: 'can be activated by a new address',
    harmless: true,
    reveals: true,
    call: activation('reactivateUser'),
    consequences: () => ['A new activation address is created. The former one ends.'],
  },
  unlock: {
    label: PEOPLE_ACTS.unlock.label,
    done: 'is unlocked',
    harmless: true,
    call: quietly('unlockUser'),
    consequences: () => ['They are active again, with the password that they have.'],
  },
  reset_password: {
    label: 'Reset password',
    question: (name) => `Reset the password of ${name}?`,
    done: 'has to choose another password',
    reveals: true,
    call: async ({ id: userId }) => {
      const { resetPasswordUrl } = await api.call('resetPassword', {
        params: { userId },
        query: { sendEmail: 'false' },
      })
      return {
        title: 'Password reset address',
        text: `They choose a password there. ${WHERE_IT_GOES}`,
        secret: resetPasswordUrl ?? '',
      }
    },
    consequences: () => [
      'They can no longer sign in until they have chosen another password.',
      'You get an address to pass on, which is shown once.',
    ],
  },
  expire_password: {
    label: PEOPLE_ACTS.expire_password.label,
    question: (name) => `Expire the password of ${name}?`,
    done: 'has an expired password',
    call: quietly('expirePassword'),
    consequences: () => ['They have to choose another password when they sign in next.'],
  },
  expire_password_with_temp_password: {
    label: 'Give a temporary password',
    question: (name) => `Give ${name} a temporary password?`,
    done: 'has a temporary password',
    reveals: true,
    call: async ({ id: userId }) => {
      const { tempPassword } = await api.call('expirePasswordWithTempPassword', { params: { userId } })
      const text = `They have to change it when they sign in next. ${WHERE_IT_GOES}`
      return { title: 'Temporary password', text, secret: tempPassword }
    },
    consequences: () => [
      'Their password no longer works. The temporary one takes its place.',
      'You get the temporary password to pass on, which is shown once.',
    ],
  },
  reset_factors: {
    label: PEOPLE_ACTS.reset_factors.label,
    question: (name) => `Reset the factors of ${name}?`,
    done: 'has no factors any more',
    call: quietly('resetFactors'),
    consequences: () => ['All factors that they have enrolled are removed. They enroll again when they are asked to.'],
  },
  suspend: {
    label: PEOPLE_ACTS.suspend.label,
    done: 'is suspended',
    call: quietly('suspendUser'),
    consequences: () => [
      'They can no longer sign in: no sign-in of theirs reaches the policies.',
      'Their profile, groups and applications stay, and suspension can be lifted at any time.',
    ],
  },
  unsuspend: {
    label: PEOPLE_ACTS.unsuspend.label,
    done: 'is no longer suspended',
    harmless: true,
    call: quietly('unsuspendUser'),
    consequences: () => ['They are active again, and the policies decide about their sign-ins.'],
  },
  deactivate: {
    label: PEOPLE_ACTS.deactivate.label,
    done: 'is deactivated',
    call: quietly('deactivateUser'),
    consequences: () => [
      'They can no longer sign in, and the list of people leaves them out.',
      'Their profile and groups stay: they can be activated again, or deleted for good.',
    ],
  },
}

/** What each step calls. */
const STEP_OPERATIONS: Readonly<Record<UserVerb, OperationId>> = {
  activate: 'activateUser',
  reactivate: 'reactivateUser',
  unlock: 'unlockUser',
  reset_password: 'resetPassword',
  expire_password: 'expirePassword',
  expire_password_with_temp_password: 'expirePasswordWithTempPassword',
  reset_factors: 'resetFactors',
  suspend: 'suspendUser',
  unsuspend: 'unsuspendUser',
  deactivate: 'deactivateUser',
}

/** Whether the caller may take a step at all. */
export const mayTake = (step: UserVerb): boolean => useRightsStore().can(STEP_OPERATIONS[step])

/** What can be done with a person now, by their status alone, in the order of the menu. */
export function personSteps({ status }: Pick<User, 'status'>): { key: UserVerb; label: string }[] {
  return stepsFrom(status).map((key) => ({ key, label: `${PERSON_STEPS[key].label}…` }))
}
