import { isTree } from '#ui/lib/tree.ts'

/** A setting by a name of one's own. */
export interface FreeSetting {
  name: string
  value: string
  /** The value that the text shows: it stays what it is while that is not changed. */
  origin?: unknown
}

/** Words that are no texts on the wire. */
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)$/

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
const isLiteral = (text: unknown) => typeof text === 'string' && LITERAL.test(text)

function valueOf({ value, origin }: FreeSetting): unknown {
  if (origin !== undefined && value === textOf(origin)) return origin
  // A text of digits is one with other digits too.
  return isLiteral(value) && !isLiteral(origin) ? JSON.parse(value) : value
}

/** Settings as rows of a form. */
export const settingRows = (settings: unknown): FreeSetting[] =>
  isTree(settings) ? Object.entries(settings).map(([name, origin]) => ({ name, value: textOf(origin), origin })) : []

/** Rows as settings; those without a name are left out. @returns undefined where none is left */
export function settingsOf(rows: readonly FreeSetting[]): Record<string, unknown> | undefined {
  const named = rows.filter(({ name }) => name !== '').map((row) => [row.name, valueOf(row)] as const)
  return named.length ? Object.fromEntries(named) : undefined
}

/** Settings in words, a line each. */
export const settingLines = (settings: unknown): string[] =>
  settingRows(settings).map(({ name, value }) => `${name} = ${value}`)
