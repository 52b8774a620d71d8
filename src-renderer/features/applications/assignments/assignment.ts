import type { AppUser } from '#contract/apps/app.ts'
import type { ProfileSchema } from '#contract/directory/profile-schema.ts'
import { linkedId } from '#ui/api/links.ts'
import type { Draft, FieldSpec } from '#ui/resource/form/field-specs.ts'
import { attributeFields, changedAttributes, toForm, type Attributes } from '#ui/resource/schema/attribute-fields.ts'

type Held = Pick<AppUser, 'credentials' | 'profile'>

const USER_NAME: FieldSpec = {
  path: 'credentials.userName',
  label: 'User name there',
  control: 'text',
  required: true,
  mono: true,
  help: 'Replaces the one that the application’s template makes.',
}

/** The attributes of the application's schema that an assignment shows. */
export function shownAttributes({ definitions: { base, custom } }: ProfileSchema, { profile }: Held): Attributes {
  const all = { ...base.properties, ...custom.properties }
  return Object.fromEntries(Object.entries(all).filter(([name]) => name in profile))
}

/** The form of an assignment: the name that the person has there, and their profile by the schema of the application. */
export const assignmentFields = (attributes: Attributes): FieldSpec[] => [
  USER_NAME,
  ...attributeFields(attributes, 'Profile there'),
]

/** An assignment as its form holds it. */
export const assignmentDraft = (attributes: Attributes, { credentials, profile }: Held): Draft => ({
  credentials: { userName: credentials.userName },
  profile: toForm(attributes, profile),
})

/**
 * What of an assignment was changed; what was not is not sent, so that it goes on to follow the person and their groups. An emptied value is
 * null, which lets it follow them again (spec/5 §8.6).
 */
export function changedParts(attributes: Attributes, held: Held, draft: Draft) {
  const { credentials, profile } = draft as { credentials: { userName: string }; profile: Draft }
  const userName = credentials.userName.trim()
  const changed = changedAttributes(attributes, held.profile, profile)
  return {
    ...(userName === held.credentials.userName ? {} : { credentials: { userName } }),
    ...(Object.keys(changed).length === 0 ? {} : { profile: changed }),
  }
}

/** The group that gives an application to a person; null where it is assigned to them (spec/5 §8.6). */
export function groupGiving({ scope, _links }: Pick<AppUser, 'scope' | '_links'>): string | null {
  return scope === 'GROUP' ? (linkedId(_links, 'group') ?? null) : null
}
