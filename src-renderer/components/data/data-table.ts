/** A column of `DataTable`; its cell comes from the slot `cell-<key>`, else from the row's field of that name. */
export interface Column<Row> {
  key: string
  title: string
  /** CSS width; columns without one share what is left. */
  width?: string
  align?: 'left' | 'right'
  /** It is never left out where room is short, as what acts on the row must not be. */
  always?: boolean
  /** Offers sorting by `key` on its header. */
  sortable?: boolean
  /** Text of the cell where no slot is given. */
  text?: (row: Row) => string | number | null | undefined
}

/** Below these widths in px a column says nothing: the first, which names the row, and one of no width of its own. */
const LEAST_NAME = 160
const LEAST_SHARE = 96

function leastOf(width: string | undefined, isName: boolean, room: number): number {
  if (width?.endsWith('px')) return Number.parseFloat(width)
  if (width?.endsWith('%')) return Math.max(LEAST_SHARE, (Number.parseFloat(width) / 100) * room)
  return isName ? LEAST_NAME : LEAST_SHARE
}

/**
 * The columns that there is room for: the last ones are left out first, the name of a row, its status and what is always there never.
 * @param room in px; 0 while it is not known, which leaves out nothing
 */
export function columnsThatFit<Row>(columns: readonly Column<Row>[], room: number): readonly Column<Row>[] {
  const fitting = [...columns]
  const least = () => fitting.reduce((sum, { width }, index) => sum + leastOf(width, index === 0, room), 0)
  while (room > 0 && least() > room) {
    const last = fitting.findLastIndex(({ key, always }, index) => index > 0 && key !== 'status' && !always)
    if (last < 0) break
    fitting.splice(last, 1)
  }
  return fitting
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
