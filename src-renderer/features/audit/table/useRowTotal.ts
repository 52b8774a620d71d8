import { computed, shallowRef } from 'vue'
import type { LogHistogram } from '#contract/log/log-browse.ts'
import { PAGE_ROWS, type LogPage } from './log-page-loader.ts'

/** How many rows a list has: as counted, else as far as pages have shown. */
export function useRowTotal(counts: () => LogHistogram | null) {
  /** Where the list was found to end; Infinity while its end is not known. */
  const end = shallowRef(Infinity)
  /** The number of rows that surely exist, where there are no counts. */
  const reached = shallowRef(0)
  const total = computed(() =>
    Math.min(Math.max(counts()?.total ?? PAGE_ROWS, reached.value + (counts() ? 0 : PAGE_ROWS)), end.value),
  )
  /** Whether `total` is exact, and not a lower bound. */
  const exact = computed(() => counts() !== null || end.value !== Infinity)

  /** Learns from a page that has arrived. */
  function learn(number: number, page: LogPage) {
    if (!('rows' in page)) return
    const last = number * PAGE_ROWS + page.rows.length
    reached.value = Math.max(reached.value, last)
    // A page that is not full is the last one, whatever was counted.
    if (page.rows.length < PAGE_ROWS) end.value = Math.min(end.value, last)
  }
  function reset() {
    end.value = Infinity
    reached.value = 0
  }
  return { total, exact, reached, learn, reset }
}
