import { z } from 'zod'
import { isMedia } from '#contract/interface/content-types.ts'
import { ROUTE_LIST } from '#contract/routes/index.ts'
import { unwrapped } from '#contract/interface/schema-tree.ts'

/** The words of the interface, as its contract has them. */
export interface ContractWords {
  /** Of each choice, and of each object its names of fields: what must stay apart from each other. */
  readonly choices: readonly (readonly string[])[]
  /** The words of choices by the name of the field that holds them. */
  readonly byField: ReadonlyMap<string, ReadonlySet<string>>
  /** The segments of paths that are no placeholders. */
  readonly segments: ReadonlySet<string>
  /** Every word of them. */
  readonly all: ReadonlySet<string>
}

class Collector {
  readonly choices: string[][] = []
  readonly byField = new Map<string, Set<string>>()
  readonly #seen = new Set<string>()
  readonly #known = new WeakSet<z.ZodType>()

  /** @param field in which the schema stands */
  visit(schema: z.ZodType, field: string): void {
    if (schema instanceof z.ZodEnum) return this.#choice(schema.options, field)
    if (schema instanceof z.ZodLiteral) return this.#choice([...schema.values], field)
    if (this.#known.has(schema)) return
    this.#known.add(schema)
    const inner = unwrapped(schema)
    if (inner) return this.visit(inner, field)
    if (schema instanceof z.ZodArray) return this.visit(schema.element as z.ZodType, field)
    if (schema instanceof z.ZodObject) {
      this.#choice(Object.keys(schema.shape), '')
      for (const [key, held] of Object.entries(schema.shape)) this.visit(held as z.ZodType, key)
    }
    if (schema instanceof z.ZodRecord) {
      this.visit(schema.keyType as z.ZodType, '')
      this.visit(schema.valueType as z.ZodType, field)
    }
    if (schema instanceof z.ZodUnion) for (const option of schema.options) this.visit(option as z.ZodType, field)
    if (schema instanceof z.ZodPipe) for (const part of [schema.in, schema.out]) this.visit(part as z.ZodType, field)
  }

  #choice(options: readonly unknown[], field: string): void {
    const words = options.filter((option) => typeof option === 'string')
    const known = this.byField.get(field) ?? new Set<string>()
    for (const word of words) known.add(word)
    if (field !== '') this.byField.set(field, known)
    const key = words.join(' ')
    if (words.length === 0 || this.#seen.has(key)) return
    this.#seen.add(key)
    this.choices.push(words)
  }
}

/** Reads the whole contract; some hundred milliseconds. */
export function contractWords(): ContractWords {
  const collector = new Collector()
  const segments = new Set<string>()
  for (const { route } of ROUTE_LIST) {
    for (const segment of route.path.split('/')) if (segment && !segment.startsWith('{')) segments.add(segment)
    for (const schema of [route.params, route.query, route.body]) if (schema) collector.visit(schema, '')
    for (const definition of Object.values(route.responses)) {
      const schema = isMedia(definition) ? definition.json : definition
      if (schema) collector.visit(schema, '')
    }
  }
  const { choices, byField } = collector
  return { choices, byField, segments, all: new Set([...choices.flat(), ...segments]) }
}
