import { computed, onScopeDispose, ref, shallowRef } from 'vue'
import { asApiError, isAbort, type ApiError } from '#ui/api/api-error.ts'

/** What became of one item: it has an error where it failed. */
export interface Outcome<Item> {
  item: Item
  error: ApiError | null
}

/**
 * Does the same to many items, one after the other, and goes on after one that failed. `run` gives what became of each that
 * was begun; `stop` begins no further ones, as does leaving the page.
 */
export function useEach<Item>(act: (item: Item, signal: AbortSignal) => Promise<unknown>) {
  const busy = ref(false)
  const done = ref(0)
  const total = ref(0)
  const current = shallowRef<AbortController | null>(null)

  async function one(item: Item, signal: AbortSignal): Promise<Outcome<Item> | null> {
    try {
      await act(item, signal)
      return { item, error: null }
    } catch (thrown) {
      return isAbort(thrown) ? null : { item, error: asApiError(thrown) }
    }
  }

  async function run(items: readonly Item[]): Promise<Outcome<Item>[]> {
    if (busy.value) return []
    const { signal } = (current.value = new AbortController())
    const outcomes: Outcome<Item>[] = []
    busy.value = true
    done.value = 0
    total.value = items.length
    for (const item of items) {
      const outcome = signal.aborted ? null : await one(item, signal)
      if (!outcome) break
      outcomes.push(outcome)
      done.value += 1
    }
    busy.value = false
    return outcomes
  }
  const stop = () => current.value?.abort()
  onScopeDispose(stop)
  const percent = computed(() => (total.value ? Math.round((100 * done.value) / total.value) : 0))
  return { busy, done, total, percent, run, stop }
}
