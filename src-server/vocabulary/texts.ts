import { tokenizeLeniently as expressionTokens } from '#expression/index.ts'
import { tokenizeLeniently as filterTokens } from '#filter/index.ts'
import { ACCOUNT_PREFIX } from '#contract/routes/well-known.ts'
import { OAUTH_SCOPES } from '#contract/interface/oauth-scopes.ts'
import type { BrandWords } from '#contract/vocabulary/brand-words.ts'
import { SHIPPED_TEXTS } from '#contract/vocabulary/shipped-texts.ts'
import type { Vocabulary } from '#contract/vocabulary/vocabulary.ts'
import type { ContractWords } from './contract-words.ts'
import type { Dictionary } from './translator.ts'

/** One direction of a table that pairs words, where each stands for the other, so that a person who typed one of them finds it again. */
function swapped(table: Readonly<Record<string, string>>): (text: string) => string {
  const pairs = new Map(
    Object.entries(table).flatMap(([ours, theirs]): [string, string][] => [
      [ours, theirs],
      [theirs, ours],
    ]),
  )
  return (text) => pairs.get(text) ?? text
}

const invert = (table: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(table).map(([ours, theirs]) => [theirs, ours]))

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

const edited = (source: string, edits: readonly Edit[]) =>
  edits.toReversed().reduce((text, { start, end, text: by }) => text.slice(0, start) + by + text.slice(end), source)

/** Names of the language by the table: those of functions, which a bracket follows, and texts that stand for a source. */
function expressionWith(table: Readonly<Record<string, string>>): (source: string) => string {
  const words = new Map(Object.entries(table))
  if (words.size === 0) return (source) => source
  return (source) => {
    const tokens = expressionTokens(source)
    const edits = tokens.flatMap(({ kind, text, start, end }, index): Edit[] => {
      if (kind === 'name') {
        const by = tokens[index + 1]?.text === '(' && tokens[index - 1]?.text !== '.' ? words.get(text) : undefined
        return by === undefined ? [] : [{ start, end, text: by }]
      }
      const by =
        tokens[index - 1]?.text === '(' && tokens[index - 2]?.kind === 'name' ? words.get(text.slice(1, -1)) : undefined
      return by === undefined || !/^["']/.test(text) ? [] : [{ start: start + 1, end: end - 1, text: by }]
    })
    return edited(source, edits)
  }
}

const NAMES = new Set(['name', 'label', 'displayName'])

interface FilterWords {
  readonly word: (field: string, text: string) => string
  readonly shippedName: (text: string) => string
}

/** Literals that are compared with a choice, or with a name that may be a shipped one. */
export function filterWith({ word, shippedName }: FilterWords): (source: string) => string {
  return (source) => {
    const tokens = filterTokens(source)
    const edits = tokens.flatMap(({ text, start, end }, index): Edit[] => {
      if (!text.startsWith('"') || !text.endsWith('"') || text.includes('\\')) return []
      const field = tokens[index - 2]?.text.split('.').at(-1) ?? ''
      const literal = text.slice(1, -1)
      const by = NAMES.has(field) ? shippedName(literal) : word(field, literal)
      return by === literal ? [] : [{ start: start + 1, end: end - 1, text: by }]
    })
    return edited(source, edits)
  }
}

const SCOPES: ReadonlySet<string> = new Set(OAUTH_SCOPES)
/** Whether it is a scope of the interface; those of people's own authorization servers are not. */
export const isScope = (text: string) => SCOPES.has(text)

/** How words are translated in both directions. */
export function dictionariesOf(
  vocabulary: Vocabulary,
  words: BrandWords,
  contract: ContractWords,
): { in: Dictionary; out: Dictionary } {
  const outer = (word: string) => words.outer(word)
  const own = [...SHIPPED_TEXTS, ...[...contract.all].filter((word) => word.startsWith('svc_'))]
  const shipped = { ...Object.fromEntries(own.map((text) => [text, words.text(text)])), ...vocabulary.shippedNames }
  const shippedName = swapped(shipped)
  const part = swapped({ ...shipped, svc: vocabulary.brand })
  const parts = (text: string) => text.replaceAll(/[^:/]+/g, part)
  const prefix = outer(ACCOUNT_PREFIX)
  const account = (from: string, to: string) => (text: string) =>
    text.startsWith(from) ? to + text.slice(from.length) : text
  const inners = new Map([...contract.all].map((word) => [outer(word), word]))
  const innerOfContract = (word: string) => inners.get(word) ?? words.inner(word)
  return {
    in: {
      ...{ outer, direction: 'in', details: detailsWith(innerOfContract, innerOfContract, contract) },
      texts: {
        expression: expressionWith(invert(vocabulary.expressionNames)),
        ...{ shippedName, parts },
        word: (text) => words.inner(text),
        scope: (text) => (isScope(words.inner(text)) ? words.inner(text) : text),
        account: account(prefix, ACCOUNT_PREFIX),
      },
    },
    out: {
      ...{ outer, direction: 'out', details: detailsWith(outer, (word) => word, contract) },
      texts: {
        expression: expressionWith(vocabulary.expressionNames),
        ...{ shippedName, parts },
        word: outer,
        scope: (text) => (isScope(text) ? outer(text) : text),
        account: account(ACCOUNT_PREFIX, prefix),
      },
    },
  }
}

/** Fields of events that hold a type in a form of their own, such as `SvcSignOn`. */
const NAMED_TYPES = new Set(['policyType'])

/**
 * Copies of fields of any object: words of choices, by the field that they stand in, and names of fields.
 * @param ours our word for one that is met
 */
function detailsWith(
  translate: (word: string) => string,
  ours: (word: string) => string,
  { byField, all }: ContractWords,
): (value: unknown) => unknown {
  const walk = (value: unknown, field: string): unknown => {
    if (typeof value === 'string')
      return NAMED_TYPES.has(field) || byField.get(field)?.has(ours(value)) ? translate(value) : value
    if (Array.isArray(value)) return value.map((item) => walk(item, field))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, held]) => [
      all.has(ours(key)) ? translate(key) : key,
      walk(held, ours(key)),
    ])
    return Object.fromEntries(entries)
  }
  return (value) => walk(value, '')
}
