import type { CompiledExpression } from './compile.ts'
import { evaluate } from './evaluate.ts'
import { reasonIn } from './template.ts'
import type { ExpressionContext } from './types.ts'
import { Country, Group, isList, Time, UNDEFINED, type Value } from './values.ts'

/** What JSON can say of a value. */
export type JsonValue = string | number | boolean | readonly JsonValue[]

/** What an expression comes to as JSON. */
type JsonResult = { value: JsonValue; missing?: undefined } | { missing: string }

/** What an expression comes to as JSON, or why it comes to nothing: null, empty texts and empty lists are nothing. */
export function jsonOf(compiled: CompiledExpression, context: ExpressionContext): JsonResult {
  const value = toJson(evaluate(compiled, context))
  return value === null ? { missing: reasonIn(compiled, context) } : { value }
}

function toJson(value: Value): JsonValue | null {
  if (value === UNDEFINED || value === null || value === '') return null
  if (typeof value !== 'object') return value
  if (isList(value)) {
    const items = value.flatMap((item) => toJson(item) ?? [])
    return items.length ? items : null
  }
  if (value instanceof Time) return new Date(value.epochMs).toISOString()
  if (value instanceof Country) return value.alpha2
  return value instanceof Group ? (value.record.name ?? value.record.id) : null
}
