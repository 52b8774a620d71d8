import { h, type FunctionalComponent, type VNode } from 'vue'
import type { Column } from '#ui/components/data/data-table.ts'
import TimeAgo from '#ui/components/data/TimeAgo.vue'
import StatusTag from '#ui/components/feedback/StatusTag.vue'

/** How the text of a cell is shown. */
const CELLS = {
  status: (text: string) => h(StatusTag, { status: text, plain: true }),
  time: (text: string) => h(TimeAgo, { time: text || null }),
  mono: (text: string) => h('span', { class: 'mono' }, text),
} satisfies Record<string, (text: string) => VNode>

/** A column of a list page; its cell comes from the page's slot `cell-<key>`, else from `text`, drawn as `as` says. */
export interface ListColumn<Row> extends Column<Row> {
  as?: keyof typeof CELLS
  /** Offers its values as filters: a column of few kinds, or in a `menu` one of many. Statuses do so by themselves. */
  filter?: boolean | 'menu'
  /** Shown only where it was chosen. */
  optional?: boolean
}

/** The cell of a column that is drawn otherwise than as text. */
export const ListCell: FunctionalComponent<{ column: ListColumn<never>; row: object }> = ({ column, row }) => {
  const { as, key, text } = column
  const value = text ? text(row as never) : (row as Record<string, unknown>)[key]
  return as ? CELLS[as](typeof value === 'string' ? value : '') : null
}
ListCell.props = ['column', 'row']
