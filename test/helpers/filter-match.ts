import {
  foldCase,
  type Attribute,
  type Comparison,
  type Filter,
  type Literal,
  type Operator,
  type Step,
} from '#filter/index.ts'

/**
 * What SQL has to agree with, written without it: whether an object in memory is what a query asks for (RFC 7644 §3.4.2.2). What an attribute reaches are its values:
 * absent, null and empty lists reach none, lists each of their elements. One value that fits is enough; `ne` also holds
 * where there is none; `pr` asks for anything but empty texts, objects and lists.
 */
export function match(filter: Filter, object: unknown): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.operands.every((operand) => match(operand, object))
    case 'or':
      return filter.operands.some((operand) => match(operand, object))
    case 'not':
      return !match(filter.operand, object)
    case 'compare':
      return compare(filter, object)
  }
}

function compare({ attribute, operator, value }: Comparison<Attribute>, object: unknown): boolean {
  const nodes = reach(object, attribute.steps)
  if (operator === 'pr') return nodes.some(holdsSomething)
  const values = nodes.filter(isScalar)
  if (value === null) return (values.length === 0) === (operator === 'eq')
  if (operator === 'ne') return values.length === 0 || values.some((each) => !fits(each, 'eq', value, attribute))
  return values.some((each) => fits(each, operator, value, attribute))
}

/** Everything at the end of a path; a list counts as its elements where the path says that it may be one. */
function reach(object: unknown, steps: readonly Step[]): unknown[] {
  let nodes = [object]
  for (const { name, many } of steps)
    nodes = nodes.flatMap((node) => {
      if (typeof node !== 'object' || node === null || Array.isArray(node) || !Object.hasOwn(node, name)) return []
      const inner = (node as Record<string, unknown>)[name]
      return many && Array.isArray(inner) ? (inner as unknown[]) : [inner]
    })
  return nodes
}

function isScalar(node: unknown): node is Exclude<Literal, null> {
  return typeof node === 'string' || typeof node === 'number' || typeof node === 'boolean'
}

function holdsSomething(node: unknown): boolean {
  if (node === null || node === undefined || node === '') return false
  return typeof node === 'object' ? Object.values(node).some(holdsSomething) : true
}

/** Each operator, given the order of a text or number to the expected one: negative, zero or positive. */
const ORDER: Partial<Record<Operator, (order: number) => boolean>> = {
  eq: (order) => order === 0,
  gt: (order) => order > 0,
  ge: (order) => order >= 0,
  lt: (order) => order < 0,
  le: (order) => order <= 0,
}

const PIECES: Partial<Record<Operator, (text: string, piece: string) => boolean>> = {
  co: (text, piece) => text.includes(piece),
  sw: (text, piece) => text.startsWith(piece),
  ew: (text, piece) => text.endsWith(piece),
}

/** Values of different types never fit one another. */
function fits(value: Literal, operator: Operator, expected: Literal, { exact }: Attribute): boolean {
  if (typeof value === 'string' && typeof expected === 'string') {
    const [text, piece] = exact ? [value, expected] : [foldCase(value), foldCase(expected)]
    return PIECES[operator]?.(text, piece) ?? ORDER[operator]?.(compareTexts(text, piece)) ?? false
  }
  if (typeof value === 'number' && typeof expected === 'number') return ORDER[operator]?.(value - expected) ?? false
  return operator === 'eq' && value === expected
}

/** Negative, zero or positive, by code points: the order of UTF-8 bytes, which is SQLite's; `<` goes by UTF-16 units. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  let at = 0
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1
  if (at === length) return a.length - b.length
  return rank(a.charCodeAt(at)) - rank(b.charCodeAt(at))
}

/** Surrogates sort above all other code units, as their code points do. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit
}
