import { LOG_FACETS, type LogFacetAttribute } from '#contract/log/log-browse.ts'
import { filterToSql } from '#db/filter-sql.ts'
import type { Searcher } from '#db/searches.ts'
import type { Comparison, Attribute, Filter } from '#filter/index.ts'
import { TARGETS, type Columns } from './columns.ts'
import { codesThatFit } from './values.sql.ts'

/** Says of each event of a block, by its place, whether it is expected: 1 or 0. */
export type Mask = (columns: Columns) => Uint8Array

/** Which codes of one attribute fit; at 0 whether an event without a value does. */
interface Table {
  place: number
  fits: Uint8Array
}

const LETTERS = { 'outcome.result': 'capital', severity: 'capital', 'client.ipAddress': 'small' } as const

const placeIn = ({ path }: Attribute) => LOG_FACETS.indexOf(path as LogFacetAttribute)

/** Whether a filter names nothing but what there are columns of. */
export function isOfColumns(filter: Filter): boolean {
  switch (filter.kind) {
    case 'and':
    case 'or':
      return filter.operands.every(isOfColumns)
    case 'not':
      return isOfColumns(filter.operand)
    case 'compare':
      return placeIn(filter.attribute) >= 0
  }
}

/** A filter for which `isOfColumns` holds, as a mask: each comparison is made once for each value that the log knows. */
export async function toMask(searcher: Searcher, filter: Filter, sizeOf: (place: number) => number): Promise<Mask> {
  if (filter.kind === 'compare') return maskOf(await toTable(searcher, filter, sizeOf))
  if (filter.kind === 'not') {
    const inner = await toMask(searcher, filter.operand, sizeOf)
    return (columns) => inner(columns).map((expected) => 1 - expected)
  }
  const masks: Mask[] = []
  const tables = new Map<number, Table>()
  for (const operand of filter.operands) {
    if (operand.kind !== 'compare' || filter.kind === 'and') masks.push(await toMask(searcher, operand, sizeOf))
    else merge(tables, await toTable(searcher, operand, sizeOf))
  }
  masks.push(...[...tables.values()].map(maskOf))
  return filter.kind === 'and' ? joined(masks, (a, b) => a & b) : joined(masks, (a, b) => a | b)
}

/** Of one attribute, "this or that value" is as quick as one value. */
function merge(tables: Map<number, Table>, { place, fits }: Table): void {
  const before = tables.get(place)
  tables.set(place, { place, fits: before ? before.fits.map((fit, at) => fit | (fits[at] ?? 0)) : fits })
}

function joined([first, ...others]: readonly Mask[], join: (a: number, b: number) => number): Mask {
  return (columns) => {
    const result = first?.(columns) ?? new Uint8Array(columns.length)
    for (const other of others) {
      const mask = other(columns)
      for (let at = 0; at < result.length; at++) result[at] = join(result[at] as number, mask[at] as number)
    }
    return result
  }
}

async function toTable(
  searcher: Searcher,
  comparison: Comparison<Attribute>,
  sizeOf: (place: number) => number,
): Promise<Table> {
  const { path } = comparison.attribute
  const place = placeIn(comparison.attribute)
  const letters = LETTERS[path as keyof typeof LETTERS]
  const source = { column: 'v.value', ...(letters ? { letters } : {}) }
  const condition = filterToSql(comparison, { attributes: { [path]: source }, documents: {} })
  const { codes, none } = await codesThatFit(searcher, place, condition)
  const fits = new Uint8Array(sizeOf(place))
  fits[0] = none
  for (const code of codes) fits[code] = 1
  return { place, fits }
}

function maskOf({ place, fits }: Table): Mask {
  if (place === TARGETS) return (columns) => anyOf(columns, fits)
  return ({ codes, length }) => {
    const column = codes[place] as Columns['codes'][number]
    const mask = new Uint8Array(length)
    for (let at = 0; at < length; at++) mask[at] = fits[column[at] as number] as number
    return mask
  }
}

/** A list fits where one of its values does. */
function anyOf({ codes, ends, length }: Columns, fits: Uint8Array): Uint8Array {
  const column = codes[TARGETS] as Columns['codes'][number]
  const mask = new Uint8Array(length)
  let next = 0
  for (let at = 0; at < length; at++) {
    const end = ends[at] as number
    if (next === end) mask[at] = fits[0] as number
    for (; next < end; next++) if (fits[column[next] as number]) mask[at] = 1
  }
  return mask
}
