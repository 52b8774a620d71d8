import { isObject } from '#contract/interface/schema-tree.ts'
import { textAt, type Body } from '#contract/sync/definition.ts'

/** A body without the items of its lists that are one of some ids, or have it. */
export const withoutItems = (body: Body, ids: ReadonlySet<string>): Body =>
  ids.size === 0 ? body : (cleared(body, ids) as Body)

function cleared(value: unknown, ids: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.filter((item) => !names(item, ids)).map((item) => cleared(item, ids))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, cleared(inner, ids)]))
}

const names = (item: unknown, ids: ReadonlySet<string>): boolean =>
  ids.has(typeof item === 'string' ? item : textAt(item, 'id'))
