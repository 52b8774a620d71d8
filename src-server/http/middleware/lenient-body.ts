import { z } from 'zod'
import { ZodNamedUnion } from '#contract/interface/named-union.ts'
import { meantEmpty, neverEmpty, schemaGoverned } from '#contract/interface/lenience.ts'
import { declares, isObject, optionsByValue, unwrapped } from '#contract/interface/schema-tree.ts'

/** Paths that one body can be told of; what is beyond is left out as well, without a word. */
const MAX_NOTED = 200

/** What was left out of a body: unknown keys, and keys that only replies hold, which clients echo. */
export interface Ignored {
  readonly unknown: readonly PropertyKey[][]
  readonly readOnly: readonly PropertyKey[][]
}

interface How {
  readonly schema: z.ZodType
  /** Schemas of what the operation answers: what they know and the body's does not is read-only. */
  readonly replies: readonly z.ZodType[]
  /** Leaves unknown keys out, and nothing else. */
  readonly strict: boolean
}

/** The path of a reader, and the fields that it has left out so far. */
class Reading implements Ignored {
  readonly unknown: PropertyKey[][] = []
  readonly readOnly: PropertyKey[][] = []
  readonly at: PropertyKey[] = []
  readonly how: How
  readonly #body: unknown

  constructor(how: How, body: unknown) {
    this.how = how
    this.#body = body
  }

  leaveOut(key: PropertyKey, value: unknown): void {
    if (this.unknown.length >= MAX_NOTED) return
    const path = [...this.at, key]
    const { schema, replies } = this.how
    // What another variant of the body can hold is misplaced here, though replies hold it; null says nothing in any place.
    const isReadOnly =
      replies.some((reply) => declares(reply, path, this.#body)) &&
      (value === null || !declares(schema, path, undefined))
    const list = isReadOnly ? this.readOnly : this.unknown
    if (list.length < MAX_NOTED) list.push(path)
  }

  /** One that goes on from here and is thrown away, or taken over by {@link join}. */
  fork(): Reading {
    const fork = new Reading(this.how, this.#body)
    fork.at.push(...this.at)
    return fork
  }

  join({ unknown, readOnly }: Reading): void {
    this.unknown.push(...unknown)
    this.readOnly.push(...readOnly)
  }
}

/** Reduces a value to what its schema knows; what has another shape comes back as it is, for the schema to refuse. */
type Reducer = (value: unknown, reading: Reading) => unknown

/**
 * Reduces a body to what its schema knows, as the interface reads it (spec/5 §0.1, wire finding 1): unknown keys are left out; `null`, or
 * `{}`, where a value is optional and that says nothing, is the same as absent; an empty text is the same as `null` where the schema
 * takes no empty text; lists of texts are sets. Objects that {@link schemaGoverned} holds keep their unknown keys and empty texts, which
 * the schema then refuses. The result still has to be parsed.
 */
export function reduceBody(how: How, body: unknown): { body: unknown; ignored: Ignored } {
  const reading = new Reading(how, body)
  return { body: reducerOf(how.schema)(body, reading), ignored: reading }
}

const compiled = new WeakMap<z.ZodType, Reducer>()

function reducerOf(schema: z.ZodType): Reducer {
  const known = compiled.get(schema)
  if (known) return known
  const reducer = compile(schema)
  compiled.set(schema, reducer)
  return reducer
}

function compile(schema: z.ZodType): Reducer {
  if (schema instanceof z.ZodLazy) return (value, reading) => reducerOf(schema.unwrap() as z.ZodType)(value, reading)
  const inner = unwrapped(schema)
  if (inner) return reducerOf(inner)
  if (schema instanceof z.ZodObject) return object(schema)
  if (schema instanceof z.ZodArray) return list(schema)
  if (schema instanceof z.ZodRecord) return record(schema)
  if (schema instanceof z.ZodDiscriminatedUnion) return discriminatedUnion(schema)
  if (schema instanceof ZodNamedUnion) return (value, reading) => reducerOf(schema.optionFor(value))(value, reading)
  if (schema instanceof z.ZodUnion) return union(schema.options as readonly z.ZodType[])
  if (schema instanceof z.ZodPipe) return pipe(schema)
  return (value) => value
}

const isEmpty = (value: unknown) => isObject(value) && Object.keys(value).length === 0

interface Field {
  reduce: Reducer
  /** Whether `null`, and `{}`, say the same as nothing. */
  nullIsAbsent: boolean
  emptyIsAbsent: boolean
  /** Whether an empty text says the same as `null`. */
  emptyTextIsNull: boolean
}

function fieldOf(schema: z.ZodType, isOptional = schema.safeParse(undefined).success): Field {
  const mayBeHollow = isOptional && takes(schema, isObjectSchema) && !takes(schema, (inner) => meantEmpty.has(inner))
  const ofNothing = mayBeHollow ? schema.safeParse({}) : null
  const isNullable = schema.safeParse(null).success
  return {
    reduce: reducerOf(schema),
    nullIsAbsent: isOptional && !isNullable,
    emptyTextIsNull: (isOptional || isNullable) && takes(schema, isMeantText) && !schema.safeParse('').success,
    // WHY the parsed value: an object whose members all have defaults says something by being there.
    emptyIsAbsent: ofNothing !== null && (!ofNothing.success || isEmpty(ofNothing.data)),
  }
}

const isObjectSchema = (schema: z.ZodType) => schema instanceof z.ZodObject || schema instanceof z.ZodRecord
const isMeantText = (schema: z.ZodType) => schema.def.type === 'string' && !neverEmpty.has(schema)

/** Whether a schema is one that `is` tells, or has one behind what wraps it or among its options. */
function takes(schema: z.ZodType, is: (schema: z.ZodType) => boolean): boolean {
  if (is(schema)) return true
  if (schema instanceof z.ZodUnion) return schema.options.some((option) => takes(option as z.ZodType, is))
  if (schema instanceof z.ZodPipe) return takes((isPreprocess(schema) ? schema.out : schema.in) as z.ZodType, is)
  const inner = unwrapped(schema)
  return inner !== null && takes(inner, is)
}

/** The members of an object that say something, reduced. @param fieldOf undefined for a key that is not known; null for one to keep as it is */
function members(
  value: Record<string, unknown>,
  reading: Reading,
  fieldOf: (key: string) => Field | null | undefined,
): Record<string, unknown> {
  const entries: [string, unknown][] = []
  for (const [key, sent] of Object.entries(value)) {
    const field = fieldOf(key)
    const held = sent === '' && field?.emptyTextIsNull && !reading.how.strict ? null : sent
    if (field === null) entries.push([key, held])
    else if (!field) reading.leaveOut(key, held)
    else if (held !== null || !field.nullIsAbsent || reading.how.strict) {
      reading.at.push(key)
      const reduced = field.reduce(held, reading)
      reading.at.pop()
      if (!field.emptyIsAbsent || !isEmpty(reduced) || reading.how.strict) entries.push([key, reduced])
    }
  }
  // WHY not by assignment: a key may be `__proto__`.
  return Object.fromEntries(entries)
}

function object(schema: z.ZodObject): Reducer {
  const { catchall } = schema.def
  const isGoverned = schemaGoverned.has(schema)
  const keepsUnknown = isGoverned || (catchall && !(catchall instanceof z.ZodNever))
  const memberOf = (inner: z.ZodType) => (isGoverned ? { ...fieldOf(inner), emptyTextIsNull: false } : fieldOf(inner))
  const others = keepsUnknown ? null : undefined
  // WHY on first use: an object may hold itself.
  let fields: ReadonlyMap<string, Field> | null = null
  return (value, reading) => {
    if (!isObject(value)) return value
    const known = (fields ??= new Map(Object.entries(schema.shape).map(([key, inner]) => [key, memberOf(inner)])))
    return members(value, reading, (key) => known.get(key) ?? others)
  }
}

/** A record by words of a choice is an object whose members are optional; one by any text knows every key. */
function record(schema: z.ZodRecord): Reducer {
  const [key, value] = [schema.keyType as z.ZodType, schema.valueType as z.ZodType]
  const isChoice = key instanceof z.ZodEnum || key instanceof z.ZodLiteral
  let field: Field | null = null
  return (given, reading) => {
    if (!isObject(given)) return given
    const known = (field ??= fieldOf(value, isChoice))
    return members(given, reading, (name) => (!isChoice || key.safeParse(name).success ? known : undefined))
  }
}

function list(schema: z.ZodArray): Reducer {
  let element: Reducer | null = null
  return (value, reading) => {
    if (!Array.isArray(value)) return value
    const reduce = (element ??= reducerOf(schema.element as z.ZodType))
    const items = value.map((item: unknown, index) => {
      reading.at.push(index)
      const reduced = reduce(item, reading)
      reading.at.pop()
      return reduced
    })
    return !reading.how.strict && items.every((item) => typeof item === 'string') ? [...new Set(items)] : items
  }
}

function discriminatedUnion(schema: z.ZodDiscriminatedUnion): Reducer {
  const { discriminator } = schema.def
  const options = optionsByValue(schema)
  return (value, reading) => {
    const option = isObject(value) ? options.get(value[discriminator]) : undefined
    return option ? reducerOf(option)(value, reading) : value
  }
}

/** Takes the option that accepts the value and leaves out least of it; among equals the first, as the schema does. */
function union(options: readonly z.ZodType[]): Reducer {
  return (value, reading) => {
    if (typeof value !== 'object' || value === null) return value
    let best: { reduced: unknown; fork: Reading } | null = null
    for (const option of options) {
      const fork = reading.fork()
      const reduced = reducerOf(option)(value, fork)
      const isBetter = best === null || leftOut(fork) < leftOut(best.fork)
      if (isBetter && option.safeParse(reduced).success) best = { reduced, fork }
    }
    if (!best) return value
    reading.join(best.fork)
    return best.reduced
  }
}

const leftOut = ({ unknown, readOnly }: Ignored) => unknown.length + readOnly.length

const isPreprocess = (schema: z.ZodPipe) => schema.in instanceof z.ZodTransform

/** What is done before the schema reads a value is done here already; doing it twice has to be the same as once. */
function pipe(schema: z.ZodPipe): Reducer {
  if (!isPreprocess(schema)) return reducerOf(schema.in as z.ZodType)
  const inner = reducerOf(schema.out as z.ZodType)
  return (value, reading) => {
    const prepared = (schema.in as z.ZodType).safeParse(value)
    return prepared.success ? inner(prepared.data, reading) : value
  }
}
