import type { Literal, Operator } from '#filter/index.ts'

/** A comparison in the grammar; texts are quoted and escaped. */
export function comparisonText(path: string, operator: Operator, value: Literal): string {
  if (operator === 'pr') return `${path} pr`
  return `${path} ${operator} ${typeof value === 'string' ? JSON.stringify(value.toWellFormed()) : String(value)}`
}
