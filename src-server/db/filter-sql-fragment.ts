import type { SqlValue } from './driver.ts'

/** A piece of SQL with the values that its question marks stand for. */
export interface Fragment {
  readonly text: string
  readonly params: readonly SqlValue[]
}

/** SQL text of our own; never what came from outside. */
export function code(text: string): Fragment {
  return { text, params: [] }
}

/** The first whole number that no integer of SQLite can hold. */
const BEYOND_INTEGERS = 2 ** 63

/** WHY a cast: the driver binds this one number as the largest integer, which is one less and so equal to no real. */
const placeOf = (value: SqlValue) => (value === BEYOND_INTEGERS ? 'CAST(? AS REAL)' : '?')

/** Writes SQL in which fragments are set in and every other value is bound. */
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
 * Joins conditions as a balanced tree. WHY: SQLite bounds how deep an expression may be, and reads a plain chain as one
 * level for each operand.
 */
export function join(parts: readonly Fragment[], operator: 'AND' | 'OR'): Fragment {
  const [first, ...others] = parts
  if (!first || others.length === 0) return first ?? code(operator === 'AND' ? '1' : '0')
  const middle = parts.length >> 1
  const [left, right] = [parts.slice(0, middle), parts.slice(middle)].map((half) => join(half, operator))
  return sql`(${left as Fragment} ${code(operator)} ${right as Fragment})`
}
