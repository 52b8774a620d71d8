import { z } from 'zod'
import { replyForm } from '#contract/interface/fields.ts'
import { isObject, optionsByValue } from '#contract/interface/schema-tree.ts'

/** The result of a value that does not have its schema's shape. */
export const MISMATCH: unique symbol = Symbol('mismatch')

/** Copies what a schema declares out of a value and fills defaults; {@link MISMATCH} where the shape differs. */
type Projection = (value: unknown) => unknown

const compiled = new WeakMap<z.ZodType, Projection>()

/**
 * The projection of a schema: same shape, without lengths, patterns, formats or agreement between fields. Replies go
 * through it, because data that an older version accepted must stay visible, or it could not be corrected. Compiled
 * once for each schema, from zod's public accessors.
 * @throws Error for a type of schema that no reply uses so far
 */
export function projectionOf(schema: z.ZodType): Projection {
  const known = compiled.get(schema)
  if (known) return known
  const compile = COMPILERS[schema.def.type] as ((schema: z.ZodType) => Projection) | undefined
  if (!compile) throw new Error(`a reply cannot hold a schema of type ${schema.def.type}`)
  const projection = compile(schema)
  compiled.set(schema, projection)
  return projection
}

const of = (schema: z.core.$ZodType) => projectionOf(schema as z.ZodType)
const accept =
  (test: (value: unknown) => boolean): Projection =>
  (value) =>
    test(value) ? value : MISMATCH

/** By the type of schema: all that occur in replies. */
const COMPILERS: { [Type in z.ZodType['def']['type']]?: (schema: never) => Projection } = {
  string: text,
  number: () => accept(Number.isFinite),
  null: () => accept((value) => value === null),
  boolean: () => accept((value) => typeof value === 'boolean'),
  unknown: () => (value) => value,
  never: () => () => MISMATCH,
  enum: ({ options }: z.ZodEnum) => oneOf(options),
  literal: ({ values }: z.ZodLiteral) => oneOf(values),
  nullable: (schema: z.ZodNullable) => nullable(of(schema.unwrap())),
  optional: (schema: z.ZodOptional) => optional(of(schema.unwrap())),
  default: (schema: z.ZodDefault) => withDefault(schema, of(schema.unwrap())),
  prefault: (schema: z.ZodPrefault) => withPrefault(schema, of(schema.unwrap())),
  catch: (schema: z.ZodCatch) => withCatch(schema, of(schema.unwrap())),
  lazy: (schema: z.ZodLazy) => (value) => of(schema.unwrap())(value),
  array: (schema: z.ZodArray) => list(of(schema.element)),
  record: (schema: z.ZodRecord) => record(of(schema.keyType), of(schema.valueType)),
  object: (schema: z.ZodObject) => object(schema),
  union: (schema: z.ZodUnion) =>
    schema instanceof z.ZodDiscriminatedUnion ? discriminatedUnion(schema) : union(schema.options.map(of)),
}

function text(schema: z.ZodString): Projection {
  const write = replyForm.get(schema)?.write ?? ((value: string) => value)
  return (value) => (typeof value === 'string' ? write(value) : MISMATCH)
}

function oneOf(values: Iterable<unknown>): Projection {
  const allowed = new Set(values)
  return accept((value) => allowed.has(value))
}

const nullable =
  (inner: Projection): Projection =>
  (value) =>
    value === null ? null : inner(value)

/** Absent values go to the inner schema first, which may have a default. */
const optional =
  (inner: Projection): Projection =>
  (value) => {
    const result = inner(value)
    return result === MISMATCH && value === undefined ? undefined : result
  }

const withDefault =
  ({ def }: z.ZodDefault, inner: Projection): Projection =>
  (value) =>
    value === undefined ? def.defaultValue : inner(value)

const withPrefault =
  ({ def }: z.ZodPrefault, inner: Projection): Projection =>
  (value) =>
    inner(value === undefined ? def.defaultValue : value)

const withCatch =
  (schema: z.ZodCatch, inner: Projection): Projection =>
  (value) => {
    const result = inner(value)
    return result === MISMATCH ? schema.parse(value) : result
  }

const list =
  (element: Projection): Projection =>
  (value) => {
    if (!Array.isArray(value)) return MISMATCH
    const items = new Array<unknown>(value.length)
    for (let index = 0; index < value.length; index++) {
      const item = element(value[index])
      if (item === MISMATCH) return MISMATCH
      items[index] = item
    }
    return items
  }

const record =
  (ofKey: Projection, ofValue: Projection): Projection =>
  (value) => {
    if (!isObject(value)) return MISMATCH
    const entries: [string, unknown][] = []
    for (const [key, held] of Object.entries(value)) {
      const item = ofValue(held)
      if (item === MISMATCH || ofKey(key) === MISMATCH) return MISMATCH
      entries.push([key, item])
    }
    // WHY not by assignment: a key may be `__proto__`.
    return Object.fromEntries(entries)
  }

function object(schema: z.ZodObject): Projection {
  const { catchall } = schema.def
  const keys = Object.keys(schema.shape)
  const fields = keys.map((key) => of(schema.shape[key] as z.ZodType))
  const declared = (value: Record<string, unknown>) => {
    const result: Record<string, unknown> = {}
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] as string
      const field = (fields[index] as Projection)(value[key])
      if (field === MISMATCH) return MISMATCH
      if (field !== undefined) result[key] = field
    }
    return result
  }
  if (!catchall) return (value) => (isObject(value) ? declared(value) : MISMATCH)

  const known = new Set(keys)
  const others = record(() => undefined, of(catchall))
  return (value) => {
    if (!isObject(value)) return MISMATCH
    const result = declared(value)
    const undeclared = Object.entries(value).filter(([key]) => !known.has(key))
    if (result === MISMATCH || undeclared.length === 0) return result
    const rest = others(Object.fromEntries(undeclared))
    return rest === MISMATCH ? MISMATCH : { ...result, ...(rest as object) }
  }
}

const union =
  (options: readonly Projection[]): Projection =>
  (value) => {
    for (const option of options) {
      const result = option(value)
      if (result !== MISMATCH) return result
    }
    return MISMATCH
  }

/** Finds the option by the discriminator's value. */
function discriminatedUnion(schema: z.ZodDiscriminatedUnion): Projection {
  const { discriminator } = schema.def
  const options = new Map([...optionsByValue(schema)].map(([value, option]) => [value, of(option)]))
  return (value) => (isObject(value) ? (options.get(value[discriminator])?.(value) ?? MISMATCH) : MISMATCH)
}
