import { ATTRIBUTE_NAME, type CustomAttributeWrite, type SchemaAttribute } from '#contract/directory/profile-schema.ts'
import { counted } from '#ui/lib/numbers.ts'
import { LIMITS } from '#contract/interface/limits.ts'
import { optionsOf, isOneOf, type Draft, type FieldSpec } from '#ui/resource/form/field-specs.ts'
import { governanceDraft, governanceFields, governanceOf } from './governance.ts'
import type { SchemaTraits } from './schema-source.ts'

/** What an attribute holds, as people choose it. */
const TYPE_LABELS: Readonly<Record<SchemaAttribute['type'], string>> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: 'Yes or no',
  array: 'List',
}
const ITEM_LABELS = { string: 'Texts', number: 'Numbers', integer: 'Whole numbers' } as const

/** The type of an attribute: "List of texts", "Text, 3 choices". */
export function typeLabel({ type, items, ...attribute }: SchemaAttribute): string {
  const { enum: values, oneOf } = items ?? attribute
  const count = (values ?? oneOf)?.length
  const label = type === 'array' && items ? `List of ${ITEM_LABELS[items.type].toLowerCase()}` : TYPE_LABELS[type]
  return count ? `${label}, ${counted(count, 'choice', 'choices')}` : label
}

const isText = isOneOf('type', 'string')

/** The pattern of a text; of base attributes, the login has one. */
export const PATTERN_FIELD: FieldSpec = {
  path: 'pattern',
  label: 'Pattern',
  control: 'text',
  mono: true,
  wide: true,
  help: 'A regular expression that the whole text must match (RE2).',
  when: isText,
}
/** Whether each profile needs a value. */
export const REQUIRED_FIELD: FieldSpec = {
  path: 'required',
  label: 'Required',
  control: 'switch',
  help: 'If it is missing, the next change must add it.',
}

/** The form of a custom attribute; its name and its type stay once it exists. */
export const attributeFields = (traits: SchemaTraits): readonly FieldSpec[] => [
  { path: 'title', label: 'Title', control: 'text', required: true },
  {
    path: 'name',
    label: 'Name',
    control: 'text',
    required: true,
    mono: true,
    fixed: true,
    help: 'Letters, digits and underscores, as scripts and expressions write it.',
  },
  {
    path: 'type',
    label: 'Type',
    control: 'choice',
    fixed: true,
    required: true,
    options: optionsOf(Object.keys(TYPE_LABELS), TYPE_LABELS),
  },
  {
    path: 'itemType',
    label: 'Entries',
    control: 'choice',
    fixed: true,
    required: true,
    options: optionsOf(Object.keys(ITEM_LABELS), ITEM_LABELS),
    when: isOneOf('type', 'array'),
  },
  { path: 'description', label: 'Description', control: 'text', wide: true },
  {
    path: 'choices',
    label: 'Values to choose from',
    control: 'many',
    free: true,
    none: 'Any value',
    options: [],
    wide: true,
    help: 'Type a value and press Enter to add it.',
    when: (draft) => draft['type'] !== 'boolean',
  },
  {
    path: 'minLength',
    label: 'Shortest',
    control: 'number',
    unit: 'characters',
    min: 0,
    max: LIMITS.attributeTextLength,
    when: isText,
  },
  {
    path: 'maxLength',
    label: 'Longest',
    control: 'number',
    unit: 'characters',
    min: 1,
    max: LIMITS.attributeTextLength,
    when: isText,
  },
  PATTERN_FIELD,
  ...governanceFields(traits),
  ...(traits.isOfApp ? APP_FIELDS : []),
  REQUIRED_FIELD,
  ...(traits.takesUnique ? [UNIQUE_FIELD] : []),
]

const UNIQUE_FIELD: FieldSpec = {
  path: 'unique',
  label: 'Unique',
  control: 'switch',
  on: 'UNIQUE_VALIDATED',
  help: 'No two people have the same value.',
  when: isOneOf('type', 'string', 'number', 'integer'),
}

const APP_FIELDS: readonly FieldSpec[] = [
  {
    path: 'externalName',
    label: 'Name in the application',
    control: 'text',
    mono: true,
    help: 'As the application calls it.',
  },
  {
    path: 'union',
    label: 'Join the lists of all groups',
    control: 'switch',
    on: 'ENABLE',
    help: 'Otherwise the group that ranks first gives the whole list.',
    when: isOneOf('type', 'array'),
  },
]

/** The draft of a new attribute, or of one that there is. */
export function attributeDraft(traits: SchemaTraits, name?: string, attribute?: SchemaAttribute): Draft {
  const governed = governanceDraft(traits, attribute)
  if (!attribute) return { title: '', name: '', type: 'string', itemType: 'string', choices: [], ...governed }
  const { items, enum: values, oneOf, ...plain } = attribute
  const listed = (attribute.type === 'array' ? items : { enum: values, oneOf }) ?? {}
  const choices = listed.enum ?? listed.oneOf?.map((choice) => choice.const) ?? []
  return { ...plain, name, itemType: items?.type ?? 'string', choices: choices.map(String), ...governed }
}

/** What is wrong with a name before the service is asked; undefined where nothing is. */
export function nameProblem(name: unknown): string | undefined {
  const isFine = typeof name === 'string' && ATTRIBUTE_NAME.test(name)
  return isFine ? undefined : 'Use letters, digits and underscores, and begin with no digit.'
}

/**
 * The definition that a draft makes. What the form does not show stays as it was, titles of the values that were kept included.
 * @param before the attribute as it is; absent: a new one
 */
export function attributeOf(draft: Draft, before?: SchemaAttribute): CustomAttributeWrite {
  const type = draft['type'] as SchemaAttribute['type']
  const itemType = (type === 'array' ? draft['itemType'] : type) as 'string' | 'number' | 'integer'
  const chosen = type === 'boolean' ? [] : (draft['choices'] as string[])
  const values = chosen.map((value) => (itemType === 'string' ? value : Number(value)))
  const titles = (type === 'array' ? before?.items : before)?.oneOf ?? []
  const titleOf = (value: string | number) => titles.find((choice) => choice.const === value)?.title ?? String(value)
  const choices = values.length
    ? { enum: values, oneOf: values.map((value) => ({ const: value, title: titleOf(value) })) }
    : {}
  const text = (key: string) => (typeof draft[key] === 'string' && draft[key] !== '' ? { [key]: draft[key] } : {})
  const number = (key: string) => (type === 'string' && typeof draft[key] === 'number' ? { [key]: draft[key] } : {})
  const { permissions, master, scope, externalNamespace } = before ?? {}
  const kept = { permissions, master, scope, externalNamespace, ...governanceOf(draft, before) }
  return {
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
    title: String(draft['title']),
    type,
    ...(type === 'array' ? { items: { type: itemType, ...choices } } : choices),
    ...text('description'),
    ...text('externalName'),
    ...(type === 'string' ? text('pattern') : {}),
    ...{ ...number('minLength'), ...number('maxLength') },
    ...(draft['required'] === true ? { required: true } : {}),
    ...(draft['unique'] === 'UNIQUE_VALIDATED' && type !== 'array' && type !== 'boolean'
      ? { unique: 'UNIQUE_VALIDATED' as const }
      : {}),
    ...(draft['union'] === 'ENABLE' && type === 'array' ? { union: 'ENABLE' as const } : {}),
  }
}

/** Where the service points to a field of the forms, below the attribute, where that is not the field's own path. */
export const PLACES: Readonly<Record<string, string>> = {
  ...{ choices: 'enum', itemType: 'items', self: 'permissions', priority: 'master' },
}
