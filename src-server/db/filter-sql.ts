import { Buffer } from 'node:buffer'
import {
  foldCase,
  type Attribute,
  type Comparison,
  type Filter,
  type Literal,
  type Operator,
  type Step,
} from '#filter/index.ts'
import { code, join, sql, type Fragment } from './filter-sql-fragment.ts'
import { jsonPath } from './json-path.ts'

type Letters = 'capital' | 'small'

/** A column that holds an attribute; null where it is absent. */
interface ColumnSource {
  /** Qualified, such as `e.actor_id`. */
  readonly column: string
  /** The column has letters of this case only, so that a query in any case can use its index. */
  readonly letters?: Letters
}

/** A table that holds the values of a list, without nulls, one row each. */
interface RowsSource {
  /** The table with its alias, the condition that joins it to the outer row, and the column of the value. */
  readonly rows: string
  readonly tie: string
  readonly column: string
}

/** Where the workspace file has the attributes of a dialect. All texts are from our code. */
export interface FilterSource {
  /** By path as declared. */
  readonly attributes: Readonly<Record<string, ColumnSource | RowsSource>>
  /** Columns with JSON text, by path: `''` for a whole object, `profile` for the values below it. */
  readonly documents: Readonly<Record<string, string>>
}

/**
 * A query as an SQL condition with the same results as `match`. Values and paths are bound, so the SQL contains nothing of the
 * query's text.
 * INVARIANT: unknown (NULL) counts as false, which `AND` and `OR` keep; `NOT` alone must say so.
 */
export function filterToSql(filter: Filter, source: FilterSource): Fragment {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return join(
        filter.operands.map((operand) => filterToSql(operand, source)),
        filter.kind === 'and' ? 'AND' : 'OR',
      )
    case 'not':
      return sql`(${filterToSql(filter.operand, source)} IS NOT TRUE)`
    case 'compare':
      return comparisonToSql(filter, source)
  }
}

/** Values that an attribute reaches. */
interface Values {
  /** True if one of them, or its replacement, satisfies the condition. */
  some(condition: (value: Value) => Fragment): Fragment
  /** Whether there is a value other than an empty text, object or list. */
  readonly present: Fragment
}

interface Value {
  readonly sql: Fragment
  /** Whether it is neither null nor an object or list. */
  readonly isScalar: Fragment
  /** Whether it has the type of the value that it is compared with; null if the column guarantees it. */
  ofType(type: 'text' | 'number' | 'boolean'): Fragment | null
  readonly letters?: Letters | undefined
}

function comparisonToSql({ attribute, operator, value }: Comparison<Attribute>, source: FilterSource): Fragment {
  const values = valuesOf(attribute, source)
  if (operator === 'pr') return values.present
  const any = values.some((each) => each.isScalar)
  if (value === null) return operator === 'eq' ? sql`(${any} IS NOT TRUE)` : any
  const fits = (each: Value, expected: Operator) => fitsSql(each, expected, value, attribute)
  if (operator !== 'ne') return values.some((each) => fits(each, operator))
  const differs = (each: Value) => sql`(${each.isScalar} AND ${fits(each, 'eq')} IS NOT TRUE)`
  return sql`(${any} IS NOT TRUE OR ${values.some(differs)})`
}

function valuesOf(attribute: Attribute, source: FilterSource): Values {
  const own = source.attributes[attribute.path]
  if (own) return 'rows' in own ? fromRows(own) : fromColumn(own, attribute)
  const names = attribute.steps.map(({ name }) => name)
  for (let length = names.length; length >= 0; length -= 1) {
    const column = source.documents[names.slice(0, length).join('.')]
    if (column !== undefined) return fromDocument(column, attribute.steps.slice(length))
  }
  throw new Error(`nothing in the file holds ${attribute.path}`)
}

function fromColumn({ column, letters }: ColumnSource, { type }: Attribute): Values {
  const isScalar = code(`(${column} IS NOT NULL)`)
  const value: Value = { sql: code(column), isScalar, ofType: () => null, letters }
  return {
    some: (condition) => condition(value),
    present: type === 'text' ? sql`${value.sql} <> ''` : isScalar,
  }
}

function fromRows({ rows, tie, column }: RowsSource): Values {
  const value: Value = { sql: code(column), isScalar: code('1'), ofType: () => null }
  const some = (condition: Fragment) => sql`EXISTS (SELECT 1 FROM ${code(rows)} WHERE ${code(tie)} AND ${condition})`
  return {
    some: (condition) => some(condition(value)),
    present: some(sql`${value.sql} <> ''`),
  }
}

const TYPES_IN_JSON = { text: ['text'], number: ['integer', 'real'], boolean: ['true', 'false'] } as const
const SCALARS = Object.values(TYPES_IN_JSON).flat()
const oneOf = (type: Fragment, names: readonly string[]) =>
  sql`(${type} IN (${code(names.map((name) => `'${name}'`).join(', '))}))`

/** Parts of a path, each up to a name that may hold a list; the last part may have none. */
function cutAtLists(steps: readonly Step[]): { path: string; many: boolean }[] {
  const parts: { path: string; many: boolean }[] = []
  let names: string[] = []
  for (const { name, many } of steps) {
    names.push(name)
    if (!many) continue
    parts.push({ path: jsonPath(...names), many })
    names = []
  }
  return names.length === 0 && parts.length > 0 ? parts : [...parts, { path: jsonPath(...names), many: false }]
}

/**
 * The elements at the end of a path, as tables `v0, v1, …` of `json_each`. WHY brackets around an object: without them
 * `json_each` lists its members, which look like the elements of a list.
 */
function fromDocument(column: string, steps: readonly Step[]): Values {
  const parts = cutAtLists(steps)
  const last = parts.at(-1) as { path: string; many: boolean }
  const lists = last.many ? parts : parts.slice(0, -1)
  const holder = (index: number) =>
    code(index === 0 ? column : `CASE v${index - 1}.type WHEN 'object' THEN v${index - 1}.value END`)
  const tables = lists.map(({ path }, index) => {
    const node = sql`(${holder(index)} -> ${path})`
    const elements = sql`CASE json_type(${holder(index)}, ${path}) WHEN 'object' THEN '[' || ${node} || ']' ELSE ${node} END`
    return sql`json_each(${elements}) AS v${code(String(index))}`
  })
  const exists: Exists = (condition) =>
    tables.length === 0
      ? condition
      : sql`EXISTS (SELECT 1 FROM ${tables.reduce((all, table) => sql`${all}, ${table}`)} WHERE ${condition})`
  return last.many ? listed(exists, lists.length - 1) : single(exists, holder(lists.length), last.path)
}

/** Whether a condition holds on some row of the lists. */
type Exists = (condition: Fragment) => Fragment

/** Values that are elements of the last list. */
function listed(exists: Exists, index: number): Values {
  const element = `v${index}`
  const type = code(`${element}.type`)
  const value: Value = {
    sql: code(`${element}.atom`),
    isScalar: oneOf(type, SCALARS),
    ofType: (name) => oneOf(type, TYPES_IN_JSON[name]),
  }
  const inside = code(`json_tree(CASE WHEN ${element}.type IN ('object', 'array') THEN ${element}.value END)`)
  return {
    some: (condition) => exists(condition(value)),
    present: exists(
      sql`(${isFull(`${element}.atom`)} OR EXISTS (SELECT 1 FROM ${inside} AS leaf WHERE ${isFull('leaf.atom')}))`,
    ),
  }
}

/** One value at a path of a document. */
function single(exists: Exists, document: Fragment, path: string): Values {
  const type = sql`json_type(${document}, ${path})`
  const value: Value = {
    sql: sql`(${document} ->> ${path})`,
    isScalar: oneOf(type, SCALARS),
    ofType: (name) => oneOf(type, TYPES_IN_JSON[name]),
  }
  return {
    some: (condition) => exists(condition(value)),
    present: exists(sql`EXISTS (SELECT 1 FROM json_tree(${document}, ${path}) AS leaf WHERE ${isFull('leaf.atom')})`),
  }
}

const isFull = (atom: string) => code(`(${atom} IS NOT NULL AND ${atom} <> '')`)

const ORDER: Partial<Record<Operator, string>> = { eq: '=', gt: '>', ge: '>=', lt: '<', le: '<=' }

/** Whether a value satisfies an operator; NULL if it is absent. */
function fitsSql(value: Value, operator: Operator, expected: Exclude<Literal, null>, attribute: Attribute): Fragment {
  const guard = value.ofType(typeof expected === 'string' ? 'text' : (typeof expected as 'number' | 'boolean'))
  const condition =
    typeof expected === 'string'
      ? textFits(value, operator, expected, attribute.exact)
      : typeof expected === 'number'
        ? sql`CAST(${value.sql} AS REAL) ${code(ORDER[operator] ?? '=')} ${number(expected)}`
        : sql`${value.sql} ${code(ORDER[operator] ?? '=')} ${Number(expected)}`
  return guard ? sql`(${guard} AND ${condition})` : condition
}

/**
 * WHY through JSON: numbers in documents are parsed from their digits, and two parsers can differ in the last bit. WHY
 * both sides as REAL: SQLite stores whole numbers beyond 2^53 exactly, JavaScript rounds them.
 */
function number(expected: number): Fragment {
  return sql`CAST(${JSON.stringify(expected)} ->> '$' AS REAL)`
}

const RESPELL: Readonly<Record<Letters, (text: string) => string>> = {
  capital: (text) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase()),
  small: foldCase,
}

function textFits(value: Value, operator: Operator, expected: string, exact: boolean): Fragment {
  if (operator === 'eq' && value.letters && !exact) return sql`${value.sql} = ${RESPELL[value.letters](expected)}`
  const text = exact ? value.sql : sql`lower(${value.sql})`
  const piece = exact ? expected : foldCase(expected)
  const compared = ORDER[operator]
  if (compared) return sql`${text} ${code(compared)} ${piece}`
  if (operator === 'co') return sql`instr(${text}, ${piece}) > 0`
  // WHY bytes: the functions on texts end at the first NUL.
  const bytes = Buffer.from(piece)
  if (bytes.length === 0) return sql`${text} IS NOT NULL`
  const start = operator === 'sw' ? sql`1, ${bytes.length}` : sql`${-bytes.length}`
  return sql`substr(CAST(${text} AS BLOB), ${start}) = ${bytes}`
}
