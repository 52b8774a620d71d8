import type { LogEvent } from '#contract/log/log-event.ts'
import { severityText } from '../facets/facet-labels.ts'

/** A column of the event table. */
interface EventColumn {
  title: string
  /** In px, as it starts, and below which it is not made; the column of the event takes what the others leave. */
  width: number
  min: number
  /** In px, what its usual text needs; it gets less only where all columns cannot have theirs. */
  enough?: number
  /** Whether it cannot be hidden or moved. */
  fixed?: boolean
  /** Whether it is there at first. */
  shown?: boolean
  /** The plain text of a cell; without it, the row draws the cell by itself. */
  text?: (event: LogEvent) => string
  mono?: boolean
}

const words = (...parts: readonly (string | null | undefined)[]) =>
  parts.filter((part) => part && part !== 'UNKNOWN').join(', ')

/** Every column that the table can show, in the order in which they are offered. */
const EVENT_COLUMNS = {
  time: { title: 'Time', width: 138, min: 138, fixed: true, shown: true },
  event: { title: 'Event', width: 270, min: 158, fixed: true, shown: true },
  actor: { title: 'Actor', width: 245, min: 90, enough: 180, shown: true },
  target: { title: 'Target', width: 275, min: 90, shown: true },
  outcome: { title: 'Outcome', width: 120, min: 118, shown: true },
  address: { title: 'Address', width: 205, min: 136, shown: true },
  severity: { title: 'Severity', width: 90, min: 72, text: ({ severity }) => severityText(severity) },
  reason: { title: 'Reason', width: 200, min: 90, text: ({ outcome }) => outcome.reason ?? '' },
  zone: { title: 'Network', width: 140, min: 80, text: ({ client }) => client?.zone ?? '' },
  place: {
    title: 'Place',
    width: 160,
    min: 80,
    text: ({ client }) => words(client?.geographicalContext?.city, client?.geographicalContext?.country),
  },
  agent: {
    title: 'Browser',
    width: 160,
    min: 80,
    text: ({ client }) => words(client?.userAgent?.browser, client?.userAgent?.os),
  },
  device: { title: 'Device', width: 140, min: 80, text: ({ device, client }) => device?.name ?? client?.device ?? '' },
  type: { title: 'Event type', width: 220, min: 110, mono: true, text: ({ eventType }) => eventType },
  transaction: { title: 'Transaction', width: 180, min: 90, mono: true, text: ({ transaction }) => transaction.id },
} as const satisfies Readonly<Record<string, EventColumn>>
export type ColumnKey = keyof typeof EVENT_COLUMNS

/** What is known of a column beside its key. */
export function columnOf(key: ColumnKey): EventColumn {
  return EVENT_COLUMNS[key]
}

/** A shown column as it is remembered; `width` null: as it starts. */
export interface ChosenColumn {
  key: ColumnKey
  width: number | null
}

const MAX_WIDTH = 800
export const COLUMN_KEYS = Object.keys(EVENT_COLUMNS) as ColumnKey[]
export const DEFAULT_COLUMNS: readonly ChosenColumn[] = COLUMN_KEYS.filter((key) => columnOf(key).shown).map((key) => ({
  key,
  width: null,
}))

/** A width within the bounds of a column. */
export function boundedWidth(key: ColumnKey, width: number): number {
  return Math.round(Math.min(MAX_WIDTH, Math.max(columnOf(key).min, width)))
}

/** Reads what was remembered: each known column once, the fixed ones first; anything else is as at first. */
export function readColumns(stored: unknown): ChosenColumn[] {
  if (!Array.isArray(stored)) return [...DEFAULT_COLUMNS]
  const found = stored.flatMap((one: unknown): ChosenColumn[] => {
    const { key, width } = (one ?? {}) as Partial<ChosenColumn>
    const known = COLUMN_KEYS.find((name) => name === key)
    if (!known) return []
    return [{ key: known, width: typeof width === 'number' ? boundedWidth(known, width) : null }]
  })
  const once = found.filter(({ key }, index) => found.findIndex((other) => other.key === key) === index)
  const isFixed = ({ key }: ChosenColumn) => columnOf(key).fixed === true
  const fixed = DEFAULT_COLUMNS.filter(isFixed).map((one) => once.find(({ key }) => key === one.key) ?? one)
  return [...fixed, ...once.filter((one) => !isFixed(one))]
}

/** A column as it is drawn. */
export interface FittedColumn {
  key: ColumnKey
  /** In px; null for the event, which takes the rest. */
  width: number | null
}

/**
 * The columns in a given width: as wide as they are chosen, else narrower, first down to what is enough for their text,
 * then to their least; where even that does not fit, the last ones are left out. Time and event always stay.
 * @param room in px, without the menu's column
 */
export function fitColumns(chosen: readonly ChosenColumn[], room: number): FittedColumn[] {
  const shown = chosen.map(sizesOf)
  const total = (size: keyof ColumnSizes) => shown.reduce((sum, column) => sum + column[size], 0)
  while (total('min') > room) {
    const last = shown.findLastIndex(({ key }) => !columnOf(key).fixed)
    if (last < 0) break
    shown.splice(last, 1)
  }
  const [from, to] = total('enough') > room ? (['min', 'enough'] as const) : (['enough', 'width'] as const)
  const slack = total(to) - total(from)
  /** How much of what lies between the two there is room for, 0 to 1. */
  const share = slack > 0 ? Math.min(1, Math.max(0, (room - total(from)) / slack)) : 1
  return shown.map((column) => {
    const width = column.key === 'event' ? null : Math.floor(column[from] + (column[to] - column[from]) * share)
    return { key: column.key, width }
  })
}

/** In px: `min` ≤ `enough` ≤ `width`. */
interface ColumnSizes {
  min: number
  enough: number
  width: number
}

function sizesOf({ key, width: chosen }: ChosenColumn): ColumnSizes & { key: ColumnKey } {
  const { min, enough = min, width: usual } = columnOf(key)
  const width = chosen ?? usual
  return { key, min, enough: Math.min(enough, width), width }
}

/** The text of a cell that is plain text; null for cells that the row draws by itself. */
export function cellText(key: ColumnKey, event: LogEvent): string | null {
  return columnOf(key).text?.(event) ?? null
}
