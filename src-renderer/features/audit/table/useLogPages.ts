import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef, triggerRef, watch } from 'vue'
import type { LogHistogram, LogRow } from '#contract/log/log-browse.ts'
import type { ApiError } from '#ui/api/api-error.ts'
import { api } from '#ui/api/client.ts'
import { createLogPageLoader, PAGE_ROWS, type LogPage, type LogPageLoader, type LogQuery } from './log-page-loader.ts'
import { pagesAround } from './page-cache.ts'
import { useRowTotal } from './useRowTotal.ts'

/** While the scrollbar is dragged, pages that only pass by are not loaded. */
const SETTLE_MS = 60
const SETTLE_AT_MOST_MS = 250

/** The parameters that every request of a query shares. */
export function askOf({ filter, q }: Pick<LogQuery, 'filter' | 'q'>) {
  return { ...(filter.trim() ? { filter } : {}), ...(q.trim() ? { q } : {}) }
}

/** The service as a source of pages. */
const SERVICE: Parameters<typeof createLogPageLoader>[1] = {
  rows: ({ range, newestFirst, ...asked }, offset, limit, signal) => {
    const query = { ...range, ...askOf(asked), offset, limit, newestFirst: newestFirst ? 'true' : 'false' } as const
    return api.call('listLogRows', { query, signal })
  },
  counts: (asked, bucket, stepMs) => api.call('getLogHistogram', { query: { ...bucket, ...askOf(asked), stepMs } }),
}

/** The position of an event among the loaded pages; null when it is in none. */
function findPosition(loader: LogPageLoader, uuid: string): number | null {
  for (const [number, page] of loader.entries()) {
    const at = 'rows' in page ? page.rows.findIndex(({ event }) => event.uuid === uuid) : -1
    if (at >= 0) return number * PAGE_ROWS + at
  }
  return null
}

/** Why nothing could be loaded; null as long as one page could, or nothing was tried. */
function failureOf(loader: LogPageLoader): ApiError | null {
  const all = loader.entries()
  const [first] = all.flatMap(([, page]) => ('error' in page ? [page.error] : []))
  return all.every(([, page]) => 'error' in page) ? (first ?? null) : null
}

/**
 * Rows of a query by position, loaded page by page around the visible rows. The rows of the former query stay until the
 * first page of the new one has arrived.
 */
export function useLogPages(query: () => LogQuery, counts: () => LogHistogram | null) {
  const pages = shallowRef<LogPageLoader>(newLoader())
  const former = shallowRef<LogPageLoader | null>(null)
  const { learn, reset, ...size } = useRowTotal(counts)
  let expected: readonly number[] = []

  function newLoader(): LogPageLoader {
    const loader: LogPageLoader = createLogPageLoader(query(), SERVICE, counts, (number, page) => {
      if (pages.value === loader) arrived(number, page)
    })
    return loader
  }

  function arrived(number: number, page: LogPage) {
    former.value = null
    learn(number, page)
    triggerRef(pages)
  }

  function restart() {
    pages.value.stop()
    // Only rows may stand in for the new query's rows.
    if (pages.value.entries().some(([, page]) => 'rows' in page)) former.value = pages.value
    pages.value = newLoader()
    reset()
  }

  const load = () => pages.value.want(expected)
  const loadSoon = useDebounceFn(load, SETTLE_MS, { maxWait: SETTLE_AT_MOST_MS })

  /** Loads the rows from `first` to `last` (exclusive) and the pages around them. */
  function want(first: number, last: number) {
    expected = pagesAround(first, last, PAGE_ROWS, size.total.value)
    const anyHere = expected.some((number) => pages.value.get(number))
    // Next to loaded pages this is a step, not a fling: the next page is loaded before it is visible.
    if (anyHere || pages.value.entries().length === 0) load()
    else void loadSoon()
  }

  const pageOf = (position: number) => {
    const number = Math.floor(position / PAGE_ROWS)
    return pages.value.get(number) ?? former.value?.get(number)
  }

  /** The row at a position; undefined while it is not loaded. */
  function rowAt(position: number): LogRow | undefined {
    const page = pageOf(position)
    return page && 'rows' in page ? page.rows[position % PAGE_ROWS] : undefined
  }

  /** Why a position could not be loaded; null otherwise. */
  function errorAt(position: number): ApiError | null {
    const page = pageOf(position)
    return page && 'error' in page ? page.error : null
  }

  function retry() {
    pages.value.forgetErrors()
    triggerRef(pages)
    load()
  }

  const positionOf = (uuid: string) => findPosition(pages.value, uuid)
  /** The error when no page could be loaded. */
  const failure = computed(() => failureOf(pages.value))
  /** Whether the rows belong to the former query. */
  const stale = computed(() => former.value !== null)

  watch(() => JSON.stringify(query()), restart, { flush: 'sync' })
  onScopeDispose(() => pages.value.stop())
  return { ...size, stale, failure, want, rowAt, errorAt, positionOf, retry }
}
