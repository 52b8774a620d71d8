import { z } from 'zod'
import { ZodNamedUnion } from './named-union.ts'

/** What wraps one schema and nothing else; null for every other kind. */
export function unwrapped(schema: z.ZodType): z.ZodType | null {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodCatch ||
    schema instanceof z.ZodReadonly ||
    schema instanceof z.ZodLazy
  return isWrapper ? (schema.unwrap() as z.ZodType) : null
}

/** The schemas that a schema is made of directly. */
export function partsOf(schema: z.ZodType): readonly z.ZodType[] {
  const inner = unwrapped(schema)
  if (inner) return [inner]
  if (schema instanceof z.ZodArray) return [schema.element as z.ZodType]
  if (schema instanceof z.ZodObject) return Object.values(schema.shape) as z.ZodType[]
  if (schema instanceof z.ZodRecord) return [schema.keyType as z.ZodType, schema.valueType as z.ZodType]
  if (schema instanceof z.ZodUnion) return schema.options as readonly z.ZodType[]
  if (schema instanceof z.ZodPipe) return [schema.in as z.ZodType, schema.out as z.ZodType]
  return []
}

const options = new WeakMap<z.ZodType, ReadonlyMap<unknown, z.ZodType>>()

/** The options of a discriminated union by the values of its discriminator. @throws Error for an option without constant values */
export function optionsByValue(schema: z.ZodDiscriminatedUnion): ReadonlyMap<unknown, z.ZodType> {
  const known = options.get(schema)
  if (known) return known
  const { discriminator } = schema.def
  const pairs = (schema.options as readonly z.ZodType[]).flatMap((option) =>
    valuesOf(option, discriminator).map((value) => [value, option] as const),
  )
  const made = new Map(pairs)
  options.set(schema, made)
  return made
}

/** The values of the discriminator that an option, or a union of options, stands for. */
function valuesOf(option: z.ZodType, discriminator: string): unknown[] {
  if (option instanceof z.ZodUnion)
    return option.options.flatMap((inner) => valuesOf(inner as z.ZodType, discriminator))
  const values = option instanceof z.ZodObject ? constantsOf(option.shape[discriminator]) : []
  if (values.length === 0) throw new Error(`an option of a union has no constant ${discriminator}`)
  return values
}

/** The values that a field may have, undefined where it may be absent; none for one that is not bound to values. */
function constantsOf(field: unknown): unknown[] {
  if (field instanceof z.ZodLiteral) return [...field.values]
  if (field instanceof z.ZodEnum) return field.options
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) {
    const inner = constantsOf(field.unwrap())
    return inner.length ? [...new Set([...inner, undefined])] : []
  }
  if (field instanceof z.ZodUnion) return field.options.flatMap(constantsOf)
  return []
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Whether a value of the schema can have something at the path.
 * @param like a value that tells the variants of discriminated unions on the way apart, where it does
 */
export function declares(schema: z.ZodType, path: readonly PropertyKey[], like: unknown): boolean {
  const [key, ...rest] = path
  if (key === undefined) return true
  const inner = unwrapped(schema)
  if (inner) return declares(inner, path, like)
  const alternatives = alternativesOf(schema, like)
  if (alternatives) return alternatives.some((one) => declares(one, path, like))
  const held = (like as Record<PropertyKey, unknown> | null | undefined)?.[key]
  if (schema instanceof z.ZodArray) return typeof key === 'number' && declares(schema.element as z.ZodType, rest, held)
  // A container of anything names nothing.
  if (schema instanceof z.ZodRecord && schema.valueType instanceof z.ZodUnknown) return false
  if (schema instanceof z.ZodRecord)
    return (schema.keyType as z.ZodType).safeParse(key).success && declares(schema.valueType as z.ZodType, rest, held)
  if (!(schema instanceof z.ZodObject) || !Object.hasOwn(schema.shape, key)) return false
  return declares(schema.shape[key as string] as z.ZodType, rest, held)
}

/** The schemas of which a value has one; null for a schema that is one by itself. */
function alternativesOf(schema: z.ZodType, like: unknown): readonly z.ZodType[] | null {
  if (schema instanceof z.ZodPipe) return [schema.in as z.ZodType, schema.out as z.ZodType]
  if (schema instanceof ZodNamedUnion && isObject(like)) return [schema.optionFor(like)]
  if (!(schema instanceof z.ZodUnion)) return null
  const chosen =
    schema instanceof z.ZodDiscriminatedUnion && isObject(like)
      ? optionsByValue(schema).get(like[schema.def.discriminator])
      : undefined
  return chosen ? [chosen] : (schema.options as readonly z.ZodType[])
}
