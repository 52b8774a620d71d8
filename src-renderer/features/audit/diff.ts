/** One field that a change touched; `before` undefined: it was not there, `after` undefined: it is gone. */
export interface Change {
  /** Such as `conditions.people.groups.include`. */
  path: string
  before?: unknown
  after?: unknown
  /** For lists of plain values, instead of `before` and `after`: what came and what went. */
  added?: unknown[]
  removed?: unknown[]
}

type Fields = Readonly<Record<string, unknown>>

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null
const isPlainList = (value: unknown): value is unknown[] => Array.isArray(value) && value.every(isPlain)
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

function listChange(path: string, before: unknown[], after: unknown[]): Change {
  const added = after.filter((item) => !before.includes(item))
  const removed = before.filter((item) => !after.includes(item))
  // The same items in another order, or repeated: only the whole lists tell.
  return added.length + removed.length ? { path, added, removed } : { path, before, after }
}

function compare(path: string, before: unknown, after: unknown): Change[] {
  if (same(before, after)) return []
  if (isFields(before) && isFields(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => compare(path ? `${path}.${key}` : key, before[key], after[key]))
  }
  if (isPlainList(before) && isPlainList(after)) return [listChange(path, before, after)]
  return [{ path, before, after }]
}

/** What differs between the two sides of an event's `changeDetails`, field by field, in the order of the fields. */
export function changesOf(details: { from: Fields; to: Fields } | undefined): Change[] {
  return details ? compare('', details.from, details.to) : []
}

/** A value as a reader wants it: texts without quotes, "nothing" for what is not there, JSON for the rest. */
export function valueWords(value: unknown): string {
  if (value === undefined || value === null || value === '') return 'nothing'
  return typeof value === 'string' ? value : JSON.stringify(value, null, isPlain(value) ? 0 : 1)
}
