import type { UserType } from '#contract/directory/user-type.ts'
import { defineResource } from '#ui/resource/define-resource.ts'
import type { ObjectForm } from '#ui/resource/form/field-specs.ts'

/** Kinds of people, each with a profile of its own. */
export const userTypes = defineResource({
  kind: 'userType',
  title: 'User types',
  operations: { list: 'listUserTypes', get: 'getUserType', create: 'createUserType' },
  nameOf: ({ displayName }) => displayName,
})

export const userTypeForm: ObjectForm<UserType> = {
  blank: () => ({ displayName: '', name: '', description: '' }),
  fields: [
    { path: 'displayName', label: 'Name', control: 'text', required: true },
    {
      path: 'name',
      label: 'Internal name',
      control: 'text',
      required: true,
      mono: true,
      help: 'Letters, digits and underscores; it cannot be changed later.',
    },
    { path: 'description', label: 'Description', control: 'text' },
  ],
}
