import type { Attribute, Comparison, Filter } from '#filter/index.ts'

/** Behind every moment of a second, and before the next second, in the order of texts. */
const END = '~'

/** By operator: the operator and the bound that ask the same of finer moments. @param second the value without its fraction */
const FINER: Readonly<Record<string, (second: string, isWhole: boolean) => readonly ['ge' | 'lt', string]>> = {
  gt: (second) => ['ge', second + END],
  ge: (second, isWhole) => ['ge', isWhole ? second : second + END],
  lt: (second, isWhole) => ['lt', isWhole ? second : second + END],
  le: (second) => ['lt', second + END],
}

/**
 * A query as it has to be asked of stored moments. They are finer than the seconds that replies show (spec/5 §0.2), by which
 * clients ask: what is shown equals itself, and is not after itself.
 */
export function atShownPrecision(filter: Filter): Filter {
  if (filter.kind === 'not') return { ...filter, operand: atShownPrecision(filter.operand) }
  if (filter.kind !== 'compare') return { ...filter, operands: filter.operands.map(atShownPrecision) }
  return filter.attribute.type === 'timestamp' && typeof filter.value === 'string'
    ? finer(filter, filter.value)
    : filter
}

function finer(comparison: Comparison<Attribute>, value: string): Filter {
  const second = value.slice(0, 19)
  const isWhole = value.startsWith('.000', 19)
  const asked = (operator: 'ge' | 'lt', bound: string): Filter => ({ ...comparison, operator, value: bound })
  const one = FINER[comparison.operator]
  if (one) return asked(...one(second, isWhole))
  // A moment between two seconds is equal to none that is shown.
  const { start, end } = comparison
  const operands = [asked('ge', isWhole ? second : second + END), asked('lt', second + (isWhole ? END : ''))]
  return { kind: 'and', operands, start, end }
}
