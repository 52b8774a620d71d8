import { attributeKey } from './dialect.ts'
import { placeAt, type Place } from './completion-slot.ts'
import { findAttribute } from './resolve.ts'
import { OPERATORS, type Attribute, type Dialect, type Operator } from './types.ts'

/** One thing that can be put where the caret is. */
export interface FilterOption {
  /** As listed, and what typing is matched against. */
  readonly label: string
  /** Replaces `from` to `to`; the caret goes behind it. */
  readonly insert: string
  readonly kind: 'attribute' | 'operator' | 'keyword' | 'value'
  /** The type of an attribute, the meaning of an operator or value. */
  readonly detail: string
}

interface FilterCompletions {
  readonly from: number
  readonly to: number
  readonly options: readonly FilterOption[]
  /** The attribute whose value is expected, so that a caller can look values up; null elsewhere. */
  readonly attribute: string | null
  /** Makes an option of a value that was looked up. */
  readonly valueOption: (value: string, label?: string, detail?: string) => FilterOption
}

/** What a caller knows of the things that are searched, beyond what the dialect says. */
export interface Known {
  /** Values of an attribute by its declared path; the dialect's own when absent or undefined. */
  readonly values?: (path: string) => readonly { value: string; detail: string }[] | undefined
  /** Paths inside maps of free content that are worth offering, such as `target.changeDetails.to.name`. */
  readonly paths?: readonly string[]
}

/** Labels of operators, as they read between an attribute and a value. */
export const OPERATOR_WORDS: Readonly<Record<Operator, string>> = {
  eq: 'is',
  ne: 'is not',
  co: 'contains',
  sw: 'begins with',
  ew: 'ends with',
  pr: 'is present',
  gt: 'is greater than',
  ge: 'is at least',
  lt: 'is less than',
  le: 'is at most',
}

const TYPE_LABELS: Readonly<Record<Attribute['type'], string>> = {
  text: 'text',
  number: 'number',
  boolean: 'true or false',
  timestamp: 'timestamp',
  any: 'any value',
  object: 'object',
  map: 'object',
}

/** What can be written at a caret of a query that is still being written. Pure; never throws; null where nothing fits. */
export function completeFilter(
  source: string,
  caret: number,
  dialect: Dialect,
  known: Known = {},
): FilterCompletions | null {
  const place = placeAt(source, caret)
  if (!place) return null
  const { slot, from, to } = place
  const valueOption = (value: string, label = value, detail = '') => textOption(place, value, label, detail)
  const options = optionsAt(place, source.slice(to), dialect, known, valueOption)
  const attribute = slot.kind === 'value' ? (findAttribute(slot.path, dialect)?.path ?? null) : null
  if (options.length === 0 && attribute === null) return null
  const isGlued = slot.kind === 'joint' && from === caret && /\S$/.test(source.slice(0, caret))
  const spaced = isGlued ? options.map((option) => glue(option)) : options
  return { from, to, options: spaced, attribute, valueOption }
}

/** Right behind a value a joint needs a space before it; a bracket does not. */
function glue(option: FilterOption): FilterOption {
  return option.label === ')' ? option : { ...option, insert: ` ${option.insert}` }
}

function optionsAt(
  { slot, inText }: Place,
  after: string,
  dialect: Dialect,
  known: Known,
  valueOption: FilterCompletions['valueOption'],
): FilterOption[] {
  // A space that is there already is not written twice.
  const gap = /^\s/.test(after) ? '' : ' '
  const word = (label: string, detail: string): FilterOption => ({
    label,
    insert: label + gap,
    kind: 'keyword',
    detail,
  })
  const opening: FilterOption = { label: '(', insert: '(', kind: 'keyword', detail: 'several conditions as one' }
  switch (slot.kind) {
    case 'term': {
      const isBracketed = /^\s*\(/.test(after)
      const not = { ...word('not', 'none of what follows'), insert: isBracketed ? `not${gap}` : 'not (' }
      return [...attributeOptions(dialect, known, gap), ...(dialect.not ? [not] : []), opening]
    }
    case 'bracket':
      return [opening]
    case 'operator':
      return operatorsOf(slot.path, dialect).map((operator) => ({
        label: operator,
        insert: operator === 'pr' && /^\s*(?:\)|$)/.test(after) ? operator : operator + gap,
        kind: 'operator',
        detail: OPERATOR_WORDS[operator],
      }))
    case 'value': {
      const attribute = findAttribute(slot.path, dialect)
      const texts = attribute ? textsOf(attribute, known) : []
      const listed = texts.map(({ value, detail }) => valueOption(value, value, detail))
      return inText ? listed : [...listed, ...literalValues(attribute, slot.operator)]
    }
    case 'joint': {
      const closing: FilterOption = { label: ')', insert: ')', kind: 'keyword', detail: 'ends the bracket' }
      const or = dialect.or ? [word('or', 'one of both is enough')] : []
      return [word('and', 'both must hold'), ...or, ...(slot.isOpen ? [closing] : [])]
    }
  }
}

/** Paths that a query may name, each with at least one operator, in the order of the dialect. */
export function attributesOf(dialect: Dialect, known: Known = {}): Attribute[] {
  const inMaps = (known.paths ?? []).flatMap((path) => {
    const attribute = findAttribute(path, dialect)
    return attribute?.type === 'any' ? [attribute] : []
  })
  const all = new Map([...dialect.attributes.values(), ...inMaps].map((attribute) => [attribute.path, attribute]))
  return [...all.values()].filter(({ path }) => operatorsOf(path, dialect).length > 0)
}

function attributeOptions(dialect: Dialect, known: Known, gap: string): FilterOption[] {
  return attributesOf(dialect, known).map(({ path, type, steps, exact }) => {
    const words = [TYPE_LABELS[type], ...(exact && type === 'text' ? ['exact case'] : [])]
    const isList = type !== 'any' && steps.some(({ many }) => many)
    return {
      label: path,
      insert: path + gap,
      kind: 'attribute',
      detail: [...words, ...(isList ? ['list'] : [])].join(' · '),
    }
  })
}

/** The operators of an attribute without those that its dialect does not support; all of them for an unknown name. */
export function operatorsOf(path: string, dialect: Dialect): readonly Operator[] {
  const attribute = findAttribute(path, dialect)
  if (!attribute) return OPERATORS
  const unsupported = dialect.unsupported.get(attributeKey(attribute.path, dialect))
  if (!unsupported) return attribute.operators
  return unsupported.operators
    ? attribute.operators.filter((operator) => !unsupported.operators?.includes(operator))
    : []
}

function textsOf({ path, values }: Attribute, known: Known): readonly { value: string; detail: string }[] {
  return known.values?.(path) ?? values.map((value) => ({ value, detail: '' }))
}

/** Values without quotes: truths, and null where it can be compared with. */
function literalValues(attribute: Attribute | null, operator: string): FilterOption[] {
  const isEqual = operator === 'eq' || operator === 'ne'
  if (!isEqual) return []
  const truths = attribute?.type === 'boolean' || attribute?.type === 'any' ? ['true', 'false'] : []
  const option = (label: string, detail: string): FilterOption => ({ label, insert: label, kind: 'keyword', detail })
  return [...truths.map((truth) => option(truth, 'a truth')), option('null', 'no value')]
}

function textOption({ inText }: Place, value: string, label: string, detail: string): FilterOption {
  const text = JSON.stringify(value.toWellFormed())
  return { label, insert: inText ? text.slice(1) : text, kind: 'value', detail }
}
