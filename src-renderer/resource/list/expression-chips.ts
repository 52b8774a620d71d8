import {
  operatorsOf,
  parseFilter,
  type Attribute,
  type Dialect,
  type Filter,
  type Literal,
  type Operator,
} from '#filter/index.ts'
import { comparisonText } from '#ui/domain/comparison-text.ts'

/** One condition of an expression, all of which must hold. */
export interface Chip {
  readonly path: string
  readonly operator: Operator
  readonly value: Literal
}

/** An expression as chips; null where it says more than comparisons joined by `and`, or cannot be read. */
export function chipsOf(expression: string, grammar: Dialect): Chip[] | null {
  if (!expression.trim()) return []
  const read = parseFilter(expression, grammar)
  return read.ok ? conjuncts(read.filter) : null
}

function conjuncts(tree: Filter): Chip[] | null {
  if (tree.kind === 'compare') return [{ path: tree.attribute.path, operator: tree.operator, value: tree.value }]
  if (tree.kind !== 'and') return null
  const all = tree.operands.map(conjuncts)
  return all.every((some) => some !== null) ? all.flat() : null
}

/** A chip in the grammar. */
export const textOfChip = ({ path, operator, value }: Chip) => comparisonText(path, operator, value)

/** Chips as an expression in the grammar, of which they are the chips again. */
export const expressionOf = (chips: readonly Chip[]) => chips.map(textOfChip).join(' and ')

/** What the form of a chip holds; the value as it is typed. */
interface ChipDraft {
  path: string
  operator: Operator
  text: string
}

/** The draft of a chip that is edited, or of another one. */
export function draftOf(chip: Chip | null): ChipDraft {
  if (!chip) return { path: '', operator: 'eq', text: '' }
  const { path, operator, value } = chip
  return { path, operator, text: value === null ? (operator === 'pr' ? '' : 'null') : String(value) }
}

/** The value that a text is for an attribute. @param before of the chip that is edited: what is typed alike keeps its type */
function literalOf(text: string, type: Attribute['type'] | undefined, before: Literal | undefined): Literal {
  if (before !== undefined && String(before) === text) return before
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  if (type === 'number' && text.trim() !== '' && Number.isFinite(Number(text))) return Number(text)
  return text
}

/** A draft as a condition in the grammar, or what is wrong with it, in a sentence; both empty while it is not whole. */
export function readDraft(
  { path, operator, text }: ChipDraft,
  grammar: Dialect,
  before?: Chip | null,
): { source: string; problem: string } {
  if (!path || (operator !== 'pr' && text === '')) return { source: '', problem: '' }
  const value = operator === 'pr' ? null : literalOf(text, grammar.attributes.get(path)?.type, before?.value)
  const source = textOfChip({ path, operator, value })
  const read = parseFilter(source, grammar)
  return read.ok ? { source, problem: '' } : { source, problem: read.problems[0]?.message ?? '' }
}

/** The operator of a draft whose attribute changes: the same where the attribute takes it. */
export function operatorFor(path: string, operator: Operator, grammar: Dialect): Operator {
  const possible = operatorsOf(path, grammar)
  return possible.includes(operator) ? operator : (possible[0] ?? 'eq')
}

/** The expression with another condition in place of a chip, or behind them all where there is no such chip. */
export function withChip(chips: readonly Chip[], index: number, source: string): string {
  const texts = chips.map(textOfChip)
  return (index < texts.length ? texts.with(index, source) : [...texts, source]).join(' and ')
}

/** The expression without one of its chips. */
export const withoutChip = (chips: readonly Chip[], index: number) =>
  expressionOf(chips.filter((_, at) => at !== index))
