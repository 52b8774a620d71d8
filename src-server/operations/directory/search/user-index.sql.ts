import { Buffer } from 'node:buffer'
import { code, join, sql, type Fragment } from '#db/filter-sql-fragment.ts'
import type { FilterSource } from '#db/filter-sql.ts'
import { foldCase, type Attribute, type Comparison, type Filter, type Operator } from '#filter/index.ts'

/** Where a person's attributes are, as `u`. WHY `+`, and no collation: an index is chosen by hand, and values are compared as they are. */
export const USERS: FilterSource = {
  attributes: {
    id: { column: '+u.id' },
    status: { column: '+u.status', letters: 'capital' },
    'type.id': { column: '+u.type_id' },
    created: { column: '+u.created' },
    activated: { column: '+u.activated' },
    statusChanged: { column: '+u.status_changed' },
    lastUpdated: { column: '+u.last_updated' },
    'profile.login': { column: '(+u.login COLLATE BINARY)' },
    'profile.email': { column: '(+u.email COLLATE BINARY)' },
    'profile.firstName': { column: '(+u.first_name COLLATE BINARY)' },
    'profile.lastName': { column: '(+u.last_name COLLATE BINARY)' },
  },
  documents: { profile: 'u.profile' },
}

export interface IndexedColumn {
  column: string
  isText?: boolean
  isOptional?: boolean
}

/** Columns with an index, by attribute. Texts of profiles compare in any case there; optional ones may have no value. */
export const INDEXED: Readonly<Record<string, IndexedColumn | undefined>> = {
  id: { column: 'id' },
  status: { column: 'status' },
  'type.id': { column: 'type_id' },
  created: { column: 'created' },
  activated: { column: 'activated', isOptional: true },
  statusChanged: { column: 'status_changed', isOptional: true },
  lastUpdated: { column: 'last_updated' },
  'profile.login': { column: 'login', isText: true },
  'profile.email': { column: 'email', isText: true },
  'profile.firstName': { column: 'first_name', isText: true },
  'profile.lastName': { column: 'last_name', isText: true },
}

/** The name of an attribute whose values are in `user_values`; null for all others. */
export function valueName({ path, steps }: Attribute): string | null {
  return steps.length === 2 && steps[0]?.name === 'profile' && !INDEXED[path] ? (steps[1]?.name ?? null) : null
}

/** Characters of a text in the index. */
const CUT = 255

/** A text as the index has it: without what is behind a NUL, which ends texts there, in small letters, cut. */
function indexed(text: string): string {
  const folded = foldCase(text.split('\0', 1)[0] ?? '')
  return folded.length <= CUT ? folded : [...folded].slice(0, CUT).join('')
}

/** The first text behind all that begin with one, in the order of code points; null where there is none. */
function behindPrefix(prefix: string): string | null {
  const points = [...prefix]
  for (let last = points.pop(); last !== undefined; last = points.pop()) {
    const point = last.codePointAt(0) ?? 0
    if (point < 0x10ffff) return points.join('') + String.fromCodePoint(point === 0xd7ff ? 0xe000 : point + 1)
  }
  return null
}

/**
 * People of whom a condition may hold, by an index; whether it does is still asked of each.
 * INVARIANT: no person of whom it holds is left out.
 */
export interface Way {
  /** A query with one column, `person`; one may come more than once. */
  rows: Fragment
  /** Whether they come in the order of ids, and are found from any id on. */
  inOrder: boolean
  /** Queries that are joined in one. */
  branches: number
}

/** Parts of one `or` that are gathered one by one: the file's engine joins at most 500 queries. */
const MOST_BRANCHES = 400

/** A condition on the values of one attribute that an index can answer. */
interface Bound {
  attribute: Attribute
  condition: Fragment
  isEqual: boolean
}

/** The indexes that answer a query, one for each part that must hold by itself; the most promising first. */
export function waysOf(filter: Filter): Way[] {
  const parts = conjunctsOf(filter)
  const bounds = parts.flatMap((part) => (part.kind === 'compare' ? (boundOf(part) ?? []) : []))
  const byPlace = Map.groupBy(bounds.sort(byPromise), (bound) =>
    INDEXED[bound.attribute.path] ? bound.attribute.path : bound,
  )
  const ors = parts.flatMap((part) => (part.kind === 'or' ? (wayOfAny(part.operands) ?? []) : []))
  return [...[...byPlace.values()].map(wayOf), ...ors]
}

const byPromise = (one: Bound, other: Bound) => Number(other.isEqual) - Number(one.isEqual)

/** The parts of a query that must all hold. */
function conjunctsOf(filter: Filter): readonly Filter[] {
  return filter.kind === 'and' ? filter.operands.flatMap(conjunctsOf) : [filter]
}

/** @param bounds of one attribute that has one value, or one alone */
function wayOf(bounds: readonly Bound[]): Way {
  const [{ attribute, isEqual }] = bounds as [Bound]
  const name = valueName(attribute)
  const condition = join(
    bounds.map((bound) => bound.condition),
    'AND',
  )
  if (name !== null)
    return {
      rows: sql`SELECT user_id AS person FROM user_values WHERE attribute = ${name} AND ${condition}`,
      inOrder: isEqual,
      branches: 1,
    }
  const isOrdered = isEqual && !INDEXED[attribute.path]?.isText
  return { rows: sql`SELECT id AS person FROM users WHERE ${condition}`, inOrder: isOrdered, branches: 1 }
}

function wayOfAny(operands: readonly Filter[]): Way | null {
  const ways = [
    ...listsOf(operands).map(wayOfList),
    ...operands.filter((operand) => !isEqualText(operand)).map((operand) => waysOf(operand)[0]),
  ]
  const known = ways.filter((way) => way !== undefined)
  const branches = known.reduce((sum, way) => sum + way.branches, 0)
  if (known.length < ways.length || branches > MOST_BRANCHES) return null
  const rows = known.map((way) => way.rows).reduce((one, more) => sql`${one} UNION ALL ${more}`)
  return { rows, inOrder: false, branches }
}

type EqualText = Comparison<Attribute> & { value: string }

function isEqualText(filter: Filter): filter is EqualText {
  return filter.kind === 'compare' && filter.operator === 'eq' && typeof filter.value === 'string'
}

/** The texts that one attribute may equal, collected from an `or`. WHY: clients ask for hundreds of ids this way. */
function listsOf(operands: readonly Filter[]): EqualText[][] {
  return [...Map.groupBy(operands.filter(isEqualText), ({ attribute }) => attribute.path).values()]
}

function wayOfList(equals: readonly EqualText[]): Way | undefined {
  const [{ attribute }] = equals as [EqualText]
  const column = columnOf(attribute)
  if (!column) return undefined
  const keys = equals.map(({ value }) => sql`${keyOf(attribute, value)}`).reduce((all, one) => sql`${all}, ${one}`)
  return wayOf([{ attribute, condition: sql`${column} IN (${keys})`, isEqual: equals.length === 1 }])
}

/** The indexed column that has the values of an attribute; null where there is none. */
function columnOf(attribute: Attribute): Fragment | null {
  if (valueName(attribute) !== null) return code('value')
  const column = INDEXED[attribute.path]?.column
  return column === undefined ? null : code(column)
}

/** The form in which an attribute's index has a text. */
function keyOf({ path, exact }: Attribute, text: string): string {
  if (path === 'status' && !exact) return text.toUpperCase()
  return INDEXED[path] ? text : indexed(text)
}

/** False and true as the index has them: bytes, which sort behind all texts. */
const TRUTHS = [Buffer.from([0]), Buffer.from([1])] as const

function boundOf({ attribute, operator, value }: Comparison<Attribute>): Bound | null {
  const column = columnOf(attribute)
  if (!column) return null
  const isEqual = operator === 'eq'
  const bound = (condition: Fragment | null): Bound | null => condition && { attribute, condition, isEqual }
  // An empty text in the index may stand for one that begins with a NUL.
  if (operator === 'pr') return bound(sql`${column} IS NOT NULL`)
  if (typeof value === 'string') return bound(boundOfText(attribute, operator, value, column))
  if (value === null || valueName(attribute) === null) return null
  if (typeof value === 'boolean') return bound(sql`${column} = ${TRUTHS[Number(value)] ?? null}`)
  // WHY `+`: with the affinity of a cast, no index would be asked. WHY through JSON: as the index reads its numbers.
  const number = sql`+CAST(${JSON.stringify(value)} ->> '$' AS REAL)`
  if (isEqual) return bound(sql`${column} = ${number}`)
  return bound(operator.startsWith('g') ? sql`${column} >= ${number} AND ${column} < ''` : sql`${column} <= ${number}`)
}

/** WHY inclusive: what was cut for the index may equal its bound and yet be beyond it. */
function boundOfText(attribute: Attribute, operator: Operator, text: string, column: Fragment): Fragment | null {
  // Of a status the index has capital letters, whatever is asked.
  if (attribute.path === 'status' && operator !== 'eq') return null
  const key = keyOf(attribute, text)
  switch (operator) {
    case 'eq':
      return sql`${column} = ${key}`
    case 'gt':
    case 'ge':
      return sql`${column} >= ${key} AND ${column} < x''`
    case 'lt':
    case 'le':
      return sql`${column} >= '' AND ${column} <= ${key}`
    case 'sw': {
      const end = behindPrefix(INDEXED[attribute.path]?.isText ? foldCase(key) : key)
      return sql`${column} >= ${key} AND ${column} < ${end === null ? code(`x''`) : end}`
    }
    default:
      return null
  }
}
