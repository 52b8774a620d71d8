import type { Profile, User } from '#contract/directory/user.ts'
import type { UserType } from '#contract/directory/user-type.ts'
import { isTree } from '#ui/lib/tree.ts'
import type { Draft, FieldSpec, ObjectForm } from '#ui/resource/form/field-specs.ts'
import { bodyOf } from '#ui/resource/form/form-body.ts'

type Attribute = keyof Profile & string

/** Attributes of the profile under the titles of the form, in its order; `login` to `lastName` are required. */
const SECTIONS: readonly (readonly [title: string, attributes: Readonly<Partial<Record<Attribute, string>>>])[] = [
  [
    'Account',
    { firstName: 'First name', lastName: 'Last name', email: 'Email', login: 'Login', secondEmail: 'Secondary email' },
  ],
  [
    'Name',
    {
      displayName: 'Display name',
      nickName: 'Nickname',
      middleName: 'Middle name',
      honorificPrefix: 'Title before the name',
      honorificSuffix: 'Title after the name',
      profileUrl: 'Profile address',
    },
  ],
  [
    'Work',
    {
      title: 'Job title',
      department: 'Department',
      division: 'Division',
      organization: 'Organization',
      costCenter: 'Cost center',
      employeeNumber: 'Employee number',
      manager: 'Manager',
      managerId: 'Manager id',
      userType: 'Kind of employment',
    },
  ],
  [
    'Phone and address',
    {
      primaryPhone: 'Phone',
      mobilePhone: 'Mobile phone',
      streetAddress: 'Street',
      city: 'City',
      zipCode: 'Postal code',
      state: 'State or region',
      countryCode: 'Country',
      postalAddress: 'Postal address',
    },
  ],
  ['Language and time', { preferredLanguage: 'Preferred language', locale: 'Locale', timezone: 'Time zone' }],
]
const REQUIRED: ReadonlySet<string> = new Set(['firstName', 'lastName', 'email', 'login'])
const HELP: Readonly<Partial<Record<Attribute, string>>> = {
  countryCode: 'Two letters, such as DE',
  locale: 'Such as en_US',
  timezone: 'Such as Europe/Berlin',
  profileUrl: 'A whole web address',
}

const LABELS: Readonly<Partial<Record<string, string>>> = Object.assign({}, ...SECTIONS.map(([, labels]) => labels))

/** What an attribute is called; one that is not known by its key: `costCenter` as "Cost center". */
export function attributeLabel(key: string): string {
  const words = key.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return LABELS[key] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const attributeField = (key: Attribute): FieldSpec => ({
  path: `profile.${key}`,
  label: attributeLabel(key),
  control: 'text',
  required: REQUIRED.has(key),
  ...(HELP[key] ? { help: HELP[key] } : {}),
})

const attributesIn = (labels: object) => Object.keys(labels) as Attribute[]

/** Every attribute that the interface knows, each with its section. */
const PROFILE_FIELDS: readonly FieldSpec[] = SECTIONS.flatMap(([title, labels]) => [
  { path: `section.${title}`, label: title, control: 'heading' } as const,
  ...attributesIn(labels).map(attributeField),
])

/** A new person; the login is the email address where none is given. @param types the user types that there are */
export function createPersonForm(types: readonly UserType[]): ObjectForm<User> {
  const usual = types.find((type) => type.default)
  const fields: FieldSpec[] = [
    attributeField('firstName'),
    attributeField('lastName'),
    attributeField('email'),
    { path: 'profile.login', label: 'Login', control: 'text', help: 'Left empty, it is the email address.' },
    attributeField('title'),
    attributeField('department'),
    {
      path: 'type.id',
      label: 'User type',
      control: 'choice',
      none: usual?.displayName ?? 'Default',
      options: types.flatMap(({ id, displayName, default: own }) => (own ? [] : [{ value: id, label: displayName }])),
      when: () => types.length > 1,
      wide: true,
    },
    {
      path: 'groupIds',
      label: 'Groups',
      control: 'entity',
      kind: 'group',
      multiple: true,
      placeholder: 'None',
      wide: true,
    },
    {
      path: 'credentials.password.value',
      label: 'Password',
      control: 'text',
      secret: true,
      wide: true,
      help: 'Optional. With a password they are active at once, without one their activation is pending.',
    },
    {
      path: 'activate',
      label: 'Activate now',
      control: 'switch',
      help: 'Otherwise they are staged until you activate them.',
      wide: true,
    },
  ]
  return {
    blank: () => ({ profile: { firstName: '', lastName: '', email: '', login: '' }, activate: true }),
    fields,
    bodyOf(draft) {
      const body = bodyOf(fields, draft)
      const profile = isTree(body['profile']) ? body['profile'] : {}
      return { ...body, profile: { ...profile, login: profile['login'] ?? profile['email'] ?? '' } }
    },
    columns: 2,
    width: 600,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The attributes that differ between what was read and what is written; one that was emptied is null, which takes it away. */
function changedAttributes(before: Draft, after: Draft): Draft {
  const entries = SECTIONS.flatMap(([, labels]) => attributesIn(labels))
    .filter((key) => textOf(before[key]) !== textOf(after[key]))
    .map((key) => [key, textOf(after[key]) || (REQUIRED.has(key) ? '' : null)])
  return Object.fromEntries(entries) as Draft
}

/** The profile of a person; only what was changed is sent, so that what others changed meanwhile stays. */
export const editPersonForm: ObjectForm<User> = {
  blank: () => ({}),
  draftOf: ({ profile }) => ({ profile, before: profile }),
  bodyOf: ({ profile, before }) => ({ profile: changedAttributes(before as Draft, profile as Draft) }),
  fields: PROFILE_FIELDS,
  columns: 2,
  width: 680,
}
