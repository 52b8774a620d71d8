import { canonical } from '#contract/interface/canonical.ts'
import { isTree } from '#ui/lib/tree.ts'

/** What changes in one field. Lists of plain values tell what was added and removed; anything else, before and after. */
export type Change =
  { path: string; added: unknown[]; removed: unknown[] } | { path: string; before: unknown; after: unknown }

function isPlainList(value: unknown): value is (string | number)[] {
  return Array.isArray(value) && value.every((item) => typeof item !== 'object')
}

function listChange(path: string, before: unknown[], after: unknown[]): Change[] {
  const added = after.filter((item) => !before.includes(item))
  const removed = before.filter((item) => !after.includes(item))
  return added.length || removed.length ? [{ path, added, removed }] : []
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null
}

/**
 * What differs between two JSON values, field by field, in the order of the fields. Null and absence are the same; so are
 * lists of plain values in another order.
 */
export function changesBetween(before: unknown, after: unknown, path = ''): Change[] {
  if (canonical(before ?? null) === canonical(after ?? null)) return []
  if (isPlainList(before ?? []) && isPlainList(after ?? []) && !(isAbsent(before) && isAbsent(after)))
    return listChange(path, (before as unknown[] | undefined) ?? [], (after as unknown[] | undefined) ?? [])
  const trees = [before, after].every((side) => isTree(side) || isAbsent(side))
  if (!trees) return [{ path, before, after }]
  const [from, to] = [isTree(before) ? before : {}, isTree(after) ? after : {}]
  return [...new Set([...Object.keys(from), ...Object.keys(to)])].flatMap((key) =>
    changesBetween(from[key], to[key], path ? `${path}.${key}` : key),
  )
}
