import { z } from 'zod'
import { didYouMean, problemAt, quoted, type Span } from '#language/source-text.ts'
import { attributeKey, insideMap } from './dialect.ts'
import type { Attribute, Comparison, Dialect, Filter, FilterProblem, Literal, SyntaxTree } from './types.ts'

/** Problems that are reported for one query; more would not help. */
const MAX_PROBLEMS = 20

/** Resolves the paths of a query to attributes of its dialect; all problems at once. */
export function resolve(
  tree: SyntaxTree,
  source: string,
  dialect: Dialect,
): { filter: Filter } | { problems: FilterProblem[] } {
  const problems: FilterProblem[] = []
  const report = (span: Span, { why, code }: CheckError) =>
    problems.push({ ...problemAt(source, span, why), ...(code ? { code } : {}) })

  const visit = (node: SyntaxTree): Filter | null => {
    if (problems.length >= MAX_PROBLEMS) return null
    if (node.kind === 'compare') {
      const resolved = resolveComparison(node, dialect)
      if ('why' in resolved) report(resolved.span, resolved)
      return 'why' in resolved ? null : resolved
    }
    const { kind, start, end } = node
    if (kind === 'not') {
      if (!dialect.not)
        report({ start, end: start + kind.length }, { why: `\`not\` is not offered for ${dialect.subject}` })
      const operand = visit(node.operand)
      return operand && { kind, operand, start, end }
    }
    if (kind === 'or' && !dialect.or) report(node, { why: `\`or\` is not offered for ${dialect.subject}` })
    const operands = node.operands.map(visit).filter((operand) => operand !== null)
    return { kind, operands, start, end }
  }

  const filter = visit(tree)
  return filter && problems.length === 0 ? { filter } : { problems }
}

interface CheckError {
  why: string
  code?: FilterProblem['code']
}

type Written = Extract<SyntaxTree, { kind: 'compare' }>

function resolveComparison(node: Written, dialect: Dialect): Comparison<Attribute> | (CheckError & { span: Span }) {
  const { operator, attribute: written } = node
  const attribute = findAttribute(written.path, dialect)
  if (!attribute) return { span: written, why: unknownAttribute(written.path, dialect) }
  const unsupported = dialect.unsupported.get(attributeKey(attribute.path, dialect))
  if (unsupported && (unsupported.operators ?? [operator]).includes(operator))
    return { ...unsupported, span: unsupported.operators ? written.operatorSpan : written }
  const error = operatorError(attribute, node, dialect)
  if (error) return error
  const value = fit(attribute, node.value)
  if (operator !== 'pr' && value === undefined)
    return {
      span: written.valueSpan,
      why: `${quoted(attribute.path)} is compared with ${WANTED[attribute.type] ?? 'a value'}`,
    }
  return { kind: 'compare', attribute, operator, value: value ?? null, start: node.start, end: node.end }
}

/** The attribute of a name: declared, below a map, or either with the prefix that queries may leave out. */
export function findAttribute(path: string, dialect: Dialect): Attribute | null {
  const found = declared(path, dialect)
  if (found || dialect.optionalPrefix === null) return found
  return declared(`${dialect.optionalPrefix}.${path}`, dialect)
}

/** Names of declared attributes may be in any case (RFC 7643 §2.1) unless the dialect says otherwise; in maps they are data, and exact. */
function declared(path: string, dialect: Dialect): Attribute | null {
  const { attributes } = dialect
  const known = attributes.get(attributeKey(path, dialect))
  if (known) return known
  const names = path.split('.')
  for (let length = names.length - 1; length > 0; length -= 1) {
    const above = attributes.get(attributeKey(names.slice(0, length).join('.'), dialect))
    if (above) return above.type === 'map' ? insideMap(above, names.slice(length), dialect.operators) : null
  }
  return null
}

/** Why a name means nothing, as a sentence without its stop. */
export function unknownAttribute(path: string, dialect: Dialect): string {
  const known = [...dialect.attributes.values()].map((attribute) => attribute.path)
  const names = path.split('.')
  const holder = names.length > 1 ? findAttribute(names.slice(0, -1).join('.'), dialect) : null
  if (holder && holder.type !== 'object')
    return `${quoted(holder.path)} has no attributes of its own, so ${quoted(path)} means nothing`
  const near = didYouMean(path, known) || (names.length > 1 ? '' : lastName(path, known))
  return `${dialect.subject} has no attribute ${quoted(path)}${near}`
}

/** The only attribute whose last name this is: people write `ipAddress` for `client.ipAddress`. */
function lastName(name: string, known: readonly string[]): string {
  const ending = known.filter((path) => path.toLowerCase().endsWith(`.${name.toLowerCase()}`))
  return ending.length > 0 && ending.length <= 3 ? `; did you mean ${ending.map(quoted).join(' or ')}?` : ''
}

function operatorError(
  { type, operators, path }: Attribute,
  { operator, value, attribute: { operatorSpan, valueSpan } }: Written,
  { subject }: Dialect,
): (CheckError & { span: Span }) | null {
  const isEqual = operator === 'eq' || operator === 'ne'
  if (!operators.includes(operator)) {
    const offered = operators.map((known) => `\`${known}\``).join(', ')
    const why =
      type === 'object' || type === 'map'
        ? `${quoted(path)} is an object: compare one of its attributes${offered && ', or ask `pr`'}`
        : `\`${operator}\` is not offered for ${quoted(path)} in ${subject}; ${offered} ${operators.length === 1 ? 'is' : 'are'}`
    return { span: operatorSpan, why }
  }
  if (operator === 'pr' || isEqual) return null
  if (value === null) return { span: valueSpan, why: 'only `eq` and `ne` compare with null' }
  if (typeof value !== 'string' && ['co', 'sw', 'ew'].includes(operator))
    return { span: valueSpan, why: `\`${operator}\` takes a text in double quotes` }
  if (typeof value === 'boolean') return { span: operatorSpan, why: 'there is no order among truth values' }
  return null
}

const WANTED: Partial<Record<Attribute['type'], string>> = {
  text: 'a text in double quotes',
  number: 'a number',
  boolean: 'true or false',
  timestamp: 'a timestamp in double quotes, such as "2026-01-31T09:15:00.000Z"',
}

const timestamp = z.union([z.iso.datetime({ offset: true }), z.iso.date()])

const FITS: Readonly<Record<string, (value: Literal) => Literal | undefined>> = {
  text: (value) => (typeof value === 'string' ? value : undefined),
  number: (value) => (typeof value === 'number' ? value : undefined),
  boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  timestamp: (value) => (timestamp.safeParse(value).success ? new Date(String(value)).toISOString() : undefined),
}

/** The value as the attribute's type has it; undefined when it is of another type. Null fits every type. */
function fit({ type }: Attribute, value: Literal): Literal | undefined {
  if (value === null) return null
  const convert = FITS[type]
  return convert ? convert(value) : value
}
