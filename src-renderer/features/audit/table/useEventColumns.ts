import { useStorage } from '@vueuse/core'
import { computed } from 'vue'
import {
  boundedWidth,
  columnOf,
  DEFAULT_COLUMNS,
  readColumns,
  type ChosenColumn,
  type ColumnKey,
  type FittedColumn,
} from './event-columns.ts'

/** Which columns the event table shows, in which order and how wide; remembered on this machine. */
export function useEventColumns() {
  const stored = useStorage<unknown>('gatehouse.audit.columns', [...DEFAULT_COLUMNS], undefined, {
    serializer: { read: readJson, write: (value) => JSON.stringify(value) },
  })
  const chosen = computed<ChosenColumn[]>({
    get: () => readColumns(stored.value),
    set: (next) => (stored.value = next),
  })

  function toggle(key: ColumnKey) {
    if (columnOf(key).fixed) return
    const others = chosen.value.filter((one) => one.key !== key)
    chosen.value = others.length < chosen.value.length ? others : [...others, { key, width: null }]
  }

  /** Moves a column one place; the fixed ones stay first. */
  function move(key: ColumnKey, by: -1 | 1) {
    const from = chosen.value.findIndex((one) => one.key === key)
    const other = chosen.value[from + by]
    const mine = chosen.value[from]
    if (!mine || !other || columnOf(key).fixed || columnOf(other.key).fixed) return
    chosen.value = chosen.value.with(from, other).with(from + by, mine)
  }

  /** Sets a width; the other columns stay as wide as they are drawn, and the event gives way down to its least. */
  function resize(key: ColumnKey, width: number, drawn: readonly FittedColumn[]) {
    chosen.value = chosen.value.map((one) => {
      if (one.key === 'event') return { key: one.key, width: columnOf(one.key).min }
      const now = drawn.find((other) => other.key === one.key)?.width ?? one.width
      return { key: one.key, width: one.key === key ? boundedWidth(key, width) : now }
    })
  }

  return { chosen, toggle, move, resize, reset: () => (chosen.value = [...DEFAULT_COLUMNS]) }
}

/** What cannot be read is as if nothing was remembered. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return null
  }
}
