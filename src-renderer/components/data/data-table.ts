/** A column of `DataTable`; its cell comes from the slot `cell-<key>`, else from the row's field of that name. */
export interface Column<Row> {
  key: string
  title: string
  /** CSS width; columns without one share what is left. */
  width?: string
  align?: 'left' | 'right'
  /** Offers sorting by `key` on its header. */
  sortable?: boolean
  /** Text of the cell where no slot is given. */
  text?: (row: Row) => string | number | null | undefined
}

export interface Sort {
  key: string
  descending: boolean
}

/** Which rows must exist for a window onto a long table; `before` and `after` are the pixels left blank. */
export function windowOf(options: { count: number; rowHeight: number; top: number; height: number; spare?: number }) {
  const { count, rowHeight, top, height, spare = 8 } = options
  const first = Math.max(0, Math.min(count, Math.floor(top / rowHeight)) - spare)
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + spare)
  return { first, last, before: first * rowHeight, after: (count - last) * rowHeight }
}
