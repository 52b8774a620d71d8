import { BASE_USER_ATTRIBUTES } from '#contract/directory/base-profile.ts'
import type { ProfileSchema } from '#contract/directory/profile-schema.ts'
import type { User } from '#contract/directory/user.ts'
import type { UserType } from '#contract/directory/user-type.ts'
import { getIn, isTree } from '#ui/lib/tree.ts'
import { keyLabel } from '#ui/lib/key-label.ts'
import type { Draft, FieldSpec, ObjectForm } from '#ui/resource/form/field-specs.ts'
import { bodyOf, visibleFields } from '#ui/resource/form/form-body.ts'
import { attributeFields, changedAttributes, fromForm, toForm } from '#ui/resource/schema/attribute-fields.ts'

type Attribute = (typeof BASE_USER_ATTRIBUTES)[number]['name']

/** Attributes of the profile under the titles of the form, in its order. */
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
/** What is needed as long as no schema says otherwise. */
const REQUIRED: readonly string[] = BASE_USER_ATTRIBUTES.flatMap((one) => ('required' in one ? [one.name] : []))
const HELP: Readonly<Partial<Record<Attribute, string>>> = {
  countryCode: 'Two letters, such as DE',
  locale: 'Such as en_US',
  timezone: 'Such as Europe/Berlin',
  profileUrl: 'A whole web address',
}

const LABELS: Readonly<Partial<Record<string, string>>> = Object.assign({}, ...SECTIONS.map(([, labels]) => labels))

/** What an attribute is called; one that is not known by its key: `costCenter` as "Cost center". */
export function attributeLabel(key: string): string {
  return LABELS[key] ?? keyLabel(key)
}

const attributeField = (key: Attribute, required = REQUIRED): FieldSpec => ({
  path: `profile.${key}`,
  label: attributeLabel(key),
  control: 'text',
  required: required.includes(key),
  ...(HELP[key] ? { help: HELP[key] } : {}),
})

const attributesIn = (labels: object) => Object.keys(labels) as Attribute[]

/** Every attribute that the interface knows, each with its section. */
const profileFields = (required: readonly string[]): FieldSpec[] =>
  SECTIONS.flatMap(([title, labels]) => [
    { path: `section.${title}`, label: title, control: 'heading' } as const,
    ...attributesIn(labels).map((key) => attributeField(key, required)),
  ])

/** What a schema needs to say for a form. */
type Definitions = Pick<ProfileSchema, 'definitions'>

const IN_NEW: ReadonlySet<string> = new Set(['firstName', 'lastName', 'email', 'login', 'title', 'department'])

/** What the schema of one user type adds to the form of a new person, shown while that type is chosen. */
function fieldsOfType({ definitions }: Definitions, title: string, when: (draft: Draft) => boolean): FieldSpec[] {
  const needed = definitions.base.required.filter((name): name is Attribute => !IN_NEW.has(name) && name in LABELS)
  return [
    ...needed.map((key) => ({ ...attributeField(key, needed), when })),
    ...attributeFields(definitions.custom.properties, title, when),
  ]
}

/**
 * A new person; the login is the email address where none is given. @param types the user types that there are
 * @param schemas of the types, by their ids
 */
export function createPersonForm(
  types: readonly UserType[],
  schemas: Readonly<Record<string, Definitions>> = {},
): ObjectForm<User> {
  const usual = types.find((type) => type.default)
  const required = schemas[usual?.id ?? '']?.definitions.base.required
  const typeIn = (draft: Draft) => String(getIn(draft, 'type.id') ?? usual?.id ?? '')
  const ofTypes = types.flatMap(({ id, displayName }) => {
    const schema = schemas[id]
    return schema ? fieldsOfType(schema, `${displayName} attributes`, (draft) => typeIn(draft) === id) : []
  })
  const fields: FieldSpec[] = [
    attributeField('firstName', required),
    attributeField('lastName', required),
    attributeField('email'),
    {
      path: 'profile.login',
      label: 'Login',
      control: 'text',
      follows: 'profile.email',
      help: 'Left empty, it is the email address.',
    },
    attributeField('title', required),
    attributeField('department', required),
    {
      path: 'type.id',
      label: 'User type',
      control: 'choice',
      none: usual?.displayName ?? 'Default',
      options: types.flatMap(({ id, displayName, default: own }) => (own ? [] : [{ value: id, label: displayName }])),
      when: () => types.length > 1,
      wide: true,
    },
    ...ofTypes,
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
      // WHY not all fields: two types may have an attribute of one name, of which one is hidden.
      const shown = visibleFields(fields, draft)
      const paths = new Set(shown.map(({ path }) => path))
      const hidden = fields.filter((field) => !shown.includes(field) && !paths.has(field.path))
      const body = bodyOf([...shown, ...hidden], draft)
      const profile = isTree(body['profile']) ? body['profile'] : {}
      const own = fromForm(schemas[typeIn(draft)]?.definitions.custom.properties ?? {}, profile)
      const given = Object.fromEntries(Object.entries({ ...profile, ...own }).filter(([, value]) => value !== null))
      return { ...body, profile: { ...given, login: profile['login'] ?? profile['email'] ?? '' } }
    },
    columns: 2,
    width: 600,
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The attributes that differ between what was read and what is written; one that was emptied is null, which takes it away. */
function changedBase(before: Draft, after: Draft, required: readonly string[]): Draft {
  const entries = SECTIONS.flatMap(([, labels]) => attributesIn(labels))
    .filter((key) => textOf(before[key]) !== textOf(after[key]))
    .map((key) => [key, textOf(after[key]) || (required.includes(key) ? '' : null)])
  return Object.fromEntries(entries) as Draft
}

/**
 * The profile of a person; only what was changed is sent, so that what others changed meanwhile stays.
 * @param schema of the person's type; absent: the base attributes alone
 */
export function editPersonForm(schema?: Definitions): ObjectForm<User> {
  const { custom, base } = schema?.definitions ?? {}
  const [attributes, required] = [custom?.properties ?? {}, base?.required ?? REQUIRED]
  return {
    blank: () => ({}),
    draftOf: ({ profile }) => ({ profile: toForm(attributes, profile), before: profile }),
    bodyOf: ({ profile, before }) => ({
      profile: {
        ...changedBase(before as Draft, profile as Draft, required),
        ...changedAttributes(attributes, before as Draft, profile as Draft),
      },
    }),
    fields: [...profileFields(required), ...attributeFields(attributes, 'Further attributes')],
    columns: 2,
    width: 680,
  }
}
