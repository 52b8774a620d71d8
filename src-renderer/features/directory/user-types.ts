import type { UserType } from '#contract/directory/user-type.ts'
import { linkedId } from '#ui/api/links.ts'
import { defineResource } from '#ui/resource/define-resource.ts'
import type { ObjectForm } from '#ui/resource/form/field-specs.ts'

/** Kinds of people, each with a profile of its own. */
export const userTypes = defineResource({
  kind: 'userType',
  title: 'User types',
  operations: {
    list: 'listUserTypes',
    get: 'getUserType',
    create: 'createUserType',
    replace: 'replaceUserType',
    remove: 'deleteUserType',
  },
  nameOf: ({ displayName }) => displayName,
})

/** The id of the schema that something with links is governed by: a user type, or a person. */
export const schemaIdOf = ({ _links }: Pick<UserType, '_links'>): string => linkedId(_links, 'schema') || 'default'

export const userTypeForm: ObjectForm<UserType> = {
  blank: () => ({ displayName: '', name: '', description: '' }),
  // A replacement needs all three, an empty description too.
  bodyOf: ({ displayName, name, description }) => ({ displayName, name, description: description ?? '' }),
  fields: [
    { path: 'displayName', label: 'Name', control: 'text', required: true },
    {
      path: 'name',
      label: 'Internal name',
      control: 'text',
      required: true,
      mono: true,
      fixed: true,
      help: 'Letters, digits and underscores; it cannot be changed later.',
    },
    { path: 'description', label: 'Description', control: 'text' },
  ],
}
