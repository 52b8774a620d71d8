import { computed, ref, shallowRef, type WatchSource } from 'vue'
import { asApiError, isAbort } from '#ui/api/api-error.ts'
import type { Page } from '#ui/api/client.ts'
import { useResource } from './useResource.ts'

interface Options {
  /** Starts again from the first page whenever one of these changes. */
  watch?: WatchSource | WatchSource[]
}

/** A list that is read page by page as one scrolls: `more` appends the next page, once at a time. */
export function usePages<T>(read: (after: string | null, signal?: AbortSignal) => Promise<Page<T>>, options?: Options) {
  const appended = shallowRef<T[]>([])
  const next = ref<string | null>(null)
  const loadingMore = ref(false)
  let generation = 0

  const first = useResource(async (signal) => {
    generation += 1
    const page = await read(null, signal)
    appended.value = []
    next.value = page.next
    return page.items
  }, options)

  async function more() {
    if (!next.value || loadingMore.value) return
    const mine = generation
    loadingMore.value = true
    try {
      const page = await read(next.value)
      if (mine !== generation) return
      appended.value = [...appended.value, ...page.items]
      next.value = page.next
    } catch (thrown) {
      if (!isAbort(thrown)) first.error.value = asApiError(thrown)
    } finally {
      loadingMore.value = false
    }
  }

  /** Undefined until the first page has come. */
  const items = computed(() => (first.data.value ? [...first.data.value, ...appended.value] : undefined))
  const hasMore = computed(() => next.value !== null)
  return { items, hasMore, loadingMore, more, error: first.error, loading: first.loading, reload: first.reload }
}
