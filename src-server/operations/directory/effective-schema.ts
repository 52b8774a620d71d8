import type { App } from '#contract/apps/app.ts'
import { BASE_CLAIMS, BASE_USER_NAME } from '#contract/apps/base-app-profile.ts'
import {
  BASE_GROUP_ATTRIBUTES,
  BASE_USER_ATTRIBUTES,
  NEEDED_ATTRIBUTES,
  type BaseAttribute,
} from '#contract/directory/base-profile.ts'
import type { SchemaAttribute } from '#contract/directory/profile-schema.ts'
import type { BaseChange } from '#db/tables/profile-schemas.ts'

/** What the schemas of one kind of object differ in from those of another. */
export interface SchemaForm {
  /** The attributes that all organizations have, as they are shipped, in the interface's order. */
  readonly base: Readonly<Record<string, SchemaAttribute>>
  /** Base attributes that stay required. */
  readonly needed: readonly string[]
  /** Whether attributes show that they can be written, and what people may do with their own. */
  readonly governsSelf: boolean
  /** Whether attributes show who is the master of their values. */
  readonly hasMaster: boolean
  /** Whether values can be made unique. */
  readonly takesUnique: boolean
}

/** An attribute of people or groups as it is shipped (spec/5 §6). */
function shipped({ title, description, required, format, minLength, maxLength, self }: BaseAttribute): SchemaAttribute {
  return {
    title,
    ...(description === undefined ? {} : { description }),
    type: 'string',
    ...(required ? { required } : {}),
    ...(format ? { format } : {}),
    mutability: 'READ_WRITE',
    scope: 'NONE',
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
    permissions: [{ principal: 'SELF', action: self }],
    master: { type: 'PROFILE_MASTER' },
  }
}

const shippedAll = (attributes: readonly BaseAttribute[]) =>
  Object.fromEntries(attributes.map((attribute) => [attribute.name, shipped(attribute)]))

export const USER_FORM: SchemaForm = {
  base: shippedAll(BASE_USER_ATTRIBUTES),
  needed: NEEDED_ATTRIBUTES,
  governsSelf: true,
  hasMaster: true,
  takesUnique: true,
}

export const GROUP_FORM: SchemaForm = {
  base: shippedAll(BASE_GROUP_ATTRIBUTES),
  needed: ['name'],
  governsSelf: true,
  hasMaster: true,
  takesUnique: false,
}

const APP_FORM = { needed: ['userName'], governsSelf: false, takesUnique: false } as const
const CLAIMS_FORM: SchemaForm = { ...APP_FORM, base: BASE_CLAIMS, hasMaster: false }
const USER_NAME_FORM: SchemaForm = { ...APP_FORM, base: BASE_USER_NAME, hasMaster: true }

/** Of people in an application, by how they sign on to it. */
export function appForm(signOnMode: App['signOnMode']): SchemaForm {
  return signOnMode === 'OPENID_CONNECT' ? CLAIMS_FORM : USER_NAME_FORM
}

/** The base attributes with what an organization has changed of them. */
export function baseAttributes(
  { base }: SchemaForm,
  changes: Readonly<Record<string, BaseChange>>,
): Record<string, SchemaAttribute> {
  const entries = Object.entries(base).map(([name, attribute]) => {
    const change = Object.hasOwn(changes, name) ? changes[name] : undefined
    return [name, change ? changed(attribute, change) : attribute] as const
  })
  return Object.fromEntries(entries)
}

function changed(attribute: SchemaAttribute, { required, ...others }: BaseChange): SchemaAttribute {
  const whole = { ...attribute, ...others }
  if (required ?? attribute.required) return { ...whole, required: true }
  const { required: _none, ...rest } = whole
  return rest
}

/** The names of the attributes that profiles need, in the order of the schema. */
export function requiredNames(attributes: Readonly<Record<string, SchemaAttribute>>): string[] {
  return Object.entries(attributes).flatMap(([name, { required }]) => (required ? [name] : []))
}
