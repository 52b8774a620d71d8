import type { SqlValue } from './driver.ts'

/** A piece of SQL with the values of its placeholders. */
export interface Fragment {
  readonly text: string
  readonly params: readonly SqlValue[]
}

/** SQL text from our code, never from outside. */
export function code(text: string): Fragment {
  return { text, params: [] }
}

/** The first whole number that no integer of SQLite can hold. */
const BEYOND_INTEGERS = 2 ** 63

/** WHY a cast: the driver binds this number as the largest integer, which is one less and equals no REAL. */
const placeOf = (value: SqlValue) => (value === BEYOND_INTEGERS ? 'CAST(? AS REAL)' : '?')

/** A template tag for SQL: fragments are inserted, every other value is bound. */
export function sql(strings: TemplateStringsArray, ...parts: readonly (Fragment | SqlValue)[]): Fragment {
  let text = strings[0] ?? ''
  const params: SqlValue[] = []
  parts.forEach((part, index) => {
    const isFragment = typeof part === 'object' && part !== null && 'text' in part
    text += isFragment ? part.text : placeOf(part)
    params.push(...(isFragment ? part.params : [part]))
    text += strings[index + 1] ?? ''
  })
  return { text, params }
}

/**
 * Joins conditions as a balanced tree. WHY: SQLite limits the depth of an expression, and a plain chain has one level for
 * each operand.
 */
export function join(parts: readonly Fragment[], operator: 'AND' | 'OR'): Fragment {
  const [first, ...others] = parts
  if (!first || others.length === 0) return first ?? code(operator === 'AND' ? '1' : '0')
  const middle = parts.length >> 1
  const [left, right] = [parts.slice(0, middle), parts.slice(middle)].map((half) => join(half, operator))
  return sql`(${left as Fragment} ${code(operator)} ${right as Fragment})`
}
