import { LIMITS } from '#contract/interface/limits.ts'
import { joinList } from './list-cell.ts'

/**
 * An object as the cells of a row: names of inner objects are joined by a dot, except that `profile` is left out, so that people and
 * groups of the interface itself have columns such as `login`. A list of values is one cell.
 */
export function flatten(value: Readonly<Record<string, unknown>>): Record<string, string> {
  const cells: Record<string, string> = {}
  add(value, '', cells)
  return cells
}

/** How deep objects are entered; what is deeper stays JSON text. */
const DEPTH = 4

function add(value: Readonly<Record<string, unknown>>, prefix: string, cells: Record<string, string>): void {
  for (const [name, inner] of Object.entries(value)) {
    if (Object.keys(cells).length >= LIMITS.directoryImportColumns) return
    const path = prefix === '' ? name : `${prefix}.${name}`
    if (typeof inner === 'object' && inner !== null && !Array.isArray(inner) && path.split('.').length < DEPTH)
      add(inner as Record<string, unknown>, path === 'profile' ? '' : path, cells)
    else cells[path.slice(0, 255)] = cellOf(inner)
  }
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object')) return joinList(value)
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean)
}
