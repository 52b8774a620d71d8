import { z } from 'zod'
import {
  OPERATORS,
  type Attribute,
  type AttributeType,
  type Dialect,
  type Operator,
  type Unsupported,
  type FilterErrorCode,
  type Step,
} from './types.ts'

/** What each type of attribute can be asked. RFC 7644 §3.4.2.2: there is no order among truth values. */
const OPERATORS_OF: Readonly<Record<AttributeType, readonly Operator[]>> = {
  text: OPERATORS,
  any: OPERATORS,
  number: ['eq', 'ne', 'pr', 'gt', 'ge', 'lt', 'le'],
  timestamp: ['eq', 'ne', 'pr', 'gt', 'ge', 'lt', 'le'],
  boolean: ['eq', 'ne', 'pr'],
  object: ['pr'],
  map: ['pr'],
}

interface AttributeOptions {
  readonly type: AttributeType
  readonly exact?: boolean
  /** In place of the dialect's own. */
  readonly operators?: readonly Operator[]
  /** All that there can be, for completion; others may be asked for, too. */
  readonly values?: readonly string[]
}

/** Attributes by path; `[]` after a name says that it holds a list: `target[].id`. */
export type AttributeTable = Readonly<Record<string, AttributeOptions>>

interface DialectOptions {
  readonly subject: string
  readonly code: FilterErrorCode
  readonly attributes: AttributeTable
  /** What the endpoint offers where the attribute says nothing else; all when absent. */
  readonly operators?: readonly Operator[]
  readonly unsupported?: Readonly<Record<string, Unsupported>>
  readonly or?: boolean
  readonly not?: boolean
  readonly optionalPrefix?: string
  readonly exactNames?: boolean
}

/** How a dialect's tables name an attribute. */
export function attributeKey(path: string, { exactNames }: Pick<Dialect, 'exactNames'>): string {
  return exactNames ? path : path.toLowerCase()
}

/** Makes the search language of an endpoint; `or` and `not` are allowed unless said otherwise. */
export function defineDialect(options: DialectOptions): Dialect {
  const { exactNames = false } = options
  const byKey = <Value>(entries: (readonly [string, Value])[]) =>
    new Map(entries.map(([path, value]) => [attributeKey(path, { exactNames }), value] as const))
  const attributes = Object.entries(options.attributes).map(([key, attribute]) =>
    makeAttribute(key, attribute, options.operators ?? OPERATORS),
  )
  return {
    subject: options.subject,
    code: options.code,
    attributes: byKey(attributes.map((attribute) => [attribute.path, attribute] as const)),
    unsupported: byKey(Object.entries(options.unsupported ?? {})),
    or: options.or ?? true,
    not: options.not ?? true,
    optionalPrefix: options.optionalPrefix ?? null,
    exactNames,
    operators: options.operators ?? OPERATORS,
  }
}

function makeAttribute(key: string, options: AttributeOptions, offered: readonly Operator[]): Attribute {
  const steps = key.split('.').map((part): Step => ({ name: part.replace('[]', ''), many: part.endsWith('[]') }))
  const operators = options.operators ?? offered
  return {
    path: steps.map(({ name }) => name).join('.'),
    steps,
    type: options.type,
    exact: (options.exact ?? false) || options.type === 'timestamp',
    operators: OPERATORS_OF[options.type].filter((operator) => operators.includes(operator)),
    values: options.values ?? [],
  }
}

/** The attribute of a name inside a map: of any type, and possibly a list. */
export function insideMap(map: Attribute, names: readonly string[], offered: readonly Operator[]): Attribute {
  return {
    path: [map.path, ...names].join('.'),
    steps: [...map.steps, ...names.map((name): Step => ({ name, many: true }))],
    type: 'any',
    exact: map.exact,
    operators: offered,
    values: [],
  }
}

const SCALARS: Readonly<Record<string, AttributeType>> = {
  string: 'text',
  enum: 'text',
  number: 'number',
  boolean: 'boolean',
}

/**
 * The attributes of a wire schema, so that a query can name whatever the schema declares: objects and lists are entered,
 * records are maps of free content.
 * @param isExact whether the case of letters counts at a path
 */
export function attributesOfSchema(schema: z.ZodObject, isExact: (path: string) => boolean): AttributeTable {
  const table: Record<string, AttributeOptions> = {}
  const add = (key: string, part: unknown): void => {
    const type = unwrap(part)
    if (type instanceof z.ZodArray) return add(`${key}[]`, type.element)
    const isObject = type instanceof z.ZodObject
    const kind = isObject ? 'object' : type instanceof z.ZodRecord ? 'map' : (SCALARS[type.def.type] ?? 'any')
    const values = type instanceof z.ZodEnum ? { values: type.options.map(String) } : {}
    table[key] = { type: kind, exact: isExact(key.replaceAll('[]', '')), ...values }
    if (isObject) for (const [name, inner] of Object.entries(type.shape)) add(`${key}.${name}`, inner)
  }
  for (const [name, part] of Object.entries(schema.shape)) add(name, part)
  return table
}

/** What may be absent, null or unreadable is searched like what may not, and a choice that may grow like one that is closed. */
function unwrap(part: unknown): z.ZodType {
  let type = part as z.ZodType
  while (
    type instanceof z.ZodNullable ||
    type instanceof z.ZodOptional ||
    type instanceof z.ZodDefault ||
    type instanceof z.ZodCatch
  )
    type = type.unwrap() as z.ZodType
  return type instanceof z.ZodUnion && type.options[0] instanceof z.ZodEnum ? type.options[0] : type
}
