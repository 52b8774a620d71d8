import { computed, onScopeDispose, ref, shallowRef, type WatchSource } from 'vue'
import { asApiError, isAbort } from '#ui/api/api-error.ts'
import type { Page } from '#contract/routes/lists.ts'
import { useResource } from './useResource.ts'

interface Options {
  /** Starts again from the first page whenever one of these changes. */
  watch?: WatchSource | WatchSource[]
}

/**
 * A list that is read page by page as one scrolls: `more` appends the next page, once at a time. Reading the first page
 * again aborts it.
 */
export function usePages<T>(read: (after: string | null, signal: AbortSignal) => Promise<Page<T>>, options?: Options) {
  const appended = shallowRef<T[]>([])
  const next = ref<string | null>(null)
  const appending = shallowRef<AbortController | null>(null)

  function stop() {
    appending.value?.abort()
    appending.value = null
  }

  const first = useResource(async (signal) => {
    stop()
    const page = await read(null, signal)
    signal.throwIfAborted()
    appended.value = []
    next.value = page.next
    return page.items
  }, options)

  async function more() {
    if (!next.value || appending.value) return
    const mine = new AbortController()
    appending.value = mine
    try {
      const page = await read(next.value, mine.signal)
      if (appending.value !== mine) return
      appended.value = [...appended.value, ...page.items]
      next.value = page.next
    } catch (thrown) {
      if (appending.value === mine && !isAbort(thrown)) first.error.value = asApiError(thrown)
    } finally {
      if (appending.value === mine) appending.value = null
    }
  }
  onScopeDispose(stop)

  /** Reads on to the end, to so many items, or to a failure. */
  async function loadAll(most: number) {
    for (let had = -1; next.value && had < amount() && amount() < most;) {
      had = amount()
      await more()
    }
  }
  const amount = () => items.value?.length ?? 0

  /** Undefined until the first page has come. */
  const items = computed(() => (first.data.value ? [...first.data.value, ...appended.value] : undefined))
  const hasMore = computed(() => next.value !== null)
  const loadingMore = computed(() => appending.value !== null)
  return {
    items,
    hasMore,
    loadingMore,
    more,
    loadAll,
    error: first.error,
    loading: first.loading,
    reload: first.reload,
  }
}
