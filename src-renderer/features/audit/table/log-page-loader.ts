import { LIMITS } from '#contract/interface/limits.ts'
import type { LogHistogram, LogRow } from '#contract/log/log-browse.ts'
import { asApiError, isAbort, type ApiError } from '#ui/api/api-error.ts'
import { createPageCache } from './page-cache.ts'
import { finerStep, NEAR_OFFSET, nearBound, type ClosedRange, type NearBound } from './position-bound.ts'

export const PAGE_ROWS = 100
const MAX_CACHED_PAGES = 30
const MAX_CACHED_COUNTS = 20

/** The table's query; `until` is fixed when it is loaded. */
export interface LogQuery {
  readonly range: ClosedRange
  readonly filter: string
  readonly q: string
  readonly newestFirst: boolean
}

/** A page of rows, or the error of its last read. */
export type LogPage = { rows: readonly LogRow[] } | { error: ApiError }

/** The two requests of a loader. @throws ApiError; AbortError when the signal was used */
export interface LogSource {
  /** `limit` rows of a query from an offset in its range. */
  rows(query: LogQuery, offset: number, limit: number, signal: AbortSignal): Promise<readonly LogRow[]>
  /** The number of events in buckets of `stepMs` over a part of the query's range. */
  counts(query: LogQuery, bucket: ClosedRange, stepMs: number): Promise<LogHistogram>
}

/** Counts of parts of the range, each requested once; the cache is cleared when it is full. */
function createCountCache(source: LogSource) {
  const known = new Map<string, Promise<LogHistogram>>()
  return (query: LogQuery, bucket: ClosedRange, stepMs: number): Promise<LogHistogram> => {
    const key = `${bucket.since} ${bucket.until}`
    const cached = known.get(key)
    if (cached) return cached
    if (known.size >= MAX_CACHED_COUNTS) known.clear()
    // Without a signal: other pages of the bucket need the same counts.
    const asking = source.counts(query, bucket, stepMs)
    known.set(key, asking)
    asking.catch(() => known.delete(key))
    return asking
  }
}

/**
 * Loads the pages of one query and caches them. A page that is far from the top is read from a near bound: the counts
 * tell the bucket of its first row, and a bucket with many events is counted again in finer steps.
 * @param counts of exactly this query; null while they are not known
 * @param loaded is called for each page that arrived, and for each that failed
 */
export function createLogPageLoader(
  query: LogQuery,
  source: LogSource,
  counts: () => LogHistogram | null,
  loaded: (number: number, page: LogPage) => void,
) {
  const pages = createPageCache<LogPage>(MAX_CACHED_PAGES)
  const loading = new Map<number, AbortController>()
  const countBucket = createCountCache(source)

  async function boundOf(position: number): Promise<NearBound> {
    let bound = nearBound(counts(), query.range, query.newestFirst, position)
    while (bound.offset > NEAR_OFFSET && bound.bucket) {
      const stepMs = finerStep(bound.bucket, LIMITS.logBuckets)
      if (stepMs === null) return bound
      const finer = await countBucket(query, bound.bucket, stepMs)
      bound = nearBound(finer, bound.range, query.newestFirst, bound.offset)
    }
    return bound
  }

  function keep(number: number, page: LogPage) {
    pages.set(number, page)
    loaded(number, page)
  }

  async function load(number: number) {
    const mine = new AbortController()
    loading.set(number, mine)
    try {
      const { range, offset } = await boundOf(number * PAGE_ROWS)
      const rows = await source.rows({ ...query, range }, offset, PAGE_ROWS, mine.signal)
      if (loading.get(number) === mine) keep(number, { rows })
    } catch (thrown) {
      if (!isAbort(thrown) && loading.get(number) === mine) keep(number, { error: asApiError(thrown) })
    } finally {
      if (loading.get(number) === mine) loading.delete(number)
    }
  }

  function abort(number: number) {
    loading.get(number)?.abort()
    loading.delete(number)
  }

  /** Loads these pages, and aborts the loading of all others. */
  function want(numbers: readonly number[]) {
    for (const number of [...loading.keys()]) if (!numbers.includes(number)) abort(number)
    for (const number of numbers) if (!pages.get(number) && !loading.has(number)) void load(number)
    pages.touch(numbers)
  }

  /** Removes failed pages, so that the next `want` loads them again. */
  function forgetErrors() {
    for (const [number, page] of pages.entries()) if ('error' in page) pages.remove(number)
  }

  function stop() {
    for (const number of [...loading.keys()]) abort(number)
  }

  return { get: pages.get, entries: pages.entries, want, forgetErrors, stop }
}

export type LogPageLoader = ReturnType<typeof createLogPageLoader>
