import type { ImportProblem, ImportTarget } from '#contract/directory/directory-import.ts'
import type { SchemaAttribute } from '#contract/directory/profile-schema.ts'
import { ApiError } from '#contract/interface/api-error.ts'
import type { Reader } from '#audit-log/transaction.ts'
import { GROUP_SCHEMA, profileSchemas } from '#db/tables/profile-schemas.ts'
import { userTypes } from '#db/tables/users.ts'
import { baseAttributes, GROUP_FORM, USER_FORM, type SchemaForm } from '../effective-schema.ts'
import type { Values } from './import-kind.ts'
import { splitList } from './list-cell.ts'

/** The attributes of a schema by name, base and custom. */
export type Attributes = Readonly<Record<string, SchemaAttribute>>

/** The schemas that profiles of a kind follow, by their owners; the first is that of new objects. */
export type Schemas = ReadonlyMap<string, Attributes>

/** Of people: a schema for each user type, the default type first. */
export async function userSchemas(reader: Reader): Promise<Schemas> {
  const types = await userTypes.findAll(reader, { order: [['isDefault', 'DESC'], 'created', 'id'] })
  return schemasOf(
    reader,
    USER_FORM,
    types.map(({ id }) => id),
  )
}

/** Of groups: one for all. */
export const groupSchemas = (reader: Reader): Promise<Schemas> => schemasOf(reader, GROUP_FORM, [GROUP_SCHEMA])

async function schemasOf(reader: Reader, form: SchemaForm, owners: readonly string[]): Promise<Schemas> {
  const found = await profileSchemas.findAll(reader, { where: { ownerId: [...owners] } })
  const records = new Map(found.map((record) => [record.ownerId, record]))
  return new Map(
    owners.map((owner) => {
      const { base = {}, custom = {} } = records.get(owner) ?? {}
      return [owner, { ...baseAttributes(form, base), ...custom }]
    }),
  )
}

const ID: ImportTarget = { name: 'id', title: 'Id', type: 'string', required: false, custom: false }

/** What columns can be taken for: the id, and every attribute of the schemas, by the first that has it. */
export function targetsOf(schemas: Schemas, form: 'user' | 'group'): ImportTarget[] {
  const { base } = form === 'user' ? USER_FORM : GROUP_FORM
  const found = new Map([[ID.name, ID]])
  let isOfNew = true
  for (const attributes of schemas.values()) {
    for (const [name, { title, type, required }] of Object.entries(attributes))
      if (!found.has(name))
        found.set(name, {
          name,
          title,
          type,
          required: isOfNew && required === true,
          custom: !Object.hasOwn(base, name),
        })
    isOfNew = false
  }
  return [...found.values()]
}

const BOOLEANS: Readonly<Record<string, boolean>> = {
  ...{ true: true, yes: true, y: true, '1': true },
  ...{ false: false, no: false, n: false, '0': false },
}

type Typed = Pick<SchemaAttribute, 'type' | 'items'>

/** The value that a cell holds; what is none of its type stays text, which the schema then refuses. Empty: no value. */
function typedValue({ type, items }: Typed, text: string): unknown {
  if (text === '') return null
  if (type === 'boolean') return BOOLEANS[text.toLowerCase()] ?? text
  if (type === 'number' || type === 'integer') return Number.isFinite(Number(text)) ? Number(text) : text
  if (type !== 'array') return text
  const itemType = items?.type ?? 'string'
  return splitList(text).map((item) => typedValue({ type: itemType }, item))
}

/** What a row asks of a profile: its cells, by the types of the schema. An empty one says nothing, or takes the value away. */
export function wantedValues(cells: Readonly<Record<string, string>>, attributes: Attributes, clears: boolean): Values {
  const wanted: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(cells)) {
    const attribute = attributes[name]
    if (text === '' && !(clears && attribute)) continue
    // What the schema does not have is refused by it.
    wanted[name] = attribute ? typedValue(attribute, text) : text
  }
  return wanted
}

/** The properties of imported groups: their application's own, and texts all of them. */
export const textAttributes = (names: readonly string[]): Attributes =>
  Object.fromEntries(names.map((name) => [name, { title: name, type: 'string', scope: 'NONE' }]))

/** The attributes of which no two objects may have the same value. */
export const uniqueNames = (attributes: Attributes) =>
  Object.keys(attributes).filter((name) => attributes[name]?.unique !== undefined)

/** A problem of one field. */
export const problemAt = (field: string, message: string): ImportProblem => ({ field, message })

/** So many problems of a row are told. */
const MAX_PROBLEMS = 10

/** What a check of a profile finds, as problems of the row. @throws what is no refusal */
export async function problemsOf(check: Promise<void>): Promise<ImportProblem[]> {
  try {
    await check
    return []
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.causes.slice(0, MAX_PROBLEMS).map(({ errorSummary, location }) => ({
      field: location?.replace(/^profile\./, '') ?? null,
      message: location ? errorSummary.replace(`${location}: `, '') : errorSummary,
    }))
  }
}
