import { z } from 'zod'
import { ZodNamedUnion } from '#contract/interface/named-union.ts'
import { wordsWithin } from '#contract/interface/translated.ts'
import { isObject, optionsByValue, partsOf, unwrapped } from '#contract/interface/schema-tree.ts'

/** A word of ours where the vocabulary has another one for it: where it stands, and the word that was expected. */
interface WrongWord {
  readonly path: readonly PropertyKey[]
  readonly expected: string
}

/** What one translation meets on its way. */
interface Walk {
  readonly path: PropertyKey[]
  readonly wrong: WrongWord[]
}

/** Translates a value of one schema; what has another shape, or is no word of the schema, comes back as it is. */
type Translate = (value: unknown, walk: Walk) => unknown

type Marked = NonNullable<ReturnType<typeof wordsWithin.get>>['as']

/** How single words and texts are translated in one direction. */
export interface Dictionary {
  /** The word for one of ours, whichever way the translation goes. */
  readonly outer: (word: string) => string
  readonly direction: 'in' | 'out'
  /** Texts in which words of the interface stand among those of people. */
  readonly texts: Readonly<Record<Exclude<Marked, 'details'>, (text: string) => string>>
  /** Values of events, in which fields of any object stand. */
  readonly details: (value: unknown) => unknown
}

/**
 * Translates bodies and parameters between our words and those of a vocabulary, driven by the contract: only literals, choices,
 * discriminators, names of fields and what {@link wordsWithin} marks; what a person typed stays. Each schema is looked at once; of a schema
 * without words of the vocabulary nothing is walked.
 */
export class Translator {
  readonly #dictionary: Dictionary
  readonly #compiled = new WeakMap<z.ZodType, Translate | null>()

  constructor(dictionary: Dictionary) {
    this.#dictionary = dictionary
  }

  /** Whether values of the schema can hold a word to translate. */
  touches(schema: z.ZodType): boolean {
    return this.#of(schema) !== null
  }

  /** A translated copy, sharing what is the same. */
  translate(schema: z.ZodType, value: unknown): { value: unknown; wrong: readonly WrongWord[] } {
    const walk: Walk = { path: [], wrong: [] }
    const translated = this.#of(schema)?.(value, walk) ?? value
    return { value: translated, wrong: walk.wrong }
  }

  #of(schema: z.ZodType): Translate | null {
    const known = this.#compiled.get(schema)
    if (known !== undefined) return known
    // What a schema holds may be itself: what was made of it by then is asked when a value is there.
    this.#compiled.set(schema, (value, walk) => this.#compiled.get(schema)?.(value, walk) ?? value)
    const made = this.#compile(schema)
    this.#compiled.set(schema, made)
    return made
  }

  #compile(schema: z.ZodType): Translate | null {
    const marked = wordsWithin.get(schema)
    if (marked) return this.#text(marked.as)
    // What holds itself would look as if it had words, since it is not known yet whether it has.
    if (schema instanceof z.ZodLazy && !this.#hasWords(schema, new Set())) return null
    if (schema instanceof z.ZodEnum) return this.#words(schema.options)
    if (schema instanceof z.ZodLiteral) return this.#words([...schema.values])
    const inner = unwrapped(schema)
    if (inner) return this.#of(inner)
    if (schema instanceof z.ZodObject) return this.#object(schema)
    if (schema instanceof z.ZodArray) return this.#list(schema)
    if (schema instanceof z.ZodRecord) return this.#record(schema)
    if (schema instanceof z.ZodDiscriminatedUnion)
      return this.#chosen(schema, schema.def.discriminator, [...optionsByValue(schema).keys()], (key) =>
        optionsByValue(schema).get(key),
      )
    if (schema instanceof ZodNamedUnion) {
      const { discriminator, named } = schema._zod.def
      return this.#chosen(schema, discriminator, [...named.keys()], (key) => schema.optionFor({ [discriminator]: key }))
    }
    if (schema instanceof z.ZodUnion) return this.#union(schema.options as readonly z.ZodType[])
    if (schema instanceof z.ZodPipe)
      return schema.in instanceof z.ZodTransform
        ? this.#prepared(schema.out as z.ZodType)
        : this.#of(schema.in as z.ZodType)
    return null
  }

  /** What is made ready before it is checked: an object may come in a list. */
  #prepared(schema: z.ZodType): Translate | null {
    const translate = this.#of(schema)
    if (!translate || !(schema instanceof z.ZodObject)) return translate
    return (value, walk) =>
      Array.isArray(value) ? value.map((item, index) => at(walk, index, translate, item)) : translate(value, walk)
  }

  /** Whether a word to translate stands somewhere within. @param seen what was looked at by now */
  #hasWords(schema: z.ZodType, seen: Set<z.ZodType>): boolean {
    if (seen.has(schema)) return false
    seen.add(schema)
    return (
      wordsWithin.has(schema) ||
      this.#pairs(ownWords(schema)) !== null ||
      partsOf(schema).some((part) => this.#hasWords(part, seen))
    )
  }

  #text(as: Marked): Translate {
    if (as === 'details') return this.#dictionary.details
    const translate = this.#dictionary.texts[as]
    if (as === 'word' && this.#dictionary.direction === 'in') return this.#wholeWord(translate)
    return (value) => (typeof value === 'string' ? translate(value) : value)
  }

  /** A word of the vocabulary; one of ours is told as what it is. */
  #wholeWord(translate: (word: string) => string): Translate {
    const { outer } = this.#dictionary
    return (value, walk) => {
      if (typeof value !== 'string') return value
      if (outer(value) !== value) walk.wrong.push({ path: [...walk.path], expected: outer(value) })
      return translate(value)
    }
  }

  /** The words of a choice that are other ones in the vocabulary; null for none. */
  #pairs(words: readonly unknown[]): WordTable | null {
    const { outer, direction } = this.#dictionary
    const texts = words.filter((word) => typeof word === 'string')
    const differing = texts.flatMap((word) => (outer(word) === word ? [] : [[word, outer(word)] as const]))
    if (differing.length === 0) return null
    if (direction === 'out') return { words: new Map(differing), expected: NONE }
    const outers = new Set(texts.map(outer))
    return {
      words: new Map(differing.map(([word, other]) => [other, word])),
      expected: new Map(differing.filter(([word]) => !outers.has(word))),
    }
  }

  #words(options: readonly unknown[]): Translate | null {
    const table = this.#pairs(options)
    return table && ((value, walk) => (typeof value === 'string' ? wordIn(table, value, walk) : value))
  }

  #list(schema: z.ZodArray): Translate | null {
    const element = this.#of(schema.element as z.ZodType)
    if (!element) return null
    // A query may hold one value in place of a list.
    return (value, walk) =>
      Array.isArray(value) ? value.map((item, index) => at(walk, index, element, item)) : element(value, walk)
  }

  #record(schema: z.ZodRecord): Translate | null {
    const keys = this.#of(schema.keyType as z.ZodType)
    const values = this.#of(schema.valueType as z.ZodType)
    if (!keys && !values) return null
    return (value, walk) => {
      if (!isObject(value)) return value
      const entries = Object.entries(value).map(([key, held]) => {
        const translated = values ? at(walk, key, values, held) : held
        return [String(keys ? at(walk, key, keys, key) : key), translated]
      })
      return Object.fromEntries(entries)
    }
  }

  #object(schema: z.ZodObject): Translate | null {
    const names = this.#pairs(Object.keys(schema.shape))
    const fields = Object.entries(schema.shape).flatMap(([key, inner]) => {
      const translate = this.#of(inner as z.ZodType)
      return translate ? [[key, translate] as const] : []
    })
    if (fields.length === 0 && !names) return null
    if (!names) return (value, walk) => (isObject(value) ? withFields(value, fields, walk) : value)
    const byKey = new Map(fields)
    const isIn = this.#dictionary.direction === 'in'
    return (value, walk) => {
      if (!isObject(value)) return value
      const entries = Object.entries(value).map(([key, held]) => {
        const renamed = at(walk, key, (name, inner) => wordIn(names, String(name), inner), key)
        const translate = byKey.get(isIn ? renamed : key)
        return [renamed, translate ? at(walk, key, translate, held) : held]
      })
      return Object.fromEntries(entries)
    }
  }

  /** A union whose option is found by a word of the value. */
  #chosen(
    schema: z.ZodUnion,
    discriminator: string,
    keys: readonly unknown[],
    optionFor: (key: unknown) => z.ZodType | undefined,
  ): Translate | null {
    const options = schema.options as readonly z.ZodType[]
    if (options.every((option) => this.#of(option) === null)) return null
    const table = this.#dictionary.direction === 'in' ? this.#pairs(keys) : null
    return (value, walk) => {
      if (!isObject(value)) return value
      const given = value[discriminator]
      const key = (typeof given === 'string' ? table?.words.get(given) : undefined) ?? given
      const option = optionFor(key)
      if (option) return this.#of(option)?.(value, walk) ?? value
      // A word of ours names no option; it is told as what it is.
      if (typeof given === 'string' && table)
        at(walk, discriminator, (word, inner) => wordIn(table, String(word), inner), given)
      return value
    }
  }

  /** Options that nothing tells apart: the first that has a word to translate does. */
  #union(options: readonly z.ZodType[]): Translate | null {
    const translates = options.flatMap((option) => this.#of(option) ?? [])
    if (translates.length < 2) return translates[0] ?? null
    return (value, walk) => {
      const [wrong, path] = [walk.wrong.length, walk.path]
      let found: WrongWord[] = []
      for (const translate of translates) {
        const trial: Walk = { path: [...path], wrong: [] }
        const translated = translate(value, trial)
        if (trial.wrong.length === 0 && !isSame(translated, value)) return translated
        if (trial.wrong.length > 0) found = trial.wrong
      }
      if (walk.wrong.length === wrong) walk.wrong.push(...found)
      return value
    }
  }
}

interface WordTable {
  readonly words: ReadonlyMap<string, string>
  /** By words of ours: those that were expected in their place. */
  readonly expected: ReadonlyMap<string, string>
}

/** The words of a schema itself: its choices, or the names of its fields. */
function ownWords(schema: z.ZodType): readonly unknown[] {
  if (schema instanceof z.ZodEnum) return schema.options
  if (schema instanceof z.ZodLiteral) return [...schema.values]
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : []
}

const NONE: ReadonlyMap<string, string> = new Map()
const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

function wordIn({ words, expected }: WordTable, word: string, walk: Walk): string {
  const translated = words.get(word)
  if (translated !== undefined) return translated
  const other = expected.get(word)
  if (other !== undefined) walk.wrong.push({ path: [...walk.path], expected: other })
  return word
}

function at<T>(walk: Walk, key: PropertyKey, translate: (value: unknown, walk: Walk) => T, value: unknown): T {
  walk.path.push(key)
  const translated = translate(value, walk)
  walk.path.pop()
  return translated
}

/** A copy in which some fields are translated; the value itself where they are as before. */
function withFields(
  value: Record<string, unknown>,
  fields: readonly (readonly [string, Translate])[],
  walk: Walk,
): Record<string, unknown> {
  let copy: Record<string, unknown> | null = null
  for (const [key, translate] of fields) {
    const held = value[key]
    if (held === undefined || held === null) continue
    const translated = at(walk, key, translate, held)
    if (translated === held) continue
    copy ??= { ...value }
    copy[key] = translated
  }
  return copy ?? value
}
