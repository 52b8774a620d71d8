import type { Sort } from '#ui/components/data/data-table.ts'
import { statusMeta } from '#ui/domain/status-labels.ts'
import type { ListColumn } from './columns.ts'

/** What a cell holds, for sorting and filtering; null where it is empty or only drawn. */
function valueOf<Row>(column: ListColumn<Row>, row: Row): string | number | null {
  const value = column.text ? column.text(row) : (row as Record<string, unknown>)[column.key]
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : null
}

/** Whether rows can be put in the order of a column: not where it is drawn from elsewhere. */
export const isSortable = <Row>(column: ListColumn<Row>, rows: readonly Row[]) =>
  column.sortable ?? rows.some((row) => valueOf(column, row) !== null)

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Rows in the order of a column, those without a value last in both directions; equals keep their order. */
export function sortRows<Row>(rows: readonly Row[], column: ListColumn<Row> | undefined, descending: boolean): Row[] {
  if (!column) return [...rows]
  const sign = descending ? -1 : 1
  return [...rows].sort((one, other) => {
    const [a, b] = [valueOf(column, one), valueOf(column, other)]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    return sign * (typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b)))
  })
}

/** The chosen values of columns; rows must have one of each column's. */
type Chosen = ReadonlyMap<string, ReadonlySet<string>>

/** One value of a column that rows can be filtered by. */
interface FilterChoice {
  value: string
  label: string
  count: number
}
export interface ColumnFilter {
  key: string
  title: string
  choices: FilterChoice[]
  /** Shown as a menu, because there may be many. */
  menu: boolean
}

/** More values than this are no kinds, unless they are in a menu. */
const MOST_CHOICES = 8

const textOf = <Row>(column: ListColumn<Row>, row: Row) => String(valueOf(column, row) ?? '')

/** What rows can be filtered by: columns of statuses and kinds that differ among the rows, or are chosen already. */
export function filtersOf<Row>(
  columns: readonly ListColumn<Row>[],
  rows: readonly Row[],
  chosen: Chosen,
): ColumnFilter[] {
  return columns.flatMap((column) => {
    if (!column.filter && column.as !== 'status') return []
    const counts = new Map([...(chosen.get(column.key) ?? [])].map((value) => [value, 0]))
    for (const row of rows) {
      const value = textOf(column, row)
      if (value) counts.set(value, (counts.get(value) ?? 0) + 1)
    }
    const menu = column.filter === 'menu'
    const offered = chosen.has(column.key) || (counts.size > 1 && (menu || counts.size <= MOST_CHOICES))
    const choices = [...counts].map(([value, count]) => ({ value, label: labelOf(column, value), count }))
    return offered ? [{ key: column.key, title: column.title, choices: choices.sort(byLabel), menu }] : []
  })
}

const byLabel = (one: FilterChoice, other: FilterChoice) => collator.compare(one.label, other.label)
const labelOf = <Row>(column: ListColumn<Row>, value: string) =>
  column.as === 'status' ? statusMeta(value).word : value

/** The rows that have a chosen value of each column. */
export function filterRows<Row>(rows: readonly Row[], columns: readonly ListColumn<Row>[], chosen: Chosen): Row[] {
  const asked = columns.flatMap((column) => {
    const values = chosen.get(column.key)
    return values?.size ? [{ column, values }] : []
  })
  return rows.filter((row) => asked.every(({ column, values }) => values.has(textOf(column, row))))
}

/** With a value chosen, or no longer. */
export function toggled(chosen: Chosen, key: string, value: string): Chosen {
  const values = new Set(chosen.get(key))
  if (!values.delete(value)) values.add(value)
  const others = [...chosen].filter(([other]) => other !== key)
  return new Map(values.size ? [...others, [key, values]] : others)
}

/** The chosen filters as in the address: `status=ACTIVE&type=IP`. */
export function chosenText(chosen: Chosen): string {
  return new URLSearchParams(
    [...chosen].flatMap(([key, values]) => [...values].map((value) => [key, value])),
  ).toString()
}

/** What the address says, for columns that the list has. */
export function parseChosen<Row>(text: string, columns: readonly ListColumn<Row>[]): Chosen {
  const params = new URLSearchParams(text)
  return new Map(columns.flatMap(({ key }) => (params.has(key) ? [[key, new Set(params.getAll(key))] as const] : [])))
}

/** An order as in the address: `name`, or `-name` for descending. */
export const sortText = (sort: Sort | null) => (sort ? `${sort.descending ? '-' : ''}${sort.key}` : '')
export const parseOrder = (text: string): Sort => ({ key: text.replace(/^-/, ''), descending: text.startsWith('-') })
export function parseSort<Row>(text: string, columns: readonly ListColumn<Row>[]): Sort | null {
  const order = parseOrder(text)
  return columns.some((column) => column.key === order.key) ? order : null
}
