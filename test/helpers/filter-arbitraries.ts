import fc from 'fast-check'
import type { Attribute, Dialect, Filter, Literal, Operator } from '#filter/index.ts'

/** Texts that have met trouble somewhere: quotes, ends, wildcards, case beyond ASCII, order beyond the first plane. */
const HOSTILE = [
  '', ' ', 'a', 'A', 'aB', 'Ab', 'abc', 'ABC', 'Z', '[', '_', '%', 'a%', 'a_b', '\\', '\\\\', '"', "'", "''", '`',
  "' OR 1=1 --", '"; DROP TABLE documents; --', '$.a', '?', '?1', ':x', '@x', 'null', 'true', '0', '1', '5', '1e3',
  '\0', 'a\0', 'a\0b', 'a\0B', 'é', 'É', 'e\u0301', 'ß', 'SS', 'ı', 'I', 'İ', 'ﬁ', '\uffff', '\ue000', '😀', '😀a', '\u2028',
  '{"a":1}', '[1]', 'LOW', 'low', 'HIGH', 'LO', '2026-01-01T00:00:00.000Z',
] // prettier-ignore

export const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
)
const number = fc.oneof(
  fc.constantFrom(0, 1, -1, 5, 0.1, 1e3, 1e21, -1e300, 5e-324, 2 ** 53, 2 ** 63, 1122662640787207300),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value)),
  fc.integer({ min: -3, max: 3 }),
)
export const moment = fc.constantFrom(
  '2025-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T00:00:00.001Z',
)
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null))
const name = fc.constantFrom('a', 'b', 'aB', '__proto__', 'length', 'constructor')

/** Content of a map: names that are short enough to be met again, and values of every kind. */
export const { value: content } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 3 }).map((entries) => Object.fromEntries(entries)),
  ),
}))
const map = fc.array(fc.tuple(name, content), { maxLength: 4 }).map((entries) => Object.fromEntries(entries))

/** Sometimes what the schema says, sometimes nothing, null, or what it does not say. */
const loose = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.option(fc.oneof({ weight: 8, arbitrary: arbitrary as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: content }), {
    freq: 6,
  })

const partShape = { name: loose(text), size: loose(number), isOpen: loose(fc.boolean()), note: loose(text) }
const part = fc.record(partShape, { requiredKeys: [] })
const bigPart = fc.record(
  { ...partShape, key: text, inner: loose(fc.array(loose(part), { maxLength: 2 })), data: loose(map) },
  { requiredKeys: ['key'] },
)

/** Objects in the shape of the dialect EVERYTHING; what stands in columns is of its type, all else may be anything. */
export const documents = fc.record(
  {
    ...partShape,
    key: fc.option(text),
    level: fc.option(fc.constantFrom('LOW', 'HIGH', 'LOW_HIGH')),
    count: fc.option(number),
    flag: fc.option(fc.boolean()),
    moment: fc.option(moment),
    labels: loose(fc.array(loose(text), { maxLength: 3 })),
    scores: loose(fc.array(loose(number), { maxLength: 3 })),
    inner: loose(part),
    parts: fc.option(fc.array(bigPart, { maxLength: 3 })),
    data: fc.option(map),
  },
  { requiredKeys: [] },
)
export type TestDocument = Record<string, unknown>

/** Any attribute of a dialect; of maps, what they may hold. */
function attributes(dialect: Dialect): fc.Arbitrary<string> {
  const paths = [...dialect.attributes.values()].flatMap((attribute) =>
    attribute.type === 'map'
      ? [
          attribute.path,
          `${attribute.path}.a`,
          `${attribute.path}.aB`,
          `${attribute.path}.a.b`,
          `${attribute.path}.__proto__`,
        ]
      : [attribute.path],
  )
  return fc.constantFrom(...paths)
}

function literalFor(attribute: Attribute, operator: Operator): fc.Arbitrary<Literal> {
  if (operator === 'co' || operator === 'sw' || operator === 'ew') return text
  const isEqual = operator === 'eq' || operator === 'ne'
  const typed = { text, number, timestamp: moment, boolean: fc.boolean() }[attribute.type as 'text']
  const values = typed ?? (isEqual ? scalar : fc.oneof(text, number))
  return isEqual ? fc.option(values as fc.Arbitrary<Literal>, { freq: 8 }) : (values as fc.Arbitrary<Literal>)
}

/**
 * Random queries that the dialect takes, as text.
 * @param find the attribute of a path
 */
export function queries(dialect: Dialect, find: (path: string) => Attribute): fc.Arbitrary<string> {
  const comparison = attributes(dialect)
    .map(find)
    .chain((attribute) => fc.tuple(fc.constant(attribute), fc.constantFrom(...attribute.operators)))
    .chain(([attribute, operator]) =>
      operator === 'pr'
        ? fc.constant(`${attribute.path} pr`)
        : literalFor(attribute, operator).map((value) => `${attribute.path} ${operator} ${JSON.stringify(value)}`),
    )
  const { query } = fc.letrec<{ query: string }>((tie) => ({
    query: fc.oneof(
      { maxDepth: 3 },
      { weight: 3, arbitrary: comparison },
      ...(dialect.not ? [{ weight: 1, arbitrary: tie('query').map((inner) => `not (${inner})`) }] : []),
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.array(tie('query'), { minLength: 2, maxLength: 3 }), fc.constantFrom(' and ', ' or ', ' AND '))
          .map(([parts, joint]) => parts.map((inner) => `(${inner})`).join(joint)),
      },
    ),
  }))
  return query
}

/** The values of a tree. */
export function valuesIn(filter: Filter): Literal[] {
  if (filter.kind === 'compare') return [filter.value]
  return filter.kind === 'not' ? valuesIn(filter.operand) : filter.operands.flatMap(valuesIn)
}
