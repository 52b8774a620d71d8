import { z } from 'zod'
import { schemaGoverned } from '#contract/interface/lenience.ts'

type Json = Record<string, unknown>
type Direction = 'input' | 'output'

/** Converts one schema; those with an id become shared components, and a reference takes their place. */
export type Converter = (schema: z.ZodType, direction: Direction) => Json

const AT = '#/components/schemas/'
const MARK = /^#\/components\/schemas\/(input|output):(.+)$/

interface Converted {
  zodSchema: z.core.$ZodType
  jsonSchema: z.core.JSONSchema.BaseSchema
}

/**
 * WHY no pattern for IPv6: the library's own refuses `::ffff:192.0.2.1`, which its check takes; the format says it right. Requests may hold
 * keys that are not known, but for what a schema of the organization governs.
 */
const conversionFor = (io: Direction) =>
  ({
    unrepresentable: 'any',
    target: 'draft-2020-12',
    io,
    override: ({ zodSchema, jsonSchema }: Converted) => {
      if (jsonSchema.format === 'ipv6') delete jsonSchema.pattern
      if (io === 'input' && schemaGoverned.get(zodSchema) === undefined && jsonSchema.additionalProperties === false)
        delete jsonSchema.additionalProperties
    },
  }) as const
const CONVERSIONS = { input: conversionFor('input'), output: conversionFor('output') }

/**
 * Converts schemas to JSON Schema and gathers those with an id. A schema whose requests and replies differ (defaults
 * are optional in one and always there in the other) becomes two components, `Name` and `NameInput`.
 */
export class Components {
  readonly #definitions: Record<Direction, Map<string, Json>> = { input: new Map(), output: new Map() }

  readonly convert: Converter = (schema, direction) => {
    const json = z.toJSONSchema(schema, CONVERSIONS[direction]) as Json
    const { $schema: _version, $defs, ...inline } = json
    const known = this.#definitions[direction]
    for (const [name, definition] of Object.entries(($defs ?? {}) as Record<string, Json>)) {
      const { $schema: _inner, ...plain } = definition
      known.set(name, mark(plain, direction) as Json)
    }
    const name = schema.meta()?.id
    if (!name) return mark(inline, direction) as Json
    // A schema that refers to itself by name was a definition already.
    if (!('$ref' in inline)) known.set(name, mark(inline, direction) as Json)
    return { $ref: `${AT}${direction}:${name}` }
  }

  /** The components under their final names, and what else was converted with its references settled. */
  settle<T>(converted: T): { schemas: Json; converted: T } {
    const { input, output } = this.#definitions
    const apart = this.#differing()
    const rename = (direction: Direction, name: string) =>
      direction === 'input' && apart.has(name) ? `${name}Input` : name
    const schemas: Json = {}
    for (const [direction, definitions] of [['output', output] as const, ['input', input] as const])
      for (const [name, definition] of definitions) schemas[rename(direction, name)] ??= settleIn(definition, rename)
    return { schemas, converted: settleIn(converted, rename) as T }
  }

  /** Names whose two forms differ, in themselves or in something that they refer to. */
  #differing(): ReadonlySet<string> {
    const { input, output } = this.#definitions
    const apart = new Set<string>()
    const form = (definition: Json | undefined) =>
      JSON.stringify(settleIn(definition, (_, name) => (apart.has(name) ? `${name}*` : name)))
    const refersApart = (definition: Json | undefined) =>
      [...apart].some((name) => JSON.stringify(definition).includes(`:${name}"`))
    for (let before = -1; before !== apart.size;) {
      before = apart.size
      for (const [name, definition] of input)
        if (output.has(name) && (form(definition) !== form(output.get(name)) || refersApart(definition)))
          apart.add(name)
    }
    return apart
  }
}

/** Points references at the components of one direction, and drops the ids that schemas carry in themselves. */
function mark(value: unknown, direction: Direction): unknown {
  return rewrite(value, (reference) => reference.replace('#/$defs/', `${AT}${direction}:`))
}

function settleIn(value: unknown, rename: (direction: Direction, name: string) => string): unknown {
  return rewrite(value, (reference) => {
    const [, direction, name] = MARK.exec(reference) ?? []
    return direction && name ? `${AT}${rename(direction as Direction, name)}` : reference
  })
}

/** A copy with every reference rewritten. */
function rewrite(value: unknown, reference: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((inner) => rewrite(inner, reference))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => key !== 'id' || typeof inner !== 'string')
      .map(([key, inner]) => [
        key,
        key === '$ref' && typeof inner === 'string' ? reference(inner) : rewrite(inner, reference),
      ]),
  )
}
