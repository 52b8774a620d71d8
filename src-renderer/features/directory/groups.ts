import type { Group } from '#contract/directory/group.ts'
import { defineResource } from '#ui/resource/define-resource.ts'
import type { Draft, FieldSpec, ObjectForm } from '#ui/resource/form/field-specs.ts'
import { bodyOf } from '#ui/resource/form/form-body.ts'
import { attributeFields, fromForm, toForm, type Attributes } from '#ui/resource/schema/attribute-fields.ts'

/** Groups of people. */
export const groups = defineResource({
  kind: 'group',
  title: 'Groups',
  operations: {
    list: 'listGroups',
    get: 'getGroup',
    create: 'createGroup',
    replace: 'replaceGroup',
    remove: 'deleteGroup',
  },
  nameOf: ({ profile }) => profile.name,
})

const PROFILE_FIELDS: readonly FieldSpec[] = [
  { path: 'profile.name', label: 'Name', control: 'text', required: true },
  { path: 'profile.description', label: 'Description', control: 'text', rows: 2 },
]

/** The form of a group. @param attributes that the organization has added to groups */
export function groupForm(attributes: Attributes): ObjectForm<Group> {
  const fields = [...PROFILE_FIELDS, ...attributeFields(attributes, 'Further attributes')]
  return {
    blank: () => ({ profile: { name: '', description: '' } }),
    draftOf: ({ profile }) => ({ profile: toForm(attributes, profile) }),
    bodyOf: (draft) => {
      const { profile } = bodyOf(fields, draft) as { profile: Draft }
      const all = Object.entries({ ...profile, ...fromForm(attributes, profile) })
      return { profile: Object.fromEntries(all.filter(([, value]) => value !== null)) }
    },
    fields,
  }
}

const TYPE_LABELS: Record<Group['type'], string> = {
  SVC_GROUP: 'Managed here',
  APP_GROUP: 'From an application',
  BUILT_IN: 'Built in',
}

/** Where a group comes from. */
export function groupTypeLabel({ type }: Pick<Group, 'type'>): string {
  return TYPE_LABELS[type]
}

/** Whether a group can be changed here. */
export function isOwnGroup({ type }: Pick<Group, 'type'>): boolean {
  return type === 'SVC_GROUP'
}

/** Whether a group can be deleted here; of one that an application brought in, the service may still say that it is pushed. */
export function isRemovableGroup({ type }: Pick<Group, 'type'>): boolean {
  return type !== 'BUILT_IN'
}

/** What an application brought along of its group, by name, beside what all groups have. */
export function importedProperties({ profile }: Pick<Group, 'profile'>): [name: string, value: string][] {
  const { name: _, description: __, ...own } = profile
  return Object.entries(own).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
}
