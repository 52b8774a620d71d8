import { useDebounceFn } from '@vueuse/core'
import { computed, onScopeDispose, shallowRef, triggerRef, watch } from 'vue'
import { LIMITS } from '../../../../src-server/contract/limits.ts'
import type { LogHistogram, LogRow } from '../../../../src-server/contract/log-browse.ts'
import { asApiError, isAbort, type ApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { createPageCache, pagesAround, type PageCache } from './page-cache.ts'
import { finerStep, NEAR_OFFSET, nearBound, type ClosedWindow, type NearBound } from './position-bound.ts'

export const PAGE_ROWS = 100
const PAGES_KEPT = 30
/** While the scrollbar is dragged, what only flies past is not asked for. */
const SETTLE_MS = 60
const SETTLE_AT_MOST_MS = 250
const FINER_KEPT = 20

/** What the table shows; `until` is fixed when it is read. */
export interface LogQuery {
  readonly window: ClosedWindow
  readonly filter: string
  readonly q: string
  readonly newestFirst: boolean
}

type LogPage = { rows: readonly LogRow[] } | { error: ApiError }

/** The parameters that every read of a query shares. */
export function askOf({ filter, q }: Pick<LogQuery, 'filter' | 'q'>) {
  return { ...(filter.trim() ? { filter } : {}), ...(q.trim() ? { q } : {}) }
}

/**
 * Rows of a query by position, read page by page around what is wanted. What was shown stays until the first page of
 * another query has come.
 */
export function useLogPages(query: () => LogQuery, counts: () => LogHistogram | null) {
  const pages = shallowRef<PageCache<LogPage>>(createPageCache(PAGES_KEPT))
  const former = shallowRef<PageCache<LogPage> | null>(null)
  /** Where the list was found to end; Infinity while nobody met the end. */
  const end = shallowRef(Infinity)
  /** How far the list surely reaches, for want of counts. */
  const reached = shallowRef(0)
  const loading = new Map<number, AbortController>()
  let finer = new Map<string, Promise<LogHistogram>>()
  let wanted: number[] = []

  const total = computed(() =>
    Math.min(Math.max(counts()?.total ?? PAGE_ROWS, reached.value + (counts() ? 0 : PAGE_ROWS)), end.value),
  )
  /** Whether the number of rows is known, and not only that there are so many at least. */
  const exact = computed(() => counts() !== null || end.value !== Infinity)

  function forget() {
    loading.forEach((controller) => controller.abort())
    loading.clear()
    finer = new Map()
    // Only what was read may stand in for what comes.
    if (pages.value.entries().some(([, page]) => 'rows' in page)) former.value = pages.value
    pages.value = createPageCache(PAGES_KEPT)
    end.value = Infinity
    reached.value = 0
  }

  function countFiner(bucket: ClosedWindow, stepMs: number, asked: LogQuery): Promise<LogHistogram> {
    const key = `${bucket.since} ${bucket.until}`
    const known = finer.get(key)
    if (known) return known
    if (finer.size >= FINER_KEPT) finer.clear()
    // Without the page's signal: other pages of the bucket will want the same.
    const asking = api.call('getLogHistogram', { query: { ...bucket, ...askOf(asked), stepMs } })
    finer.set(key, asking)
    asking.catch(() => finer.delete(key))
    return asking
  }

  /** A bucket with a burst of events is counted again more finely, until its rows are near. */
  async function boundOf(position: number, asked: LogQuery): Promise<NearBound> {
    let bound = nearBound(counts(), asked.window, asked.newestFirst, position)
    while (bound.offset > NEAR_OFFSET && bound.bucket) {
      const stepMs = finerStep(bound.bucket, LIMITS.logBuckets)
      if (stepMs === null) return bound
      const buckets = await countFiner(bound.bucket, stepMs, asked)
      bound = nearBound(buckets, bound.window, asked.newestFirst, bound.offset)
    }
    return bound
  }

  async function read(number: number, signal: AbortSignal): Promise<readonly LogRow[]> {
    const asked = query()
    const {
      window: { since, until },
      offset,
    } = await boundOf(number * PAGE_ROWS, asked)
    const newestFirst = asked.newestFirst ? 'true' : 'false'
    return api.call('listLogRows', {
      query: { since, until, ...askOf(asked), offset, limit: PAGE_ROWS, newestFirst },
      signal,
    })
  }

  function keep(number: number, page: LogPage) {
    pages.value.set(number, page)
    former.value = null
    if ('rows' in page) {
      const last = number * PAGE_ROWS + page.rows.length
      reached.value = Math.max(reached.value, last)
      // Fewer than there is room for: the list ends here, whatever was counted before.
      if (page.rows.length < PAGE_ROWS) end.value = Math.min(end.value, last)
    }
    triggerRef(pages)
  }

  async function load(number: number) {
    const mine = new AbortController()
    loading.set(number, mine)
    try {
      keep(number, { rows: await read(number, mine.signal) })
    } catch (thrown) {
      if (!isAbort(thrown) && loading.get(number) === mine) keep(number, { error: asApiError(thrown) })
    } finally {
      if (loading.get(number) === mine) loading.delete(number)
    }
  }

  function loadWanted() {
    for (const [number, controller] of loading) if (!wanted.includes(number)) stop(number, controller)
    for (const number of wanted) if (!pages.value.get(number) && !loading.has(number)) void load(number)
    pages.value.touch(wanted)
  }

  function stop(number: number, controller: AbortController) {
    loading.delete(number)
    controller.abort()
  }

  const loadSoon = useDebounceFn(loadWanted, SETTLE_MS, { maxWait: SETTLE_AT_MOST_MS })

  /** Asks for the rows from `first` to `last` (exclusive) and the pages around them. */
  function want(first: number, last: number) {
    wanted = pagesAround(first, last, PAGE_ROWS, total.value)
    const anyHere = wanted.some((number) => pages.value.get(number))
    // Next to what is there, a step cannot be a flight: the page is asked for before it comes into sight.
    if (anyHere || pages.value.entries().length === 0) loadWanted()
    else void loadSoon()
  }

  const pageOf = (position: number) => {
    const number = Math.floor(position / PAGE_ROWS)
    return pages.value.get(number) ?? former.value?.get(number)
  }

  /** The row at a position; undefined while it is not there. */
  function rowAt(position: number): LogRow | undefined {
    const page = pageOf(position)
    return page && 'rows' in page ? page.rows[position % PAGE_ROWS] : undefined
  }

  /** Why a position could not be read; null otherwise. */
  function errorAt(position: number): ApiError | null {
    const page = pageOf(position)
    return page && 'error' in page ? page.error : null
  }

  function retry() {
    for (const [number, page] of pages.value.entries()) if ('error' in page) pages.value.remove(number)
    triggerRef(pages)
    loadWanted()
  }

  /** Where an event stands among the pages that are here; null when it is in none. */
  function positionOf(uuid: string): number | null {
    for (const [number, page] of pages.value.entries()) {
      const at = 'rows' in page ? page.rows.findIndex(({ event }) => event.uuid === uuid) : -1
      if (at >= 0) return number * PAGE_ROWS + at
    }
    return null
  }

  /** The failure of a list of which nothing could be read. */
  const failure = computed(() => {
    const all = pages.value.entries()
    const [first] = all.flatMap(([, page]) => ('error' in page ? [page.error] : []))
    return all.every(([, page]) => 'error' in page) ? (first ?? null) : null
  })
  /** Whether what is shown belongs to a query before this one. */
  const stale = computed(() => former.value !== null)

  watch(() => JSON.stringify(query()), forget, { flush: 'sync' })
  onScopeDispose(forget)
  return { total, exact, reached, stale, failure, want, rowAt, errorAt, positionOf, retry }
}
