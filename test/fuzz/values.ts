import fc from 'fast-check'
import type { ApiDocument, Schema } from './document.ts'
import type { Objects } from './objects.ts'
import type { Random } from './random.ts'

/** How deep optional parts are still filled in. */
const DEPTH = 7

/** Texts by format; all addresses lead nowhere. */
const FORMATS: Readonly<Record<string, (unique: string) => string>> = {
  email: (unique) => `${unique}@example.test`,
  uri: (unique) => `https://hooks.example.test/${unique}`,
  url: (unique) => `https://hooks.example.test/${unique}`,
  ipv4: () => '192.0.2.7',
  ipv6: () => '2001:db8::7',
  uuid: () => '0b9cd8a4-55dd-4a0e-9d36-57e0a7f0c9d1',
}

/** Values that a schema of the document allows. */
export class Values {
  readonly #document: ApiDocument
  readonly #objects: Objects
  readonly #random: Random
  #count = 0
  /** A day ago: what happened lately can be asked for. */
  readonly #start = Date.now() - 86_400_000

  constructor(document: ApiDocument, objects: Objects, random: Random) {
    this.#document = document
    this.#objects = objects
    this.#random = random
  }

  /** A word that was not used before. */
  unique(): string {
    return `fuzz${(this.#count++).toString(36)}`
  }

  /**
   * @param fullness how likely each optional part is there: 0 none, 1 all
   * @param names of the fields on the way here, which tell whose id a text is
   */
  of(schema: Schema, fullness: number, names: readonly string[] = [], depth = 0): unknown {
    const found = this.#document.resolve(schema)
    if (found.const !== undefined) return found.const
    if (found.enum) return this.#random.pick(found.enum)
    const choices = found.anyOf ?? found.oneOf
    if (choices) return this.of(this.#choice(choices), fullness, names, depth)
    if (found.allOf) return Object.assign({}, ...found.allOf.map((part) => this.of(part, fullness, names, depth)))
    const type = Array.isArray(found.type) ? this.#random.pick(found.type) : found.type
    switch (type) {
      case 'object':
        return this.#object(found, depth > DEPTH ? 0 : fullness, names, depth)
      case 'array':
        return this.#list(found, depth > DEPTH ? 0 : fullness, names, depth)
      case 'string':
        return this.#text(found, names)
      case 'integer':
      case 'number':
        return this.#number(found)
      case 'boolean':
        return this.#random.chance(0.5)
      case 'null':
        return null
      default:
        return this.unique()
    }
  }

  /** An id of the kind that the fields on the way to it speak of; undefined where none is known. */
  idFor(names: readonly string[]): string | undefined {
    const params = this.#objects.names()
    const stems = new Map(params.map((param) => [param, param.replace(/Id$/, '').toLowerCase()]))
    for (const word of names.toReversed().map(singular))
      for (const fits of [(stem: string) => word.endsWith(stem), (stem: string) => word.startsWith(stem)]) {
        const param = params.find((name) => fits(stems.get(name) as string))
        if (param) return this.#random.pick(this.#objects.valuesOf(param))
      }
    return undefined
  }

  /** An id of any kind. */
  anyId(): string | undefined {
    const params = this.#objects.names()
    return params.length > 0 ? this.#random.pick(this.#objects.valuesOf(this.#random.pick(params))) : undefined
  }

  #choice(choices: readonly Schema[]): Schema {
    // Null says the least: only sometimes.
    const filled = choices.filter((choice) => this.#document.resolve(choice).type !== 'null')
    return this.#random.pick(filled.length > 0 && this.#random.chance(0.9) ? filled : choices)
  }

  #object(schema: Schema, fullness: number, names: readonly string[], depth: number): Record<string, unknown> {
    const required = new Set(schema.required)
    const own = Object.entries(schema.properties ?? {}).filter(
      ([name]) => required.has(name) || this.#random.chance(fullness),
    )
    const entries = own.map(([name, inner]) => [name, this.of(inner, fullness, [...names, name], depth + 1)] as const)
    const further = schema.additionalProperties
    if (typeof further !== 'object' || !this.#random.chance(fullness)) return Object.fromEntries(entries)
    const name = schema.propertyNames ? String(this.of(schema.propertyNames, fullness)) : this.unique()
    return Object.fromEntries([...entries, [name, this.of(further, fullness, names, depth + 1)]])
  }

  #list(schema: Schema, fullness: number, names: readonly string[], depth: number): unknown[] {
    const least = schema.minItems ?? 0
    const more = this.#random.chance(fullness) ? this.#random.below(3) : 0
    const length = Math.min(least + more, schema.maxItems ?? Infinity)
    const inner = typeof schema.items === 'object' ? schema.items : {}
    const items = Array.from({ length }, () => this.of(inner, fullness, names, depth + 1))
    return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
  }

  #text(schema: Schema, names: readonly string[]): string {
    const { format, pattern, minLength = 0, maxLength = Infinity } = schema
    if (format === 'date-time') return this.#later()
    const made = format ? FORMATS[format]?.(this.unique()) : undefined
    if (made !== undefined) return made
    if (schema.default !== undefined && this.#random.chance(0.5)) return String(schema.default)
    const example = schema.example ?? schema.examples?.[0]
    if (example !== undefined) return String(example)
    const field = names.at(-1) ?? ''
    if (/^ur[il]$/i.test(field)) return `https://hooks.example.test/${this.unique()}`
    const isAny = /Id$/.test(field) && this.#random.chance(0.4)
    const id = isAny ? this.anyId() : this.idFor(names)
    if (id !== undefined && this.#random.chance(0.8)) return id
    const word = this.unique().padEnd(minLength, 'x').slice(0, maxLength)
    return pattern && !new RegExp(pattern, 'u').test(word) ? this.#matching(pattern) : word
  }

  /** Each time a minute later, so that what ends comes after what begins. */
  #later(): string {
    return new Date(this.#start + this.#count++ * 60_000).toISOString()
  }

  #matching(pattern: string): string {
    const arbitrary = fc.stringMatching(new RegExp(pattern, 'u'))
    return fc.sample(arbitrary, { numRuns: 1, seed: this.#random.below(2 ** 31) })[0] as string
  }

  #number({ minimum = 0, maximum = 100, exclusiveMinimum }: Schema): number {
    const least = exclusiveMinimum === undefined ? minimum : exclusiveMinimum + 1
    if (least < -1_000 || maximum > 1e9) return this.#random.below(100)
    return this.#random.chance(0.3) ? least : least + this.#random.below(Math.min(maximum - least, 100) + 1)
  }
}

/** `groups` speaks of a group, `policies` of a policy. */
function singular(name: string): string {
  return name.replace(/Ids?$/, '').replace(/ies$/, 'y').replace(/s$/, '').toLowerCase()
}
