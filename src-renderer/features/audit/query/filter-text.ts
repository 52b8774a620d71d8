import {
  foldCase,
  LOG_EVENTS,
  parseFilter,
  type Attribute,
  type Comparison,
  type Filter,
  type Literal,
  type Operator,
} from '#filter/index.ts'
import { comparisonText } from '#ui/domain/comparison-text.ts'

/** One of the conditions that a filter joins by `and`. */
export interface FilterPart {
  /** Its text without the brackets around it. */
  readonly source: string
  /** Of `source` in the filter. */
  readonly start: number
  readonly end: number
  /** Null where the part is more than one comparison. */
  readonly comparison: { readonly path: string; readonly operator: Operator; readonly value: Literal } | null
  readonly tree: Filter
}

/** The conditions of a filter that must all hold, brackets and nested `and`s opened; null for a text that does not parse. */
export function partsOf(filter: string): FilterPart[] | null {
  if (!filter.trim()) return []
  const read = parseFilter(filter, LOG_EVENTS)
  return read.ok ? conjuncts(read.filter).map((tree) => partOf(tree, filter)) : null
}

function conjuncts(tree: Filter): Filter[] {
  return tree.kind === 'and' ? tree.operands.flatMap(conjuncts) : [tree]
}

function partOf(tree: Filter, filter: string): FilterPart {
  const { start, end } = tree
  const comparison =
    tree.kind === 'compare' ? { path: tree.attribute.path, operator: tree.operator, value: tree.value } : null
  return { source: filter.slice(start, end), start, end, comparison, tree }
}

interface Piece {
  readonly source: string
  readonly tree: Filter
}

function joined(pieces: readonly Piece[]): string {
  const needsBrackets = ({ tree }: Piece) => tree.kind === 'or' && pieces.length > 1
  return pieces.map((piece) => (needsBrackets(piece) ? `(${piece.source})` : piece.source)).join(' and ')
}

/** Whether the log can be asked this: not `published`, no names in a map that the grammar cannot write. */
export function canCompare(path: string, operator: Operator, value: Literal): boolean {
  return readComparison(path, operator, value) !== null
}

type Compared = Comparison<Attribute>

function readComparison(path: string, operator: Operator, value: Literal): Compared | null {
  const read = parseFilter(comparisonText(path, operator, value), LOG_EVENTS)
  return read.ok && read.filter.kind === 'compare' ? read.filter : null
}

const isList = ({ steps }: Pick<Attribute, 'steps'>) => steps.some(({ many }) => many)

/**
 * The filter with one more comparison. What it says already stays as it is; `eq` and `ne` of one value replace each
 * other; a further `eq` of an attribute that has one value joins the others by `or`. `ne` on a list is written
 * `not (… eq …)`, which keeps the value out (`ne` would hold as soon as another element differs).
 * @param lists whether a further `eq` of a list must hold beside the others (`all`), or one of them is enough (`any`)
 * A text that does not parse is in force nowhere and gives way; a comparison that cannot be asked changes nothing.
 */
export function withComparison(
  filter: string,
  path: string,
  operator: Operator,
  value: Literal,
  lists: 'all' | 'any' = 'all',
): string {
  const expected = readComparison(path, operator, value)
  if (!expected) return filter
  const source = comparisonText(expected.attribute.path, operator, value)
  const parts = partsOf(filter)
  if (!parts) return operator === 'ne' ? exclusion(expected) : source
  if (operator !== 'eq' && operator !== 'ne') {
    const known = parts.some(
      ({ tree }) => tree.kind === 'compare' && tree.operator === operator && isSame(tree, expected),
    )
    return known ? filter : joined([...parts, { source, tree: expected }])
  }
  const side = operator === 'eq' ? 'in' : 'out'
  if (sideOf(parts, expected) === side) return filter
  const pieces = removed(parts, expected)
  if (operator === 'ne') return joined([...pieces, { source: exclusion(expected), tree: expected }])
  const widened =
    lists === 'all' && isList(expected.attribute)
      ? -1
      : pieces.findIndex(({ tree }) => speaksOf(choiceOf(tree), 'in', expected))
  if (widened === -1) return joined([...pieces, { source, tree: expected }])
  return joined(
    pieces.map((piece, index) =>
      index === widened ? choicePiece('in', [...(choiceOf(piece.tree)?.values ?? []), expected]) : piece,
    ),
  )
}

function exclusion({ attribute: { path, steps }, value }: Compared): string {
  return isList({ steps }) ? `not (${comparisonText(path, 'eq', value)})` : comparisonText(path, 'ne', value)
}

/** The filter without one of its parts. */
export function withoutPart(filter: string, index: number): string {
  return joined((partsOf(filter) ?? []).filter((_, at) => at !== index))
}

/** The filter with another text in place of a part, or behind them all where there is no such part. */
export function withPart(filter: string, index: number, source: string): string {
  const parts: Piece[] = partsOf(filter) ?? []
  const read = parseFilter(source, LOG_EVENTS)
  if (!read.ok) return filter
  const piece = { source, tree: read.filter }
  return joined(index < parts.length ? parts.with(index, piece) : [...parts, piece])
}

/** Whether a filter includes or excludes a value; null if neither. */
export function isIn(filter: string, path: string, value: Literal): 'in' | 'out' | null {
  const expected = readComparison(path, 'eq', value)
  return expected && sideOf(partsOf(filter) ?? [], expected)
}

/** The filter without any condition on this value. */
export function without(filter: string, path: string, value: Literal): string {
  const expected = readComparison(path, 'eq', value)
  const parts = partsOf(filter)
  return expected && parts && sideOf(parts, expected) ? joined(removed(parts, expected)) : filter
}

/** The values of an attribute that a filter asks for, and the filter without asking for them; null where it asks for none. */
export function chosenOf(filter: string, path: string): { values: Literal[]; rest: string } | null {
  const parts = partsOf(filter) ?? []
  const isChosen = ({ tree }: FilterPart) => {
    const choice = choiceOf(tree)
    return choice?.side === 'in' && choice.values[0]?.attribute.path === path
  }
  const chosen = parts.filter(isChosen)
  if (!chosen.length) return null
  const values = chosen.flatMap(({ tree }) => choiceOf(tree)?.values.map(({ value }) => value) ?? [])
  return { values, rest: joined(parts.filter((part) => !isChosen(part))) }
}

/** `withComparison`, or without it where the filter says just that already. */
export function switched(
  filter: string,
  path: string,
  operator: Operator,
  value: Literal,
  lists: 'all' | 'any' = 'all',
): string {
  const said = isIn(filter, path, value)
  const isSaid = (operator === 'eq' && said === 'in') || (operator === 'ne' && said === 'out')
  return isSaid ? without(filter, path, value) : withComparison(filter, path, operator, value, lists)
}

/** Values of one attribute, one of which must be there (`in`) or none of which may (`out`). */
interface Choice {
  readonly side: 'in' | 'out'
  readonly values: readonly Compared[]
}

/** A part as a choice of values of one attribute; null if it is no such choice. */
export function choiceOf(tree: Filter): Choice | null {
  if (tree.kind === 'not') {
    const values = alternatives(tree.operand)
    return values && { side: 'out', values }
  }
  if (tree.kind === 'compare' && tree.operator === 'ne')
    return isList(tree.attribute) ? null : { side: 'out', values: [tree] }
  const values = alternatives(tree)
  return values && { side: 'in', values }
}

function alternatives(tree: Filter): Compared[] | null {
  if (tree.kind === 'compare') return tree.operator === 'eq' ? [tree] : null
  if (tree.kind !== 'or') return null
  const all = tree.operands.map(alternatives)
  const values = all.flatMap((some) => some ?? [])
  const [first] = values
  return all.every(Boolean) && values.every(({ attribute }) => attribute.path === first?.attribute.path) ? values : null
}

function isSame(a: Compared, b: Compared): boolean {
  if (a.attribute.path !== b.attribute.path) return false
  const { value } = a
  if (typeof value !== 'string' || typeof b.value !== 'string' || a.attribute.exact) return value === b.value
  return foldCase(value) === foldCase(b.value)
}

function speaksOf(choice: Choice | null, side: Choice['side'], { attribute }: Compared): boolean {
  return choice?.side === side && choice.values[0]?.attribute.path === attribute.path
}

function sideOf(parts: readonly Piece[], expected: Compared): Choice['side'] | null {
  const choices = parts.map(({ tree }) => choiceOf(tree))
  return choices.find((choice) => choice?.values.some((value) => isSame(value, expected)))?.side ?? null
}

/** Removes a value from the parts; parts without the value keep their text. */
function removed(parts: readonly Piece[], expected: Compared): Piece[] {
  return parts.flatMap((part): Piece[] => {
    const choice = choiceOf(part.tree)
    const rest = choice?.values.filter((value) => !isSame(value, expected))
    if (!choice || rest?.length === choice.values.length) return [part]
    return rest?.length ? [choicePiece(choice.side, rest)] : []
  })
}

function choicePiece(side: Choice['side'], compared: readonly Compared[]): Piece {
  const source = choiceText(
    compared[0]?.attribute.path ?? '',
    side,
    compared.map(({ value }) => value),
  )
  const read = parseFilter(source, LOG_EVENTS)
  if (!read.ok) throw new Error(`a filter made of read values does not read: ${source}`)
  return { source, tree: read.filter }
}

/** A condition that one of some values is there, or that none of them is. */
export function choiceText(path: string, side: Choice['side'], values: readonly Literal[]): string {
  const [first] = values
  const expected = first === undefined ? null : readComparison(path, 'ne', first)
  if (side === 'out' && values.length === 1 && expected) return exclusion(expected)
  const inner = values.map((value) => comparisonText(path, 'eq', value)).join(' or ')
  return side === 'out' ? `not (${inner})` : inner
}
