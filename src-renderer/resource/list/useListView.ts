import { useStorage } from '@vueuse/core'
import { computed, watch } from 'vue'
import { useQueryState } from '#ui/composables/useQueryState.ts'
import type { Sort } from '#ui/components/data/data-table.ts'
import type { Entity } from '../define-resource.ts'
import type { ListColumn } from './columns.ts'
import {
  chosenText,
  filterRows,
  filtersOf,
  isSortable,
  parseChosen,
  parseSort,
  sortRows,
  sortText,
  toggled,
} from './list-view.ts'
import type { ListState } from './useListPage.ts'

/**
 * How a list is looked at: order and filters, which are in the address, and columns, which are remembered for its kind.
 * A list that is longer than what was read is read on before it is sorted or filtered.
 */
export function useListView<One extends Entity>(list: ListState<One>, columns: () => readonly ListColumn<One>[]) {
  const order = useQueryState<string>('sort', '')
  const where = useQueryState<string>('where', '')
  /** The columns that are not as they are unless chosen: hidden, or shown where they are optional. */
  const turned = useStorage<string[]>(`gatehouse.columns.${list.resource.kind}`, [])
  const isOptional = (key: string) => columns().find((column) => column.key === key)?.optional ?? false
  const isHidden = (key: string) => turned.value.includes(key) !== isOptional(key)

  const sort = computed<Sort | null>({
    get: () => parseSort(order.value, columns()),
    set: (value) => (order.value = sortText(value)),
  })
  const chosen = computed(() => parseChosen(where.value, columns()))
  const filtered = computed(() => chosen.value.size > 0)

  const rows = computed(() => {
    const found = filterRows(list.rows.value, columns(), chosen.value)
    const by = sort.value
    return by && !list.isSortedBy(by.key)
      ? sortRows(
          found,
          columns().find(({ key }) => key === by.key),
          by.descending,
        )
      : found
  })
  /** The first column names the object, and stays. */
  const shown = computed(() =>
    columns()
      .filter(({ key }, at) => at === 0 || !isHidden(key))
      .map((column) => ({ ...column, sortable: list.isSortedBy(column.key) || isSortable(column, list.rows.value) })),
  )

  watch(
    () =>
      ((sort.value && !list.isSortedBy(sort.value.key)) || filtered.value) &&
      list.hasMore.value &&
      list.listed.data.value?.length,
    (unread) => {
      if (unread) void list.loadAll()
    },
    { immediate: true },
  )

  return {
    rows,
    shown,
    sort,
    filtered,
    filters: computed(() => filtersOf(columns(), list.rows.value, chosen.value)),
    isChosen: (key: string, value: string) => chosen.value.get(key)?.has(value) ?? false,
    toggle: (key: string, value: string) => (where.value = chosenText(toggled(chosen.value, key, value))),
    clear: () => (where.value = ''),
    isHidden,
    setHidden(key: string, hide: boolean) {
      turned.value = turned.value.filter((other) => other !== key).concat(hide === isOptional(key) ? [] : [key])
    },
  }
}
