import type { SchemaAttribute } from '#contract/directory/profile-schema.ts'
import { canonical } from '#contract/interface/canonical.ts'
import type { Draft, FieldSpec, When } from '#ui/resource/form/field-specs.ts'

/** Attributes of a schema, by name. */
export type Attributes = Readonly<Record<string, SchemaAttribute>>

const TRUTHS = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
]

/** The values that an attribute, or the entries of a list, can be chosen from; empty where any will do. */
function choicesOf({ enum: values, oneOf }: Pick<SchemaAttribute, 'enum' | 'oneOf'>) {
  if (oneOf)
    return oneOf.map((choice) => ({ value: String(choice.const), label: choice.title || String(choice.const) }))
  return (values ?? []).map((value) => ({ value: String(value), label: String(value) }))
}

/** The field of an attribute in the form of a profile: texts are typed, choices selected, lists collected. */
function fieldOf(name: string, attribute: SchemaAttribute): FieldSpec {
  const { title, description, type, items, required = false } = attribute
  // Lists and numbers have no mark of their own.
  const needs = required && (type === 'array' || type === 'number' || type === 'integer')
  const help = [needs ? 'Required.' : '', description ?? ''].filter(Boolean).join(' ')
  const common = { path: `profile.${name}`, label: title, ...(help ? { help } : {}) }
  const none = 'Not set'
  if (type === 'array') {
    const options = choicesOf(items ?? {})
    return { ...common, control: 'many', options, none: 'None', free: options.length === 0, wide: true }
  }
  const options = type === 'boolean' ? TRUTHS : choicesOf(attribute)
  if (options.length > 0) return { ...common, control: 'choice', options, none, required }
  return type === 'string' ? { ...common, control: 'text', required } : { ...common, control: 'number' }
}

/** The fields of all attributes, below a heading of their own. @param when whether a draft shows them */
export function attributeFields(attributes: Attributes, title: string, when?: When): FieldSpec[] {
  const names = Object.keys(attributes)
  if (names.length === 0) return []
  return [
    { path: `section.${title}`, label: title, control: 'heading', when },
    ...Object.entries(attributes).map(([name, attribute]) => ({ ...fieldOf(name, attribute), when })),
  ]
}

/** Whether the form holds a value of the type as a text. */
const isChosen = (attribute: SchemaAttribute) => attribute.type === 'boolean' || choicesOf(attribute).length > 0

/** The values of a profile as the form holds them. */
export function toForm(attributes: Attributes, profile: Draft): Draft {
  const entries = Object.entries(attributes).map(([name, attribute]): [string, unknown] => {
    const value = profile[name]
    if (Array.isArray(value)) return [name, value.map(String)]
    return [name, value !== undefined && value !== null && isChosen(attribute) ? String(value) : value]
  })
  return { ...profile, ...Object.fromEntries(entries) }
}

function typed(type: string, value: unknown): unknown {
  if (type === 'boolean') return value === 'true'
  return type === 'string' ? value : Number(value)
}

/** What the form holds of attributes as the interface wants it; null for what has no value. */
export function fromForm(attributes: Attributes, profile: Draft): Draft {
  const entries = Object.entries(attributes).map(([name, { type, items }]): [string, unknown] => {
    const value = profile[name]
    if (Array.isArray(value))
      return [name, value.length ? value.map((item) => typed(items?.type ?? 'string', item)) : null]
    const isEmpty = value === undefined || value === null || value === ''
    return [name, isEmpty ? null : typed(type, value)]
  })
  return Object.fromEntries(entries)
}

/** The attributes that differ between a profile and what the form holds; one that was emptied is null. */
export function changedAttributes(attributes: Attributes, before: Draft, after: Draft): Draft {
  const [were, are] = [fromForm(attributes, toForm(attributes, before)), fromForm(attributes, after)]
  return Object.fromEntries(Object.entries(are).filter(([name, value]) => canonical(value) !== canonical(were[name])))
}
