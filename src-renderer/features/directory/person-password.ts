import type { User } from '#contract/directory/user.ts'
import type { Resource } from '#ui/resource/define-resource.ts'
import type { ObjectForm } from '#ui/resource/form/field-specs.ts'
import { people } from './people.ts'

/** The key of the action in the menu of a person. */
export const SET_PASSWORD = 'set_password'

/** A person whose password is all that is edited; drafts of it are none of the profile's. */
export const passwordOf: Resource<User> = { ...people, one: 'password' }

/** Another password for a person. */
export const setPasswordForm: ObjectForm<User> = {
  blank: () => ({}),
  draftOf: () => ({}),
  fields: [
    {
      path: 'credentials.password.value',
      label: 'Password',
      control: 'text',
      secret: true,
      required: true,
      wide: true,
      help: 'Replaces their current password. It must meet their password policy.',
    },
  ],
}
